import type { Failure, Report } from './run-reporter.ts'

/** A check that has ended. The report is Vitest's, if it ran the check. */
export interface Outcome extends Partial<Pick<Report, 'failures' | 'phases' | 'files'>> {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** Names of the tests that were left out. */
  readonly skipped: readonly string[]
  readonly seconds: number
  /** Seconds of a processor; NaN where the system does not tell. */
  readonly processor: number
}

/** Lines of a failure that the summary repeats: the message, the difference and the place. */
const LINES_OF_FAILURE = 30
/** Characters of a failure that the summary repeats, so that there is room for the others. */
const CHARACTERS_OF_FAILURE = 2_000
const SLOWEST = 20

/**
 * Prints what each check took, the slowest test files, failures and skipped tests. The last line has the sums.
 * @param starts how often tests started a kind of program, by its name
 */
export function printSummary(outcomes: readonly Outcome[], starts: ReadonlyMap<string, number>): { failed: number } {
  console.log('\n=== summary')
  for (const outcome of outcomes) console.log(lineOf(outcome))
  console.log(`started: ${[...starts].map(([kind, count]) => `${count} ${kind}`).join(', ') || 'nothing'}`)
  const files = outcomes.flatMap(({ name, files = [] }) => files.map((file) => ({ ...file, name })))
  files.sort((one, other) => other.seconds - one.seconds)
  console.log(`\nthe ${SLOWEST} slowest files`)
  for (const { name, file, seconds } of files.slice(0, SLOWEST)) console.log(`${inSeconds(seconds)}  ${name}: ${file}`)
  for (const { name, failures = [] } of outcomes)
    for (const failure of failures) console.log(`\n${name}: ${wordsOf(failure)}`)
  for (const { name, skipped } of outcomes) for (const test of skipped) console.log(`skipped  ${name}: ${test}`)
  const seconds = sum(outcomes.map((outcome) => outcome.seconds))
  const processor = sum(outcomes.map((outcome) => outcome.processor))
  console.log(`\n${(seconds / 60).toFixed(1)} minutes, ${(processor / 60).toFixed(1)} minutes of a processor`)
  const failed = sum(outcomes.map((outcome) => outcome.failed))
  const passed = sum(outcomes.map((outcome) => outcome.passed))
  console.log(counts(passed, failed, sum(outcomes.map(({ skipped }) => skipped.length))))
  return { failed }
}

function lineOf({ name, passed, failed, skipped, seconds, processor, phases }: Outcome): string {
  const parts =
    phases && `start ${phases.start.toFixed(0)}, load ${phases.load.toFixed(0)}, tests ${phases.tests.toFixed(0)}`
  return [
    failed > 0 ? 'FAILED' : 'passed',
    name.padEnd(15),
    `${inSeconds(seconds)}, ${inSeconds(processor)} of a processor`,
    ` ${counts(passed, failed, skipped.length)}`,
    parts ? ` (${parts})` : '',
  ].join(' ')
}

/** Short messages: lines from packages do not help, and a summary that is cut off loses the next failure. */
function wordsOf({ file, test, message }: Failure): string {
  const lines = message.split('\n').filter((line) => !line.includes('node_modules/'))
  const words = lines.slice(0, LINES_OF_FAILURE).join('\n').slice(0, CHARACTERS_OF_FAILURE)
  return `${file}${test ? ` > ${test}` : ''}\n${words}`
}

const inSeconds = (seconds: number): string => `${seconds.toFixed(0).padStart(5)} s`
const counts = (passed: number, failed: number, skipped: number): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
