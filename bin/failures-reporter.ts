import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Environment variable with the path of the file that the reporter writes. */
export const FAILURES_FILE = 'FAILURES_FILE'

/** A failed test, or a test file that did not load. */
export interface Failure {
  /** Relative to the working directory. */
  readonly file: string
  /** Null if the whole file, or the run, failed. */
  readonly test: string | null
  /** Message of the error, with the difference between expected and received. */
  readonly message: string
}

/** Writes failures with their differences: Vitest's own JSON has only the message, which often cuts both values off. */
export default class FailuresReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures: Failure[] = unhandled.map((error) => ({ file: 'run', test: null, message: wordsOf(error) }))
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      for (const error of module.errors()) failures.push({ file, test: null, message: wordsOf(error) })
      for (const suite of module.children.allSuites())
        for (const error of suite.errors()) failures.push({ file, test: suite.fullName, message: wordsOf(error) })
      for (const test of module.children.allTests('failed'))
        for (const error of test.result().errors ?? [])
          failures.push({ file, test: test.fullName, message: wordsOf(error) })
    }
    const to = process.env[FAILURES_FILE]
    if (to) writeFileSync(to, JSON.stringify(failures))
  }
}

/** The first lines of the stack repeat the message. */
function wordsOf({ message, stack = '', diff }: SerializedError & { diff?: string }): string {
  const places = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return [message, ...(diff ? [diff] : []), ...places].join('\n')
}
