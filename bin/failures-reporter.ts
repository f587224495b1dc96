import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Names the environment variable with the path of the file that the reporter writes. */
export const FAILURES_FILE = 'FAILURES_FILE'

/** A test that failed, or a file of tests that did not load. */
export interface Failure {
  /** Relative to the working directory. */
  readonly file: string
  /** Null where the failure is the whole file's, or the run's. */
  readonly test: string | null
  /** What was thrown, with the difference between what was expected and what came. */
  readonly message: string
}

/** Writes what failed with its difference: Vitest's own JSON has the message alone, which often cuts both values off. */
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

/** The stack repeats the message in its first lines. */
function wordsOf({ message, stack = '', diff }: SerializedError & { diff?: string }): string {
  const places = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return [message, ...(diff ? [diff] : []), ...places].join('\n')
}
