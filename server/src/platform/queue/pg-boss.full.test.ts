import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { idleJobs } from '../../../test/idle-jobs.ts'
import { startProxy } from '../../../test/proxy.ts'
import { queueTests } from '../../../test/queues.ts'
import { openDatabase } from '../db/database.ts'
import type { JobContext, Log } from './jobs.ts'
import { openQueue, type RunningQueue } from './pg-boss.ts'

/** Connections that a process tries without its database, before a test believes that it waits. */
const ATTEMPTS = 5

const tests = queueTests()
const { open, running } = tests
const enqueue = (queue: RunningQueue, video_id: string) =>
  tests.database.transaction().execute((transaction) => queue.enqueue(transaction, 'index-video', { video_id }))

/** Makes waiting jobs look as old as if the machine had been off for this long, and maintenance due. */
async function switchOff(days: number): Promise<void> {
  await sql`update pgboss.job set created_on = created_on - make_interval(days => ${days}),
    start_after = start_after - make_interval(days => ${days}), keep_until = keep_until - make_interval(days => ${days})
    `.execute(tests.database)
  await sql`update pgboss.queue set maintain_on = null`.execute(tests.database)
}

/** Waits for the queue's maintenance, which deletes expired jobs. */
async function lookedAfter(): Promise<void> {
  const due = async () =>
    (await sql`select name from pgboss.queue where maintain_on is null`.execute(tests.database)).rows.length > 0
  await expect.poll(due).toBe(false)
}

const until = (done: () => boolean): Promise<void> => expect.poll(done).toBe(true)

test('a process without handlers enqueues a job, and a worker takes it', async () => {
  const seen: string[] = []
  const [api, worker] = [await open(false), await open(true)]
  await worker.work({ ...idleJobs, 'index-video': async ({ video_id }) => void seen.push(video_id) })
  const id = randomUUID()
  await enqueue(api, id)
  await until(() => seen.length > 0)
  expect(seen).toEqual([id])
})

test('a job that loses its database waits and begins again: no error, no further start, one line in the log', async () => {
  const proxy = await startProxy(tests.database_url)
  const lines: string[] = []
  const write = (_details: object, message: string) => void lines.push(message)
  const log: Log = { info: write, warn: write, error: write }
  const far = openDatabase(proxy.url, { log })
  const queue = await openQueue({ database_url: proxy.url, database: far, log, worker: true })
  running.push(queue)
  const id = randomUUID()
  const starts: number[] = []
  let done = false
  await queue.work({
    ...idleJobs,
    'index-video': async (_payload, context) => {
      starts.push(context.starts)
      if (starts.length === 1) proxy.refuse()
      await sql`select 1`.execute(far)
      done = true
    },
  })
  await enqueue(queue, id)
  await until(() => starts.length > 0)
  await until(() => proxy.refused() > ATTEMPTS)
  expect(done).toBe(false)
  proxy.admit()
  await until(() => done && lines.includes('job ended') && lines.includes('database is back'))
  expect(new Set(starts)).toEqual(new Set([1]))
  expect(await tests.database.selectFrom('job_errors').selectAll().execute()).toEqual([])
  const about = lines.filter((line) => /queue|database/.test(line))
  expect(about).toEqual(['database lost', 'database is back'])
  await queue.stop()
  running.pop()
  await far.destroy()
  await proxy.stop()
})

test('a job whose transaction is rolled back never runs', async () => {
  const seen: string[] = []
  const queue = await open(true)
  const [lost, kept] = [randomUUID(), randomUUID()]
  const failing = tests.database.transaction().execute(async (transaction) => {
    await queue.enqueue(transaction, 'index-video', { video_id: lost })
    throw new Error('Changed my mind.')
  })
  await expect(failing).rejects.toThrow('Changed my mind.')
  await enqueue(queue, kept)
  await queue.work({ ...idleJobs, 'index-video': async ({ video_id }) => void seen.push(video_id) })
  await until(() => seen.includes(kept))
  expect(seen).toEqual([kept])
})

test('a job that waited for a year because the machine was off runs when it is on again', async () => {
  const seen: string[] = []
  const before = await open(true)
  const id = randomUUID()
  await enqueue(before, id)
  await before.stop()
  await switchOff(365)
  const after = await open(true)
  await lookedAfter()
  await after.work({ ...idleJobs, 'index-video': async ({ video_id }) => void seen.push(video_id) })
  await until(() => seen.length > 0)
  expect(seen).toEqual([id])
})

test('a queue of an older version, which kept jobs for two weeks, now keeps old and new ones', async () => {
  const seen: string[] = []
  const before = await open(true)
  const [waiting, coming] = [randomUUID(), randomUUID()]
  await sql`update pgboss.queue set retention_seconds = 14 * 86400`.execute(tests.database)
  await enqueue(before, waiting)
  await before.stop()
  await switchOff(15)
  const after = await open(true)
  await lookedAfter()
  await enqueue(after, coming)
  await switchOff(15)
  await lookedAfter()
  await after.work({ ...idleJobs, 'index-video': async ({ video_id }) => void seen.push(video_id) })
  await until(() => seen.length === 2)
  expect(seen.sort()).toEqual([waiting, coming].sort())
})

test('a failing job is tried three times, knows its last attempt, and is then given up', async () => {
  const attempts: Pick<JobContext, 'last_attempt' | 'starts'>[] = []
  const queue = await open(true)
  await queue.work({
    ...idleJobs,
    'index-video': async (_payload, { last_attempt, starts }) => {
      attempts.push({ last_attempt, starts })
      throw new Error('The disk is full.')
    },
  })
  await enqueue(queue, randomUUID())
  const state = async () =>
    (await sql<{ state: string }>`select state from pgboss.job where name = 'index-video'`.execute(tests.database)).rows
  await expect.poll(state).toEqual([{ state: 'completed' }])
  expect(attempts).toEqual([
    { last_attempt: false, starts: 1 },
    { last_attempt: false, starts: 2 },
    { last_attempt: true, starts: 3 },
  ])
  const kept = await tests.database.selectFrom('job_errors').selectAll().execute()
  expect(kept).toMatchObject([
    { errors: 3, last_error: 'The disk is full.', payload: { video_id: expect.any(String) } },
  ])
})

test('a stopping worker returns its job, which is no error, and another resumes it', async () => {
  const starts: string[] = []
  const [first, second] = [await open(true), await open(true)]
  await first.work({
    ...idleJobs,
    'index-video': async (_payload, { signal }) => {
      starts.push('first')
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  await enqueue(first, randomUUID())
  await until(() => starts.length === 1)
  await first.stop()
  await second.work({
    ...idleJobs,
    'index-video': async (_payload, context) => void starts.push(`second, start ${context.starts}`),
  })
  await until(() => starts.length === 2)
  expect(starts).toEqual(['first', 'second, start 2'])
  expect(await tests.database.selectFrom('job_errors').selectAll().execute()).toEqual([])
})

test('a hanging video blocks neither the next video nor a clip', async () => {
  const done: string[] = []
  const queue = await open(true)
  const [hanging, next] = [randomUUID(), randomUUID()]
  await queue.work({
    ...idleJobs,
    'index-video': async ({ video_id }, { signal }) => {
      if (video_id === hanging)
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      done.push(video_id)
    },
    'make-clip': async () => void done.push('clip'),
  })
  await enqueue(queue, hanging)
  await enqueue(queue, next)
  await tests.database.transaction().execute((transaction) =>
    queue.enqueue(transaction, 'make-clip', {
      request_id: randomUUID(),
      user_id: randomUUID(),
      video_id: next,
      start_time: 0,
      end_time: 1,
    }),
  )
  await until(() => done.length === 2)
  expect(done.sort()).toEqual([next, 'clip'].sort())
})
