import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { initialise, start } from '../src/app/supervisor/database/postgres.ts'
import { postgresAccount } from '../src/app/supervisor/database/postgres-account.ts'
import { earlierBinaries, postgresBinaries } from '../src/app/supervisor/database/postgres-binaries.ts'
import { markOf, type ProcessMark } from '../src/app/supervisor/processes.ts'
import { compileOnce } from './kept-folder.ts'
import { copyMadeData } from './made-data.ts'
import { makeOpenFolder } from './open-folder.ts'
import { noteStart } from './starts.ts'

/** The program that replaces API and worker in tests of the supervisor. */
const STAND_IN = `
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
const { FOOTNOTE_RUN: run, FOOTNOTE_ENDED_RUNS: ended = '', DATA_DIR, ROLES, PORT, DATABASE_URL, STAND_IN_EXIT, STAND_IN_DEAF, STAND_IN_ASKS } = process.env
if (STAND_IN_EXIT) process.exit(Number(STAND_IN_EXIT))
const helper = ROLES === 'worker' ? spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).pid : undefined
appendFileSync(DATA_DIR + '/work/lives', JSON.stringify({ role: ROLES, pid: process.pid, helper, url: DATABASE_URL, run, ended: ended.split(',') }) + '\\n')
process.on('SIGTERM', () => STAND_IN_DEAF || process.exit(0))
if (STAND_IN_ASKS && ROLES === 'worker') process.on('message', ({ answer }) => process.send({ say: 'answered ' + answer })).send({ ask: STAND_IN_ASKS })
if (ROLES === 'api') createServer((_, answer) => answer.end('{}')).listen(Number(PORT), '127.0.0.1')
else setInterval(() => {}, 1000)
`

/** One run of a stand-in process. */
export interface Life {
  readonly role: 'api' | 'worker'
  readonly pid: number
  readonly helper?: number
  readonly url: string
  /** Mark of the run, and those of runs before it. */
  readonly run: string
  readonly ended: readonly string[]
}

/** A running supervisor. */
export interface SupervisorRun {
  readonly child: ChildProcess
  /** Its output so far. */
  output(): string
}

/** Starts real supervisors with real databases in a folder of its own, with stand-ins for API and worker. */
export class StandInProduct {
  readonly folder: string
  readonly data_dir: string
  /** The program that runs a supervisor. */
  readonly program: string
  readonly #started: ChildProcess[] = []

  static async make(): Promise<StandInProduct> {
    const folder = await makeOpenFolder('supervisor')
    await writeFile(join(folder, 'stand-in.mjs'), STAND_IN)
    const product = new StandInProduct(folder)
    const supervisor = JSON.stringify(join(import.meta.dirname, '../src/app/supervisor/supervisor.ts'))
    await writeFile(
      product.program,
      `import { supervise } from ${supervisor}
      await supervise({ root: ${JSON.stringify(folder)}, env: process.env, server: 'stand-in.mjs', reload: false, prepareWebApp: async () => {} })`,
    )
    return product
  }

  private constructor(folder: string) {
    this.folder = folder
    this.data_dir = join(folder, 'data')
    this.program = join(folder, 'launch.mjs')
  }

  /** Gives it a database, so that the next start is not the first one. */
  copyDatabase(): Promise<void> {
    return copyMadeData(this.data_dir)
  }

  /** Starts a supervisor with these settings, a free port and the data folder. */
  launch(env: Record<string, string> = {}, options: SpawnOptions = {}): SupervisorRun {
    return this.run([process.execPath, this.program], env, options)
  }

  /** Starts any program with the settings of a supervisor. */
  run(
    [program = '', ...args]: readonly string[],
    env: Record<string, string> = {},
    options: SpawnOptions = {},
  ): SupervisorRun {
    noteStart('products')
    const child = spawn(program, args, {
      env: { ...compileOnce(), PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: this.data_dir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    })
    this.#started.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    return { child, output: () => output }
  }

  /**
   * Creates the database as an earlier version left it, and stops its server.
   * @param fill receives the database's URL, as the cluster's first role
   * @param major version of PostgreSQL, one of those that the lock file keeps; ours by default
   */
  async makeDatabase<T>(fill: (url: string) => Promise<T>, major?: number): Promise<T> {
    await mkdir(this.data_dir)
    const directory = join(this.data_dir, 'postgres')
    const account = postgresAccount()
    const binaries = major === undefined ? await postgresBinaries(account) : await earlierBinaries(major, account)
    if (!binaries) throw new Error(`The programs of PostgreSQL ${major} are not installed.`)
    const cluster = { directory, password: 'first', account, binaries }
    await initialise(cluster)
    await writeFile(join(this.data_dir, 'postgres.json'), JSON.stringify({ directory: 'postgres', password: 'first' }))
    const server = await start(cluster)
    try {
      await query(server.url, 'CREATE DATABASE footnote')
      return await fill(server.url.replace(/postgres$/, 'footnote'))
    } finally {
      await server.stop()
    }
  }

  /** The newest living process of a role, other than a known one. Waits for it. */
  living(role: Life['role'], before?: number, data_dir = this.data_dir): Promise<Life> {
    return until(async () =>
      (await livesOf(role, data_dir)).findLast((life) => life.pid !== before && markOf(life.pid)),
    )
  }

  /** The mark of the database server of a cluster. */
  async serverMark(cluster = join(this.data_dir, 'postgres')): Promise<ProcessMark> {
    const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8')
    const mark = markOf(Number(text.split('\n')[0]))
    if (!mark) throw new Error('The database does not run.')
    return mark
  }

  /** Ends every supervisor of this test. */
  async stop(): Promise<void> {
    for (const child of this.#started) if (child.exitCode === null) child.kill('SIGTERM')
    await Promise.all(this.#started.map(endOf))
  }

  async remove(): Promise<void> {
    await this.stop()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/** Waits for the end of a process. @returns its exit code, null when a signal killed it */
export function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', resolve))
}

/** Repeats a search until it finds something. @throws Error after a minute */
export async function until<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const found = await find()
    if (found) return found
    await sleep(50)
  }
  throw new Error('It did not happen within a minute.')
}

async function livesOf(role: Life['role'], data_dir: string): Promise<Life[]> {
  const text = await readFile(join(data_dir, 'work', 'lives'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Life)
    .filter((life) => life.role === role)
}

/** Queries a database. */
export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
