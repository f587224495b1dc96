import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Environment variable with the path of the file that the reporter writes. */
export const REPORT_FILE = 'REPORT_FILE'

/** A failed test, or a test file that did not load. */
export interface Failure {
  /** Relative to the working directory. */
  readonly file: string
  /** Null if the whole file, or the run, failed. */
  readonly test: string | null
  /** Message of the error, with the difference between expected and received. */
  readonly message: string
}

/** Parts of Vitest's work; seconds, the sum of all workers. */
export interface Phases {
  /** Start of workers and of their environments, such as a document. */
  readonly start: number
  /** Loading of test files and of what they import. */
  readonly load: number
  /** Tests and their hooks. */
  readonly tests: number
}

/** A run of Vitest. */
export interface Report {
  readonly passed: number
  /** Full names of the tests that were left out. */
  readonly skipped: readonly string[]
  readonly failures: readonly Failure[]
  readonly failed: number
  readonly phases: Phases
  /** Seconds of each file, loading included. */
  readonly files: readonly { readonly file: string; readonly seconds: number }[]
}

/**
 * Writes a report of the run. Vitest's own JSON has only the message of a failure, which often cuts both values off, and
 * no phases.
 */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const to = process.env[REPORT_FILE]
    if (!to) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const among = (state: string) => tests.filter((test) => test.result().state === state)
    const report: Report = {
      passed: among('passed').length,
      failed: among('failed').length,
      skipped: among('skipped').map(({ fullName }) => fullName),
      failures: [
        ...unhandled.map((error) => ({ file: 'run', test: null, message: wordsOf(error) })),
        ...modules.flatMap(failuresOf),
      ],
      phases: sumOfPhases(modules),
      files: modules.map((module) => ({ file: fileOf(module), seconds: secondsOf(module) })),
    }
    writeFileSync(to, JSON.stringify(report))
  }
}

function failuresOf(module: TestModule): Failure[] {
  const file = fileOf(module)
  const suites = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map((error) => ({ file, test: suite.fullName, message: wordsOf(error) })),
  )
  const tests = [...module.children.allTests('failed')].flatMap((test) =>
    (test.result().errors ?? []).map((error) => ({ file, test: test.fullName, message: wordsOf(error) })),
  )
  return [...module.errors().map((error) => ({ file, test: null, message: wordsOf(error) })), ...suites, ...tests]
}

function sumOfPhases(modules: readonly TestModule[]): Phases {
  const phases = { start: 0, load: 0, tests: 0 }
  for (const module of modules) {
    const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic()
    phases.start += (prepareDuration + environmentSetupDuration) / 1000
    phases.load += (setupDuration + collectDuration) / 1000
    phases.tests += duration / 1000
  }
  return phases
}

function secondsOf(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return (setupDuration + collectDuration + duration) / 1000
}

const fileOf = (module: TestModule): string => relative(process.cwd(), module.moduleId)

/** The first lines of the stack repeat the message. */
function wordsOf({ message, stack = '', diff }: SerializedError & { diff?: string }): string {
  const places = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return [message, ...(diff ? [diff] : []), ...places].join('\n')
}
