/**
 * `npm run check`: runs the checks of every change in turn and prints a summary. The last line says how many passed and
 * failed. `--full` runs all checks, `--only=NAME,NAME` some of them, and `--changed` or `--changed=COMMIT` only the tests
 * that the changes since a commit can reach. `--bail` ends the run at the first failure. `--shard=1/2` runs the first half
 * of the test files of each project.
 */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { testsOfChange } from './changed-tests.ts'
import { CHECKS, EVERYDAY, FULL, SINGLE } from './check-names.ts'
import { REPORT_FILE, type Report } from './run-reporter.ts'
import { type Outcome, printSummary } from './summary.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'footnote-checks-'))
const STARTS = join(folder, 'starts')
const env = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  TEST_STARTS: STARTS,
}

async function main(): Promise<void> {
  const { full, only, changed, words, bail } = optionsOf(process.argv.slice(2))
  const isAsked = (name: string) => !only || only.includes(name)
  // Who names checks may name those of the full tier.
  const projects = (full || only ? [...EVERYDAY, ...FULL] : EVERYDAY).filter(isAsked)
  const tests = changed === undefined ? 'all' : await testsOfChange(root, changed)
  const outcomes: Outcome[] = []
  const time = (name: string, check: () => Omit<Outcome, 'name' | 'seconds' | 'processor'>) => {
    if (bail && outcomes.some(({ failed }) => failed > 0)) return
    console.log(`\n=== ${name}`)
    const began = performance.now()
    const before = processorOfChildren()
    const outcome = check()
    const processor = processorOfChildren() - before
    outcomes.push({ name, ...outcome, seconds: (performance.now() - began) / 1000, processor })
  }
  for (const [name, program, ...args] of SINGLE) if (isAsked(name)) time(name, () => single(program, args))
  for (const project of projects) {
    const files = tests === 'all' ? [] : tests.get(project)
    if (files) time(project, () => counted(project, [...files, ...words]))
  }
  const { failed } = printSummary(outcomes, startsIn(STARTS))
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = failed > 0 ? 1 : 0
}

/** `changed` is a commit; undefined when all tests are asked for. */
function optionsOf(args: string[]) {
  // A flag without a commit means the last commit, and so what is not committed yet.
  const named = args.map((word) => (word === '--changed' ? '--changed=HEAD' : word))
  const { values } = parseArgs({
    args: named,
    options: {
      full: { type: 'boolean' },
      only: { type: 'string' },
      changed: { type: 'string' },
      bail: { type: 'boolean' },
      shard: { type: 'string' },
    },
  })
  const only = values.only?.split(',')
  const unknown = only?.find((name) => !CHECKS.includes(name))
  if (unknown !== undefined) throw new Error(`There is no check ${unknown}. Checks: ${CHECKS.join(', ')}`)
  const { full = false, changed, bail = false, shard } = values
  return { full, only, changed, words: [...(bail ? ['--bail=1'] : []), ...(shard ? [`--shard=${shard}`] : [])], bail }
}

function single(program: string, args: readonly string[]) {
  const passed = run(program, args)
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: [] }
}

/** @param words for Vitest: files of the project to run, all if there are none, and options */
function counted(project: string, words: readonly string[]) {
  const file = join(folder, `${project}.json`)
  const reporter = join(root, 'bin', 'run-reporter.ts')
  const passed = run(
    'vitest',
    ['run', ...words, `--project=${project}`, '--reporter=default', `--reporter=${reporter}`],
    {
      [REPORT_FILE]: file,
    },
  )
  const report = readReport(file)
  if (!report) return { passed: 0, failed: 1, skipped: [] }
  // A file that does not load, or a teardown that throws, fails the run without a failed test.
  const failed = report.failed || (passed && report.failures.length === 0 ? 0 : 1)
  return { ...report, failed }
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
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

/**
 * Processor seconds of the ended programs that this process started, with all that these started and waited for.
 * Linux alone tells (proc(5), fields cutime and cstime, in hundredths of a second); elsewhere the answer is NaN.
 */
function processorOfChildren(): number {
  if (process.platform !== 'linux') return Number.NaN
  // The second field is the program's name in brackets, and may hold blanks.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}

/** How often each kind of program was started, by its name. */
function startsIn(file: string): ReadonlyMap<string, number> {
  const starts = new Map<string, number>()
  try {
    for (const kind of readFileSync(file, 'utf8').trim().split('\n')) starts.set(kind, (starts.get(kind) ?? 0) + 1)
  } catch {
    // Nothing was started.
  }
  return starts
}

await main()
