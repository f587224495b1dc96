import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { endOf, query, StandInProduct, until } from '../../../test/stand-in-product.ts'
import { RUN_MARK } from '../../platform/confinement/processes.ts'
import { lives, markOf, type ProcessMark, sweepRun } from './processes.ts'
import { restartDelay } from './supervised-process.ts'

vi.setConfig({ testTimeout: 300_000 })

let product: StandInProduct

beforeEach(async () => {
  product = await StandInProduct.make()
})

afterEach(() => product.remove())

test('a killed API, worker or database restarts, and everything that a killed worker had started is gone', async () => {
  await product.copyDatabase()
  const run = product.launch()
  const [api, worker] = [await product.living('api'), await product.living('worker')]
  await until(
    () => run.output().includes('ready at http://127.0.0.1:') || run.output().includes('ready at http://localhost:'),
  )
  process.kill(api.pid, 'SIGKILL')
  process.kill(worker.pid, 'SIGKILL')
  await product.living('api', api.pid)
  // The next worker releases the jobs of the one before.
  expect((await product.living('worker', worker.pid)).ended).toEqual([worker.run])
  await until(() => markOf(worker.helper as number) === undefined)

  const server = await product.serverMark()
  await query(worker.url, 'CREATE TABLE kept AS SELECT 1 AS one')
  process.kill(server.pid, 'SIGKILL')
  const rows = await until(() => query(worker.url, 'SELECT one FROM kept').catch(() => undefined))
  expect(rows).toEqual([{ one: 1 }])
})

test.runIf(process.platform === 'linux')('a decoder that outlives its killed worker is found by the mark', async () => {
  const mark = randomUUID()
  const starts = new URL('../../platform/confinement/processes.ts', import.meta.url)
  const program = `import(${JSON.stringify(starts)}).then(({ startHere }) => {
    startHere({
      command: ['sh', '-c', 'echo $$; exec sleep 300'],
      folder: '/',
      extra: false,
      cell: { account: null, view: null },
      kind: 'decoder',
      niceness: 10,
    }).stdout.pipe(process.stdout)
  })`
  const worker = spawn(process.execPath, ['-e', program], {
    env: { ...process.env, [RUN_MARK]: mark },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [printed] = (await once(worker.stdout, 'data')) as [Buffer]
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const decoder = markOf(Number(printed.toString())) as ProcessMark
  expect(lives(decoder)).toBe(true)
  sweepRun(mark)
  await until(() => !lives(decoder))
})

test('a signal ends everything in order', async () => {
  await product.copyDatabase()
  const { child } = product.launch()
  const [api, worker] = [await product.living('api'), await product.living('worker')]
  const server = await product.serverMark()
  child.kill('SIGTERM')
  expect(await endOf(child)).toBe(0)
  const left = [api.pid, worker.pid, worker.helper as number].filter(markOf)
  expect([left, lives(server)]).toEqual([[], false])
})

test('unusable settings stop everything with exit code 78, and a sentence names them', async () => {
  const bad = product.launch({ PORT: 'many', ROLES: 'cook' })
  expect(await endOf(bad.child)).toBe(78)
  expect(bad.output()).toMatch(/PORT[\s\S]*ROLES/)
})

test('a port that is in use is named before the slow steps of a start', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const refused = product.launch({ PORT: String(port), FFMPEG_PATH: '/nowhere/ffmpeg' })
  await endOf(refused.child)
  expect(refused.output()).toMatch(new RegExp(`port ${port} is in use[\\s\\S]*FFMPEG_PATH`))
})

test('a role whose program ends at once restarts ever more slowly, a killed one always at once', () => {
  expect([0, 1, 2, 3, 20].map((lives_before) => restartDelay(lives_before, false))).toEqual([
    100, 200, 400, 800, 10_000,
  ])
  expect(restartDelay(20, true)).toBeLessThan(1_000)
})
