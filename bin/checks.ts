/** `npm run check`: runs every check in turn and prints a summary. The last line says how many passed and failed. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { FAILURES_FILE, type Failure } from './failures-reporter.ts'

/** Number of a check's parts that passed, failed and were skipped. */
interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Outcome extends Counts {
  readonly name: string
  readonly seconds: number
  /** One sentence for each failure, because the summary is often all that remains of a run. */
  readonly failures?: readonly string[]
  /** Names of the skipped tests. */
  readonly left_out?: readonly string[]
}

/** The fields of Vitest's JSON report that are used. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly success: boolean
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'footnote-reports-'))
const env = { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) }

/** Checks that pass or fail as a whole. */
const SINGLE = [
  ['format', 'biome', 'format', '.'],
  ['lint', 'biome', 'lint', '--error-on-warnings', '.'],
  ['types', 'tsc', '-p', '.'],
  ['boundaries', 'node', 'bin/boundaries.ts'],
  ['unused code', 'knip'],
  ['web build', 'node', 'bin/build-web.ts'],
] as const

/** Checks by Vitest, which counts their tests. */
const COUNTED = [
  ['contract tests', 'contract'],
  ['server tests', 'server'],
  ['launcher tests', 'launcher'],
  ['web tests', 'web'],
  ['processes', 'processes'],
  ['soak, short', 'soak'],
  ['browser journeys', 'journeys'],
] as const

/** Lines of a failure that the summary repeats: the message, the difference and the place. */
const LINES_OF_FAILURE = 30
/** Characters of a failure that the summary repeats, so that there is room for the others. */
const CHARACTERS_OF_FAILURE = 2_000

function main(): void {
  const outcomes: Outcome[] = []
  const time = (name: string, check: () => Omit<Outcome, 'name' | 'seconds'>) => {
    console.log(`\n=== ${name}`)
    const began = performance.now()
    outcomes.push({ name, ...check(), seconds: (performance.now() - began) / 1000 })
  }
  for (const [name, program, ...args] of SINGLE) time(name, () => single(program, args))
  for (const [name, project] of COUNTED) time(name, () => counted(project))
  rmSync(reports, { recursive: true, force: true })

  console.log('\n=== summary')
  for (const { name, passed, failed, skipped, seconds } of outcomes)
    console.log(
      `${failed > 0 ? 'FAILED' : 'passed'}  ${name.padEnd(18)} ${words({ passed, failed, skipped })}, ${seconds.toFixed(0)} s`,
    )
  for (const { name, failures = [] } of outcomes) for (const failure of failures) console.log(`\n${name}: ${failure}`)
  for (const { name, left_out = [] } of outcomes) for (const test of left_out) console.log(`skipped  ${name}: ${test}`)
  const total = { passed: sum(outcomes, 'passed'), failed: sum(outcomes, 'failed'), skipped: sum(outcomes, 'skipped') }
  console.log(words(total))
  process.exitCode = total.failed > 0 ? 1 : 0
}

function single(program: string, args: readonly string[]): Counts {
  const passed = run(program, args)
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

function counted(project: string): Omit<Outcome, 'name' | 'seconds'> {
  const file = join(reports, `${project}.json`)
  const failures = join(reports, `${project}-failures.json`)
  const reporters = ['default', 'json', join(root, 'bin', 'failures-reporter.ts')]
  const passed = run(
    'vitest',
    [
      'run',
      `--project=${project}`,
      ...reporters.map((reporter) => `--reporter=${reporter}`),
      `--outputFile.json=${file}`,
    ],
    { [FAILURES_FILE]: failures },
  )
  const report = readReport<Report>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  // A file that does not load, or a teardown that throws, fails the run without a failed test.
  const failed = report.numFailedTests || (passed && report.success ? 0 : 1)
  return {
    passed: report.numPassedTests,
    failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: failuresOf(readReport<Failure[]>(failures) ?? []),
    left_out: skippedIn(report),
  }
}

const skippedIn = ({ testResults }: Report): string[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status))
    .map(({ fullName }) => fullName)

/** Short messages: lines from packages do not help, and a summary that is cut off loses the next failure. */
function failuresOf(failures: readonly Failure[]): string[] {
  return failures.map(({ file, test, message }) => {
    const lines = message.split('\n').filter((line) => !line.includes('node_modules/'))
    return `${file}${test ? ` > ${test}` : ''}\n${lines.slice(0, LINES_OF_FAILURE).join('\n').slice(0, CHARACTERS_OF_FAILURE)}`
  })
}

function readReport<Content>(file: string): Content | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Content
  } catch {
    return undefined
  }
}

function run(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): boolean {
  const options = {
    cwd: root,
    env: { ...env, ...more },
    stdio: ['ignore', 'inherit', 'inherit'],
  } satisfies SpawnSyncOptions
  const { status, error } = spawnSync(program, [...args], options)
  if (error) console.error(error.message)
  return status === 0
}

function words({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function sum(outcomes: readonly Outcome[], key: keyof Counts): number {
  return outcomes.reduce((total, outcome) => total + outcome[key], 0)
}

main()
