import { randomBytes } from 'node:crypto'
import { FETCH } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Person } from '../../../../../../seed/rows/senders.ts'
import { startFilmServer } from '../../../../../test/film-server.ts'
import { idleJobs } from '../../../../../test/idle-jobs.ts'
import { silentLog, startProduct } from '../../../../../test/product.ts'
import type { JobContext } from '../../../../platform/queue/jobs.ts'
import { openQueue, type RunningQueue } from '../../../../platform/queue/pg-boss.ts'
import { FILE_LIMITS, type FileLimits } from './fetch-file.ts'
import { importUrl } from './import-url.job.ts'

const films = await startFilmServer()
const api = await startProduct({ settings: { IMPORT_NETWORKS: '127.0.0.0/8' } })
afterAll(() => Promise.all([api.close(), films.close()]))
const workers: RunningQueue[] = []
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
  await sql`delete from pgboss.job`.execute(api.db)
})

const context: JobContext = {
  signal: new AbortController().signal,
  last_attempt: false,
  starts: 1,
  log: silentLog,
}
const film = (bytes: number) => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), randomBytes(bytes)])
/** A server that sends a byte at a time, for ever. */
const DRIPPING = { content: film(1_000_000), piece: 1, pause: 5, ranges: false }
let number = 0
const at = () => {
  number += 1
  return `/${number}/film.mp4`
}

async function add(person: Person, url: string) {
  const index_id = await api.aCollection(person)
  const { id } = (await api.post('/api/import_url', { index_id, url }, person)).json.video as { id: string }
  return {
    run: (limits: FileLimits) => importUrl(api, limits)({ video_id: id }, context),
    row: () => api.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    fetch: () => api.db.selectFrom('video_fetches').selectAll().where('video_id', '=', id).executeTakeFirst(),
  }
}

/** Starts a worker that fetches by this clock, in milliseconds. */
async function work(now: () => number): Promise<void> {
  const { database_url } = api.config
  const worker = await openQueue({ database_url, database: api.db, log: silentLog, worker: true })
  workers.push(worker)
  await worker.work({ ...idleJobs, 'import-url': importUrl(api, { ...FILE_LIMITS, now }) })
}

/** Adds dripping links of a person. @returns a function that counts the connections to them */
async function addDripping(person: Person, links: number) {
  const paths = Array.from({ length: links }, at)
  for (const path of paths) await add(person, films.serve(path, DRIPPING))
  return () => paths.reduce((sum, path) => sum + films.of(path).open, 0)
}

const patiently = { timeout: 15_000 }

test('eight dripping links of one person delay the link of another company not at all', async () => {
  const [greedy, modest] = [await api.person(undefined, 'PRO'), await api.person(undefined, 'PRO')]
  const open = await addDripping(greedy, 8)
  // Its clock is still, so no connection is too slow.
  await work(() => 0)
  await expect.poll(open, patiently).toBe(2)
  const content = film(1_000)
  const video = await add(modest, films.serve(at(), { content }))
  await expect.poll(async () => (await video.row()).file_size, patiently).toBe(content.length)
  expect(open()).toBe(2)
}, 60_000)

test('when dripping links of two companies hold every place, a third has its turn after a minute', async () => {
  const people = [await api.person(undefined, 'PRO'), await api.person(undefined, 'PRO')]
  const opens = await Promise.all(people.map((person) => addDripping(person, 2)))
  const open = () => opens.reduce((sum, each) => sum + each(), 0)
  let now = 0
  await work(() => now)
  await expect.poll(open, patiently).toBe(4)
  const content = film(1_000)
  const video = await add(await api.person(undefined, 'PRO'), films.serve(at(), { content }))
  const begun = () => api.db.selectFrom('video_fetches').select('video_id').where('file_size', 'is not', null).execute()
  await expect.poll(async () => (await begun()).length, patiently).toBeGreaterThanOrEqual(4)
  expect(await video.row()).toMatchObject({ file_size: 0 })
  // A minute that passes while a connection is only just begun does not count for it, so another one may have to.
  const afterAMinute = async () => {
    now += 1000 * FETCH.pace
    return (await video.row()).file_size
  }
  await expect.poll(afterAMinute, { ...patiently, interval: 3_000 }).toBe(content.length)
}, 60_000)

/** A clock that goes on by this many milliseconds whenever somebody looks at it. */
function fastClock(step: number): () => number {
  let now = 0
  return () => {
    now += step
    return now
  }
}
const LIMITS: FileLimits = { ...FILE_LIMITS, delays: [0, 0] }

test('a server that drips is left after each minute, goes on where it stopped, and ends with a clear error', async () => {
  const path = at()
  const video = await add(
    await api.person(undefined, 'PRO'),
    films.serve(path, { ...DRIPPING, pause: 1, ranges: true }),
  )
  const limits = { ...LIMITS, now: fastClock(1_000) }
  for (const tries of [1, 2]) {
    await video.run(limits)
    expect([(await video.row()).status, (await video.fetch())?.tries]).toEqual(['PENDING', tries])
  }
  await video.run(limits)
  expect(await video.row()).toMatchObject({ status: 'ERROR', error: expect.stringContaining('too slowly') })
  const { made } = films.of(path)
  expect(made.map(({ range }) => range === undefined || range === 'bytes=0-')).toEqual([true, false, false])
  expect(await video.fetch()).toMatchObject({ received: expect.any(Number) })
  expect((await video.fetch())?.received).toBeGreaterThan(0)
})

test('a file that does not come in time, from a server that cannot go on, ends with a clear error and leaves nothing', async () => {
  const served = { content: film(20_000_000), ranges: false, piece: 1024 ** 2 }
  const video = await add(await api.person(undefined, 'PRO'), films.serve(at(), served))
  const limits = { ...FILE_LIMITS, delays: [0, 0, 0, 0], now: fastClock(100), longest_try: 1 }
  for (let tries = 1; tries < FETCH.whole_tries; tries += 1) {
    await video.run(limits)
    expect([(await video.row()).status, (await video.fetch())?.tries]).toEqual(['PENDING', tries])
  }
  await video.run(limits)
  expect(await video.row()).toMatchObject({ status: 'ERROR', error: expect.stringContaining('within two hours') })
  expect(await video.fetch()).toMatchObject({ received: 0 })
})
