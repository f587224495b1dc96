import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endOf, query, StandInProduct, until } from '../../../test/stand-in-product.ts'
import { lives, markOf, type ProcessMark } from './processes.ts'

let product: StandInProduct

/** Ids of a server's processes with this title. */
async function processesOf({ pid }: ProcessMark, title: string): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)
  // A process may end between the two looks.
  const titles = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')))
  return children.filter((_, index) => titles[index]?.startsWith(`postgres: ${title}`))
}

beforeEach(async () => {
  product = await StandInProduct.make()
  await product.copyDatabase()
})

afterEach(() => product.remove())

test('API and worker use the proxies of the environment, unless it says otherwise', async () => {
  const wordOf = async (pid: number) => (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')
  product.launch({ HTTPS_PROXY: 'http://127.0.0.1:9' })
  const { pid } = await product.living('worker')
  for (const role of [await product.living('api'), await product.living('worker')])
    expect(await wordOf(role.pid)).toEqual(
      expect.arrayContaining(['HTTPS_PROXY=http://127.0.0.1:9', 'NODE_USE_ENV_PROXY=1']),
    )
  await product.stop()
  product.launch({ NODE_USE_ENV_PROXY: '0' })
  expect(await wordOf((await product.living('worker', pid)).pid)).toContain('NODE_USE_ENV_PROXY=0')
})

test.each([
  ['n', 'false'],
  ['', 'true'],
])('the person at the terminal sees the question once, below the address: %o', async (typed, answer) => {
  const command = ['script', '-qec', `"${process.execPath}" "${product.program}"`, '/dev/null']
  const { child, output } = product.run(command, { STAND_IN_ASKS: 'Well?' }, { stdio: ['pipe', 'pipe', 'pipe'] })
  await until(() => output().includes('footnote: Well? [Y/n]'))
  expect(output().indexOf('ready at')).toBeLessThan(output().indexOf('Well?'))
  child.stdin?.write(`${typed}\n`)
  await until(() => output().includes(`answered ${answer}`))
  expect(output().split('Well?')).toHaveLength(2)
})

test('without a terminal there is no question', async () => {
  const { output } = product.launch({ STAND_IN_ASKS: 'Well?' })
  await until(() => output().includes('answered null'))
  expect(output()).not.toContain('Well?')
})

test('a process that does not end on request is killed', async () => {
  const { child } = product.launch({ STAND_IN_DEAF: 'yes', ROLES: 'worker' })
  const worker = await product.living('worker')
  child.kill('SIGTERM')
  expect(await endOf(child)).toBe(0)
  expect(markOf(worker.pid)).toBeUndefined()
})

test('a killed supervisor leaves nothing running, and the next one finds its data', async () => {
  const first = product.launch()
  const [api, worker] = [await product.living('api'), await product.living('worker')]
  const server = await product.serverMark()
  await query(worker.url, 'CREATE TABLE kept AS SELECT 1 AS one')
  first.child.kill('SIGKILL')
  const second = product.launch()
  const next = await product.living('worker', worker.pid)
  await until(() => second.output().includes('ready at'))
  const left = [api.pid, worker.pid, worker.helper as number].filter(markOf)
  expect([left, lives(server), next.ended.includes(worker.run)]).toEqual([[], false, true])
  expect(await query(next.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
})

test.runIf(process.platform === 'linux')(
  'the database of a killed supervisor ends even when the disk accepts no writes',
  async () => {
    const { child } = product.launch({ ROLES: 'worker' })
    const worker = await product.living('worker')
    await query(worker.url, 'CREATE TABLE kept AS SELECT 1 AS one')
    const server = await product.serverMark()
    const [checkpointer = 0] = await processesOf(server, 'checkpointer')
    // The checkpointer writes all changes when a server ends in order. A stopped checkpointer simulates the slowest
    // disk.
    process.kill(checkpointer, 'SIGSTOP')
    child.kill('SIGKILL')
    try {
      await until(() => !lives(server) && markOf(checkpointer) === undefined)
    } finally {
      if (markOf(checkpointer)) process.kill(checkpointer, 'SIGCONT')
    }
    product.launch({ ROLES: 'worker' })
    const { url } = await product.living('worker', worker.pid)
    expect(await query(url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
  },
)

test('a supervisor that npm started ends with npm', async () => {
  const shell = ['sh', '-c', `"${process.execPath}" "${product.program}"; :`]
  const { child } = product.run(shell, { npm_lifecycle_event: 'start' })
  const [api, worker] = [await product.living('api'), await product.living('worker')]
  const record = JSON.parse(await readFile(join(product.data_dir, 'supervisor.json'), 'utf8')) as {
    supervisor: ProcessMark
  }
  const server = await product.serverMark()
  child.kill('SIGTERM')
  const all = [api, worker].map(({ pid }) => pid)
  await until(() => !lives(record.supervisor) && !lives(server) && !all.some(markOf))
})

test.each([
  ['SIGTERM to npm', 'SIGTERM', 1],
  ['SIGINT to npm', 'SIGINT', 1],
  ['Ctrl+C (SIGINT to the whole group)', 'SIGINT', -1],
] as const)('after %s, npm start returns when all has ended', async (_, signal, sign) => {
  const { scripts } = JSON.parse(await readFile(join(import.meta.dirname, '../../../../package.json'), 'utf8'))
  await mkdir(join(product.folder, 'bin'))
  await writeFile(join(product.folder, 'bin/start.mjs'), `import ${JSON.stringify(product.program)}`)
  await writeFile(join(product.folder, 'package.json'), JSON.stringify({ scripts: { start: scripts.start } }))
  const { child } = product.run(['npm', 'start'], {}, { cwd: product.folder, detached: true })
  const [api, worker] = [await product.living('api'), await product.living('worker')]
  const { supervisor } = JSON.parse(await readFile(join(product.data_dir, 'supervisor.json'), 'utf8'))
  const server = await product.serverMark()
  process.kill(sign * Number(child.pid), signal)
  await endOf(child)
  const left = [api.pid, worker.pid, worker.helper as number].filter(markOf)
  expect([left, lives(supervisor), lives(server)]).toEqual([[], false, false])
})

test('one data directory runs each role once; other roles share the database', async () => {
  product.launch({ ROLES: 'api' })
  const api = await product.living('api')
  const again = product.launch({ ROLES: 'api,worker' })
  expect(await endOf(again.child)).toBe(1)
  expect(again.output()).toContain('already runs')
  product.launch({ ROLES: 'worker' })
  const worker = await product.living('worker')
  expect(worker.url).toBe(api.url)
})

test.runIf(process.getuid?.() === 0)(
  'when the user postgres cannot enter the data directory, the database is elsewhere',
  async () => {
    const data_dir = join(product.folder, 'made', 'data')
    await chmod(product.folder, 0o700)
    const { output } = product.launch({ ROLES: 'worker', DATA_DIR: data_dir })
    const worker = await product.living('worker', undefined, data_dir)
    const place = JSON.parse(await readFile(join(data_dir, 'postgres.json'), 'utf8')) as { directory: string }
    try {
      expect(output()).toContain(`the database lives in ${place.directory}`)
      expect(await query(worker.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    } finally {
      await product.stop()
      await rm(dirname(place.directory), { recursive: true, force: true })
    }
  },
)

test.runIf(process.getuid?.() === 0)(
  'a data directory that a strict umask closed is opened to PostgreSQL and the product, and the cluster stays in it',
  async () => {
    const data_dir = join(product.folder, 'made', 'data')
    const start = async (before?: number) => {
      const strict = ['/bin/sh', '-c', 'umask 077; exec "$@"', 'sh', process.execPath, product.program]
      const run = product.run(strict, { ROLES: 'worker', DATA_DIR: data_dir })
      return { run, worker: await product.living('worker', before, data_dir) }
    }
    const first = await start()
    await query(first.worker.url, 'CREATE TABLE kept AS SELECT 1 AS one')
    await product.stop()
    // An administrator who does not know of the database's user would do this.
    await chmod(data_dir, 0o700)
    const second = await start(first.worker.pid)
    expect(await query(second.worker.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }])
    expect(((await stat(data_dir)).mode & 0o7777).toString(8)).toBe('711')
    expect(JSON.parse(await readFile(join(data_dir, 'postgres.json'), 'utf8'))).toMatchObject({ directory: 'postgres' })
    for (const { run } of [first, second]) expect(run.output()).not.toMatch(/may not enter|run as root/)
  },
)
