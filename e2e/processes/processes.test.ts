import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Life, lives, markOf, type ProcessMark } from '../../server/src/app/supervisor/processes.ts'
import { buildWebAppWhenStale } from '../../server/src/app/supervisor/web-app.ts'
import { NOBODY, obstacleToPlaying } from '../../server/test/other-machine.ts'
import { newPlace, type Product, type ProductFolder, startProduct } from '../product.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

let place: ProductFolder
let product: Product

/** An ordinary user starts it, also when root runs the tests: `starts.test.ts` starts it as root. */
beforeAll(async () => {
  // That user may not write into our folder.
  await buildWebAppWhenStale(ROOT, console.log, new AbortController().signal)
  place = await newPlace('cancelled')
  const is_root = obstacleToPlaying() === null
  if (is_root) await promisify(execFile)('chown', ['-R', '65534:65534', place.data_dir])
  product = await startProduct({}, is_root ? ['setpriv', ...NOBODY, '--'] : [], place)
})

afterAll(async () => {
  await product?.stop()
  await rm(place.data_dir, { recursive: true, force: true })
})

async function running(): Promise<{ supervisor: ProcessMark; processes: Life[] }> {
  const record = JSON.parse(await readFile(path.join(product.data_dir, 'supervisor.json'), 'utf8'))
  return { ...record, processes: record.processes.filter(lives) }
}

/** The first process of the database, which ends after all its others. */
async function postmaster(): Promise<ProcessMark> {
  const lines = await readFile(path.join(product.data_dir, 'postgres', 'postmaster.pid'), 'utf8')
  const mark = markOf(Number(lines.split('\n', 1)[0]))
  if (!mark) throw new Error('The database does not run.')
  return mark
}

const healthy = () =>
  fetch(`${product.origin}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  )

async function until(happened: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await happened()); tries += 1) {
    if (tries === 600) throw new Error('It did not happen within a minute.')
    await wait(100)
  }
}

test('calls after the end of a killed API wait for the next one, and none is refused', async () => {
  const { processes } = await running()
  const api = processes.find(({ pid }) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'footnote-api')!
  process.kill(api.pid, 'SIGKILL')
  await until(async () => !lives(api))
  const ask = () => fetch(`${product.origin}/api/site`, { headers: { connection: 'close' } })
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
})

test('killed API and worker are back, and the product answers again', async () => {
  const { processes } = await running()
  // API and worker; if they run as a user of their own, each also has a process that starts decoders.
  expect([2, 4]).toContain(processes.length)
  for (const { pid } of processes) process.kill(pid, 'SIGKILL')
  await until(async () => (await running()).processes.length === processes.length && (await healthy()))
})

test.skipIf(!existsSync('/proc/self/autogroup'))('the worker gives way to the API', async () => {
  const { processes } = await running()
  const niceness = (pid: number) => /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1]
  const named = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  const found = new Map(processes.map(({ pid }) => [named(pid), niceness(pid)]))
  expect([found.get('footnote-api'), found.get('footnote-worker')]).toEqual(['0', '10'])
})

test('a killed supervisor leaves no API, worker or database running', async () => {
  const { supervisor, processes } = await running()
  const database = await postmaster()
  process.kill(supervisor.pid, 'SIGKILL')
  await until(async () => !processes.some(lives) && !lives(database) && !(await healthy()))
})
