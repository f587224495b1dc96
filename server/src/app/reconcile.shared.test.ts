import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { idleJobs } from '../../test/idle-jobs.ts'
import { type Product, silentLog, startProduct } from '../../test/product.ts'
import type { JobName } from '../platform/queue/jobs.ts'
import { listJobs } from '../platform/queue/listed-jobs.ts'
import { openQueue } from '../platform/queue/pg-boss.ts'
import { reconcile } from './reconcile.job.ts'

const products: Product[] = []
afterAll(() => Promise.all(products.map((product) => product.close())))

async function start(): Promise<Product> {
  const product = await startProduct({ settings: { MODELS: 'off' } })
  products.push(product)
  return product
}

const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog }
const runReconcile = ({ db, queue }: Product) => reconcile({ db, queue, log: silentLog })({}, context)

/** Names and subjects of the waiting jobs, sorted. */
async function waiting({ db }: Product): Promise<string[]> {
  const jobs = await listJobs(db, { state: 'waiting' })
  return jobs.map(({ name, payload }) => `${name} ${payload && 'video_id' in payload ? payload.video_id : ''}`).sort()
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 240_000; !(await holds()); await wait(200))
    if (Date.now() > end) throw new Error('It did not happen within four minutes.')
}

test('reconciling adds no second job to rows that have one, however often and however many workers do it', async () => {
  const product = await start()
  const owner = await product.person()
  const collection = await product.aCollection(owner)
  const videos: string[] = []
  for (let count = 0; count < 20; count += 1)
    videos.push(await product.aVideo(owner, collection, { status: 'QUEUED', playback: 'READY' }))
  await Promise.all(Array.from({ length: 4 }, () => runReconcile(product)))
  await runReconcile(product)
  expect(await waiting(product)).toEqual(videos.map((id) => `process-video ${id}`).sort())
})

test('a job that was given up is kept with its error and input, is not derived again, and can be forgotten', async () => {
  const product = await start()
  const { db, config } = product
  const owner = await product.person()
  const video = await product.aVideo(owner, await product.aCollection(owner), { playback: 'READY' })
  expect((await product.post('/api/delete_video', { id: video }, owner)).status).toBe(200)
  const queue = await openQueue({ database_url: config.database_url, database: db, log: silentLog, worker: true })
  const failing = async () => {
    throw new Error('The disk makes a noise.')
  }
  await db
    .insertInto('job_errors')
    .values(await errorsBefore(product, 'delete-video', 9))
    .execute()
  await queue.work({ ...idleJobs, 'delete-video': failing })
  await until(async () => (await listJobs(db, { state: 'given-up' })).length > 0)
  await queue.stop()
  expect(await listJobs(db, {})).toMatchObject([
    {
      name: 'delete-video',
      state: 'given-up',
      payload: { video_id: video },
      errors: 10,
      last_error: 'The disk makes a noise.',
    },
  ])
  await runReconcile(product)
  expect(await waiting(product)).toEqual([])
  await db.updateTable('job_errors').set({ given_up_at: null }).execute()
  await runReconcile(product)
  expect(await waiting(product)).toEqual([`delete-video ${video}`])
})

/** The errors of a waiting job, so that its next one is the last. */
async function errorsBefore({ db }: Product, name: JobName, errors: number) {
  const [job] = await listJobs(db, { name })
  return { job_id: job!.id, job_name: name, errors, last_error: 'Earlier' }
}
