import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const CONFIG = fileURLToPath(new URL('vitest.config.ts', import.meta.url))

/** A test of the version before that failed. */
export interface FailedTest {
  /** Below the folder of the version. */
  readonly file: string
  /** Empty when the file did not load. */
  readonly title: string
  readonly reason: string
}

interface TestRun {
  readonly passed: number
  readonly skipped: number
  readonly failed: readonly FailedTest[]
}

/** A database that tests copy. */
interface Template {
  /** Address of its server. */
  readonly server: string
  readonly name: string
}

/** Part of what Vitest writes as JSON. */
interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/**
 * Runs tests of the API of a version with its own Vitest and its own settings.
 * @param root folder of the version
 * @param files words in the paths of files of the project `server`
 * @param template null for the schema of the version itself
 * @throws Error with the last output when Vitest writes no report
 */
export async function runApiTests(root: string, files: readonly string[], template: Template | null): Promise<TestRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-api-tests-'))
  try {
    const report = path.join(folder, 'report.json')
    const words = ['--config', CONFIG, '--root', root, '--reporter=json', `--outputFile=${report}`, ...files]
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...words], {
      cwd: root,
      // A Vitest that starts this run must not decide how the other one behaves.
      env: { ...withoutVitest(), SCHEMA_SERVER: template?.server ?? '', SCHEMA_DATABASE: template?.name ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        printed = (printed + part).slice(-5_000)
      })
    await once(child, 'exit')
    const written = await readFile(report, 'utf8').catch(() => {
      throw new Error(`Vitest of the version before wrote no report:\n${printed}`)
    })
    return readReport(JSON.parse(written), root)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const withoutVitest = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.includes('VITEST') && name !== 'NODE_ENV'))

function readReport({ testResults }: Report, root: string): TestRun {
  const all = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const tests = assertionResults.map(({ fullName: title, status, failureMessages }) => ({
      ...{ file, title, status },
      reason: failureMessages[0] ?? '',
    }))
    // A file that does not load, or whose hooks fail, has no failed test.
    const fails_alone = status === 'failed' && tests.every((test) => test.status !== 'failed')
    return fails_alone ? [...tests, { file, title: '', status, reason: message }] : tests
  })
  const count = (...statuses: readonly string[]) => all.filter(({ status }) => statuses.includes(status)).length
  return {
    passed: count('passed'),
    skipped: count('skipped', 'pending', 'todo', 'disabled'),
    failed: all
      .filter(({ status }) => status === 'failed')
      .map(({ file, title, reason }) => ({ file, title, reason: reason.split('\n').slice(0, 2).join(' ').trim() })),
  }
}
