import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addCollection, type Owner } from '../../../../seed/rows/collections.ts'
import { peopleOf } from '../../../../seed/rows/people.ts'
import { videoRow } from '../../../../seed/rows/videos.ts'
import { queueTests } from '../../../test/queues.ts'
import { JOB_RULES, type JobName, type Jobs } from './jobs.ts'
import type { RunningQueue } from './pg-boss.ts'
import type { JobHandlers } from './queue.ts'

const tests = queueTests()
const { open } = tests

/** A worker that does nothing for most jobs. */
async function work(handlers: Partial<JobHandlers>): Promise<void> {
  const idle = Object.fromEntries(Object.keys(JOB_RULES).map((name) => [name, async () => undefined]))
  await (await open(true)).work({ ...(idle as unknown as JobHandlers), ...handlers })
}

const enqueue = <Name extends JobName>(queue: RunningQueue, name: Name, payloads: readonly Jobs[Name][]) =>
  tests.database.transaction().execute(async (transaction) => {
    for (const payload of payloads) await queue.enqueue(transaction, name, payload)
  })

/** Makes a company with one person. */
const person = () => peopleOf(tests.database).account()

const clipsOf = (user_id: string, count: number): Jobs['make-clip'][] =>
  Array.from({ length: count }, () => ({
    request_id: randomUUID(),
    user_id,
    video_id: randomUUID(),
    start_time: 0,
    end_time: 1,
  }))

/** @param owner null for sample films */
async function videosOf(owner: Owner | null, count: number): Promise<Jobs['process-video'][]> {
  const collection_id = await addCollection(tests.database, owner)
  const rows = Array.from({ length: count }, () => videoRow(collection_id, { status: 'PENDING' }))
  await tests.database.insertInto('videos').values(rows).execute()
  return rows.map(({ id }) => ({ video_id: id }))
}

test('three hundred clips of one company delay neither another’s first nor a third’s, with several workers', async () => {
  const [greedy, modest, late] = [await person(), await person(), await person()]
  const queue = await open(false)
  const done: string[] = []
  const handler = async ({ user_id }: Jobs['make-clip']) => void done.push(user_id)
  await enqueue(queue, 'make-clip', clipsOf(greedy.id, 300))
  await enqueue(queue, 'make-clip', clipsOf(modest.id, 3))
  await work({ 'make-clip': handler })
  await work({ 'make-clip': handler })
  await expect.poll(() => done.includes(modest.id)).toBe(true)
  expect(done.indexOf(modest.id)).toBeLessThanOrEqual(4)
  const before = done.length
  await enqueue(queue, 'make-clip', clipsOf(late.id, 1))
  await expect.poll(() => done.includes(late.id)).toBe(true)
  expect(done.indexOf(late.id) - before).toBeLessThanOrEqual(8)
  await expect.poll(() => done.filter((id) => id === modest.id).length).toBe(3)
  // It does not wait for ever behind later ones either.
  expect(done.filter((id) => id === greedy.id).length).toBeGreaterThan(1)
}, 240_000)

test('a company with many jobs takes turns with one that waits', async () => {
  const [patient, restless] = [await person(), await person()]
  const queue = await open(false)
  await enqueue(queue, 'make-clip', clipsOf(patient.id, 5))
  const order: string[] = []
  // Takes jobs one at a time, as one worker with one place would.
  for (let count = 0; count < 8; count += 1) {
    await enqueue(queue, 'make-clip', clipsOf(restless.id, 1))
    const { rows } = await sql<{ user_id: string }>`
      delete from pgboss.job where id = (select id from pgboss.job where name = 'make-clip'
        order by priority desc, created_on limit 1) returning data ->> 'user_id' as user_id`.execute(tests.database)
    order.push(rows[0]?.user_id === patient.id ? 'patient' : 'restless')
  }
  expect(order.filter((who) => who === 'patient').length).toBeGreaterThanOrEqual(3)
})

test('a company whose jobs of every kind hang leaves a place of each to another company', async () => {
  const [greedy, modest] = [await person(), await person()]
  const queue = await open(false)
  const kinds = (Object.keys(JOB_RULES) as JobName[]).filter((name) => JOB_RULES[name].per_company !== undefined)
  expect(kinds).toEqual(
    expect.arrayContaining(['import-url', 'process-video', 'make-clip', 'cut-stills', 'render-selects']),
  )
  const begun: Record<string, string[]> = Object.fromEntries(kinds.map((name) => [name, []]))
  const ended = Promise.withResolvers<void>()
  const handlers = kinds.map((name) => [
    name,
    async ({ user_id }: { readonly user_id: string }) => {
      begun[name]?.push(user_id)
      if (user_id === greedy.id) await ended.promise
    },
  ])
  // The group of a job is the company of its person, also where the payload names a video beside.
  const jobOf = (user_id: string) => ({ user_id, request_id: randomUUID() }) as unknown as Jobs['make-clip']
  await tests.database.transaction().execute(async (transaction) => {
    for (const name of kinds)
      for (let count = 0; count < JOB_RULES[name].concurrency; count += 1)
        await queue.enqueue(transaction, name as 'make-clip', jobOf(greedy.id))
  })
  await work(Object.fromEntries(handlers))
  const places = (name: JobName) => Array.from({ length: JOB_RULES[name].per_company ?? 0 }, () => greedy.id)
  await expect
    .poll(() => begun, { timeout: 20_000 })
    .toEqual(Object.fromEntries(kinds.map((name) => [name, places(name)])))
  await tests.database.transaction().execute(async (transaction) => {
    for (const name of kinds) await queue.enqueue(transaction, name as 'make-clip', jobOf(modest.id))
  })
  await expect.poll(() => kinds.filter((name) => !begun[name]?.includes(modest.id)), { timeout: 20_000 }).toEqual([])
  ended.resolve()
}, 120_000)

test('sample films wait behind people’s videos, and leave room beside them', async () => {
  const owner = await person()
  const queue = await open(false)
  const samples = await videosOf(null, 3)
  await enqueue(queue, 'process-video', samples)
  const ended = Promise.withResolvers<void>()
  const begun: string[] = []
  await work({
    'process-video': async ({ video_id }) => {
      const sample = samples.some((video) => video.video_id === video_id)
      begun.push(sample ? 'sample' : 'upload')
      if (sample) await ended.promise
    },
  })
  await expect.poll(() => begun).toEqual(['sample'])
  await enqueue(queue, 'process-video', await videosOf(owner, 2))
  await expect.poll(() => begun).toEqual(['sample', 'upload', 'upload'])
  ended.resolve()
  await expect.poll(() => begun.length).toBe(5)
}, 120_000)
