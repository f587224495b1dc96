import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lives, markOf, type ProcessMark } from './processes.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Plays the API and the worker, so that these tests look at the supervisor only. */
const STAND_IN = `
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
const { DATA_DIR, ROLES, PORT, DATABASE_URL, STAND_IN_EXIT, STAND_IN_DEAF } = process.env
if (STAND_IN_EXIT) process.exit(Number(STAND_IN_EXIT))
const helper = ROLES === 'worker' ? spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).pid : undefined
appendFileSync(DATA_DIR + '/lives', JSON.stringify({ role: ROLES, pid: process.pid, helper, url: DATABASE_URL }) + '\\n')
process.on('SIGTERM', () => STAND_IN_DEAF || process.exit(0))
if (ROLES === 'api') createServer((_, answer) => answer.end('{}')).listen(Number(PORT), '127.0.0.1')
else setInterval(() => {}, 1000)
`

interface Life {
  readonly role: 'api' | 'worker'
  readonly pid: number
  readonly helper?: number
  readonly url: string
}

let folder: string
let data_dir: string
let started: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-supervisor-'))
  await chmod(folder, 0o755)
  data_dir = join(folder, 'data')
  started = []
  await writeFile(join(folder, 'stand-in.mjs'), STAND_IN)
  const product = JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))
  await writeFile(
    join(folder, 'launch.mjs'),
    `import { supervise } from ${product}
    await supervise({ root: ${JSON.stringify(folder)}, env: process.env, server: 'stand-in.mjs', reload: false, buildWebApp: async () => {} })`,
  )
})

afterEach(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGTERM')
  await Promise.all(started.map(endOf))
  await rm(folder, { recursive: true, force: true })
})

function launch(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(folder, 'launch.mjs')], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data_dir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return { child, output: () => output }
}

function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', resolve))
}

async function until<T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const found = await find()
    if (found) return found
    await sleep(50)
  }
  throw new Error('It did not happen within a minute.')
}

async function livesOf(role: Life['role']): Promise<Life[]> {
  const text = await readFile(join(data_dir, 'lives'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Life)
    .filter((life) => life.role === role)
}

/** The newest living process of a role, other than one known before. */
function living(role: Life['role'], before?: number): Promise<Life> {
  return until(async () => (await livesOf(role)).findLast((life) => life.pid !== before && markOf(life.pid)))
}

async function serverMark(): Promise<ProcessMark> {
  const text = await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8')
  const mark = markOf(Number(text.split('\n')[0]))
  if (!mark) throw new Error('The database does not run.')
  return mark
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

test('a killed API, worker or database is back, and what a killed worker had started is gone', async () => {
  const run = launch()
  const [api, worker] = [await living('api'), await living('worker')]
  await until(
    () => run.output().includes('ready at http://127.0.0.1:') || run.output().includes('ready at http://localhost:'),
  )
  process.kill(api.pid, 'SIGKILL')
  process.kill(worker.pid, 'SIGKILL')
  await living('api', api.pid)
  await living('worker', worker.pid)
  await until(() => markOf(worker.helper as number) === undefined)

  const server = await serverMark()
  await query(worker.url, 'CREATE TABLE kept AS SELECT 1 AS one')
  process.kill(server.pid, 'SIGKILL')
  const rows = await until(() => query(worker.url, 'SELECT one FROM kept').catch(() => undefined))
  expect(rows).toEqual([{ one: 1 }])
})

test('a signal ends everything in order', async () => {
  const { child } = launch()
  const [api, worker] = [await living('api'), await living('worker')]
  const server = await serverMark()
  child.kill('SIGTERM')
  expect(await endOf(child)).toBe(0)
  const left = [api.pid, worker.pid, worker.helper as number].filter(markOf)
  expect([left, lives(server)]).toEqual([[], false])
})

test('a process that does not end when asked is killed', async () => {
  const { child } = launch({ STAND_IN_DEAF: 'yes', ROLES: 'worker' })
  const worker = await living('worker')
  child.kill('SIGTERM')
  expect(await endOf(child)).toBe(0)
  expect(markOf(worker.pid)).toBeUndefined()
})

test('a killed supervisor leaves nothing running, and the next one finds its data', async () => {
  const first = launch()
  const [api, worker] = [await living('api'), await living('worker')]
  const server = await serverMark()
  await query(worker.url, 'CREATE TABLE kept AS SELECT 1 AS one')
  first.child.kill('SIGKILL')
  const second = launch()
  const next = await living('worker', worker.pid)
  await until(() => second.output().includes('ready at'))
  const left = [api.pid, worker.pid, worker.helper as number].filter(markOf)
  expect([left, lives(server)]).toEqual([[], false])
  expect(await query(next.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
})

test('a supervisor that npm started ends with npm', async () => {
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${join(folder, 'launch.mjs')}"; :`], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data_dir, npm_lifecycle_event: 'start' },
    stdio: 'ignore',
  })
  started.push(shell)
  const [api, worker] = [await living('api'), await living('worker')]
  const record = JSON.parse(await readFile(join(data_dir, 'supervisor.json'), 'utf8')) as { supervisor: ProcessMark }
  const server = await serverMark()
  shell.kill('SIGTERM')
  const all = [api, worker].map(({ pid }) => pid)
  await until(() => !lives(record.supervisor) && !lives(server) && !all.some(markOf))
})

test('one data directory runs each role once; other roles share the database', async () => {
  launch({ ROLES: 'api' })
  const api = await living('api')
  const again = launch({ ROLES: 'api,worker' })
  expect(await endOf(again.child)).toBe(1)
  expect(again.output()).toContain('already runs')
  launch({ ROLES: 'worker' })
  const worker = await living('worker')
  expect(worker.url).toBe(api.url)
})

test.runIf(process.getuid?.() === 0)('where the user postgres cannot go, the database lives elsewhere', async () => {
  await chmod(folder, 0o700)
  const { output } = launch({ ROLES: 'worker' })
  const worker = await living('worker')
  const place = JSON.parse(await readFile(join(data_dir, 'postgres.json'), 'utf8')) as { directory: string }
  try {
    expect(output()).toContain(`the database lives in ${place.directory}`)
    expect(await query(worker.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  } finally {
    for (const child of started) child.kill('SIGTERM')
    await Promise.all(started.map(endOf))
    await rm(dirname(place.directory), { recursive: true, force: true })
  }
})

test('settings that cannot be used stop everything with exit code 78 and are named', async () => {
  const bad = launch({ PORT: 'many', ROLES: 'cook' })
  expect(await endOf(bad.child)).toBe(78)
  expect(bad.output()).toMatch(/PORT[\s\S]*ROLES/)
  const refused = launch({ STAND_IN_EXIT: '78' })
  expect(await endOf(refused.child)).toBe(78)
})

test('a role whose program ends at once is tried again ever more slowly, a killed one always at once', async () => {
  const { restartDelay } = await import('./supervised-process.ts')
  expect([0, 1, 2, 3, 20].map((lives_before) => restartDelay(lives_before, false))).toEqual([
    100, 200, 400, 800, 10_000,
  ])
  expect(restartDelay(20, true)).toBeLessThan(1_000)
})
