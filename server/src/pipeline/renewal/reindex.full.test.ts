import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { makeColours } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { visualOnly } from '../../../test/visual-only.ts'
import type { VisualEngine } from '../../engines/engine.ts'
import { EngineError } from '../../engines/engine-error.ts'
import type { PassedOver } from '../../engines/registry.ts'
import { askAgain, forgiveStages, pauseCompany, resumeCompany } from '../../features/library/indexing/commands.ts'
import { readOverview } from '../../features/library/indexing/overview.ts'
import { nearestVectors } from '../../platform/db/vectors/vectors.ts'
import { searchCollections } from '../../retrieval/search.ts'

type Indexing = Awaited<ReturnType<typeof startIndexing>>
const open: Indexing[] = []

const folder = await temporaryFolder('reindex')
const film = path.join(folder, 'film.mp4')
await makeColours(film)
afterEach(async () => {
  await Promise.all(open.splice(0).map((indexing) => indexing.close()))
})

/** An engine whose vectors all have one direction; `look` is called for each sample. */
const engineOf = (
  id: string,
  vector: readonly number[],
  look = async (): Promise<void> => undefined,
): VisualEngine => ({
  id,
  name: `Engine ${id}`,
  dimensions: vector.length,
  cosines: { unrelated: 0, matching: 1 },
  async *describe(samples, signal) {
    for await (const { time } of samples) {
      signal?.throwIfAborted()
      await look()
      yield { time, concepts: [{ name: id, kind: 'object', confidence: 0.9 }], vector: Float32Array.from(vector) }
    }
  },
  describeReference: async () => ({ vector: Float32Array.from(vector) }),
  embedText: async () => Float32Array.from(vector),
  close: async () => undefined,
})
const older = engineOf('older-1', [1, 0])
const newer = engineOf('newer-1', [0, 1, 0])

const visual = (engine: VisualEngine, passed_over: readonly PassedOver[] = []) => ({
  visual: { engine, reason: null, passed_over },
})

/** Indexes a video with the older engine. */
async function start() {
  const indexing = await startIndexing({ engines: visual(older) })
  open.push(indexing)
  const video_id = await indexing.add(film)
  expect((await indexing.settled(video_id)).status).toBe('SUCCESS')
  return { ...indexing, video_id }
}

const standsOn = async ({ db }: Indexing, video_id: string) =>
  (
    await db
      .selectFrom('video_stages')
      .select('engine')
      .where('video_id', '=', video_id)
      .where('stage', '=', 'visual')
      .executeTakeFirst()
  )?.engine
const dueOf = ({ db }: Indexing, video_id: string) =>
  db.selectFrom('due_stages').selectAll().where('video_id', '=', video_id).execute()
const overview = ({ db, company_id }: Indexing) => readOverview(db, company_id, (id) => id)
const countOf = async ({ db }: Indexing, table: 'concepts', engine: string) =>
  Number(
    (
      await db
        .selectFrom(table)
        .select((row) => row.fn.countAll().as('count'))
        .where('engine', '=', engine)
        .executeTakeFirstOrThrow()
    ).count,
  )
const patiently = { timeout: 300_000, interval: 50 }

test('a better engine indexes beside the old results and replaces them when complete; minutes are charged once', async () => {
  const indexing = await start()
  const { db, video_id } = indexing
  const { collection_id } = await db
    .selectFrom('videos')
    .select('collection_id')
    .where('id', '=', video_id)
    .executeTakeFirstOrThrow()
  const gate = Promise.withResolvers<void>()
  const waiting = engineOf('newer-1', [0, 1, 0], () => gate.promise)
  const find = (engine: VisualEngine) =>
    searchCollections(
      { db, engines: visualOnly(engine) },
      { collections: [{ id: collection_id, modalities: ['visual'] }], query: 'anything', temperature: 0.5 },
    )
  await indexing.choose(visual(waiting))
  await vi.waitFor(async () => expect((await overview(indexing)).running).toHaveLength(1), patiently)
  expect((await find(older)).matches.length).toBeGreaterThan(0)
  expect(await standsOn(indexing, video_id)).toBe('older-1')
  gate.resolve()
  await vi.waitFor(async () => expect(await standsOn(indexing, video_id)).toBe('newer-1'), patiently)
  expect((await find(newer)).matches.length).toBeGreaterThan(0)
  expect(
    await nearestVectors(db, { engine: 'older-1', rows_of: 'samples' }, [video_id], Float32Array.of(1, 0)),
  ).toEqual([])
  expect([await countOf(indexing, 'concepts', 'older-1'), await dueOf(indexing, video_id)]).toEqual([0, []])
  const video = await db.selectFrom('videos').selectAll().where('id', '=', video_id).executeTakeFirstOrThrow()
  expect([video.status, video.status_percentage]).toEqual(['SUCCESS', 100])
  expect(await db.selectFrom('usage_charges').selectAll().execute()).toHaveLength(1)
})

test('paused work stops at once without storing half of it; resumed work is completed', async () => {
  const indexing = await start()
  const { db, video_id, company_id, queue } = indexing
  let looks = 0
  const slow = engineOf('newer-1', [0, 1, 0], async () => {
    looks += 1
    if (looks > 1) await new Promise((resolve) => setTimeout(resolve, looks > 4 ? 0 : 2_000))
  })
  await indexing.choose(visual(slow))
  await vi.waitFor(() => expect(looks).toBeGreaterThan(1), patiently)
  await pauseCompany(db, company_id)
  await vi.waitFor(async () => expect(await overview(indexing)).toMatchObject({ running: [], paused: true }), patiently)
  expect(await standsOn(indexing, video_id)).toBe('older-1')
  expect(await countOf(indexing, 'concepts', 'newer-1')).toBe(0)
  expect(await overview(indexing)).toMatchObject({ videos_left: 1, failures: [] })
  await db.transaction().execute((transaction) => resumeCompany(transaction, queue, company_id))
  await vi.waitFor(async () => expect(await standsOn(indexing, video_id)).toBe('newer-1'), patiently)
  expect(await overview(indexing)).toMatchObject({ videos_left: 0, paused: false })
})

test('a failing engine is tried three times, then its sentence is shown, the old results still answer, and somebody can retry it', async () => {
  const indexing = await start()
  const { db, video_id, queue } = indexing
  let broken = true
  const failing = engineOf('newer-1', [0, 1, 0], async () => {
    if (broken) throw new EngineError('refused', 'The picture tower broke off.')
  })
  await indexing.choose(visual(failing))
  await vi.waitFor(
    async () =>
      expect((await overview(indexing)).failures).toMatchObject([
        { video_id, stage: 'visual', error: 'The picture tower broke off.', errors: 3 },
      ]),
    patiently,
  )
  expect(await standsOn(indexing, video_id)).toBe('older-1')
  expect(await overview(indexing)).toMatchObject({ videos_left: 0, seconds_left: null })
  // Another search for due stages does not retry it.
  await indexing.choose(visual(failing))
  expect(await dueOf(indexing, video_id)).toMatchObject([{ given_up: true }])
  broken = false
  expect(await db.transaction().execute((transaction) => forgiveStages(transaction, queue, video_id))).toBe(true)
  await vi.waitFor(async () => expect(await standsOn(indexing, video_id)).toBe('newer-1'), patiently)
  expect((await overview(indexing)).failures).toEqual([])
})

test('a video indexed by a better engine than this machine has is left unchanged', async () => {
  const indexing = await start()
  const passed_over = [{ id: 'older-1', name: 'Older', reason: 'Its model is not here.' }]
  await indexing.choose(visual(newer, passed_over))
  expect(await dueOf(indexing, indexing.video_id)).toEqual([])
  expect(await standsOn(indexing, indexing.video_id)).toBe('older-1')
})

test('a requested stage runs again with the same engine', async () => {
  const indexing = await start()
  const { db, video_id, queue } = indexing
  const finished = async () =>
    await db
      .selectFrom('video_stages')
      .select(['finished_at', 'again', 'seconds'])
      .where('video_id', '=', video_id)
      .where('stage', '=', 'visual')
      .executeTakeFirstOrThrow()
  const before = await finished()
  const rows = await countOf(indexing, 'concepts', 'older-1')
  await db.transaction().execute((transaction) => askAgain(transaction, queue, [video_id], 'visual'))
  await vi.waitFor(async () => expect((await finished()).again).toBe(false), patiently)
  const after = await finished()
  expect(after.finished_at.getTime()).toBeGreaterThan(before.finished_at.getTime())
  expect(after.seconds).toBeGreaterThan(0)
  expect(await countOf(indexing, 'concepts', 'older-1')).toBe(rows)
  expect(await dueOf(indexing, video_id)).toEqual([])
})

test('the remaining time is estimated before the start, from the engine’s work on other videos', async () => {
  const indexing = await start()
  const { db, company_id, video_id } = indexing
  await pauseCompany(db, company_id)
  await indexing.choose(visual(newer))
  expect(await overview(indexing)).toMatchObject({ videos_left: 1, seconds_left: null, not_measured: ['visual'] })
  const second = await indexing.add(film)
  await indexing.settled(second)
  await db
    .updateTable('video_stages')
    .set((row) => ({ seconds: row.case().when('stage', '=', 'samples').then(2).else(5).end() }))
    .where('video_id', '=', second)
    .execute()
  await db.updateTable('video_stages').set({ seconds: null }).where('video_id', '=', video_id).execute()
  const { seconds_left, not_measured } = await overview(indexing)
  expect(seconds_left).toBeCloseTo(5 + 2, 1)
  expect(not_measured).toEqual([])
})

test('samples that are decoded differently are replaced together with their results', async () => {
  const indexing = await start()
  const { db, video_id } = indexing
  const timesOf = async () =>
    (await db.selectFrom('samples').select('time').where('video_id', '=', video_id).orderBy('time').execute()).map(
      ({ time }) => time,
    )
  const decoded = await timesOf()
  const [first] = decoded
  await db
    .updateTable('samples')
    .set((row) => ({ time: row('time', '+', 0.01) }))
    .where('video_id', '=', video_id)
    .where('time', '=', first ?? -1)
    .execute()
  await indexing.choose(visual(newer))
  await vi.waitFor(async () => expect(await standsOn(indexing, video_id)).toBe('newer-1'), patiently)
  expect(await timesOf()).toEqual(decoded)
  expect(await countOf(indexing, 'concepts', 'newer-1')).toBe(decoded.length)
  expect(await dueOf(indexing, video_id)).toEqual([])
})

test('work on a deleted video stops', async () => {
  const indexing = await start()
  const { db, video_id } = indexing
  let looks = 0
  const slow = engineOf('newer-1', [0, 1, 0], async () => {
    looks += 1
    await new Promise((resolve) => setTimeout(resolve, 500))
  })
  await indexing.choose(visual(slow))
  await vi.waitFor(() => expect(looks).toBeGreaterThan(0), patiently)
  await db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', video_id).execute()
  await vi.waitFor(async () => expect((await dueOf(indexing, video_id))[0]?.worked_on_at).toBeNull(), patiently)
  expect(await standsOn(indexing, video_id)).toBe('older-1')
  expect(await dueOf(indexing, video_id)).toMatchObject([{ errors: 0, given_up: false }])
})

test('videos of an expired collection are left unchanged', async () => {
  const indexing = await start()
  await indexing.db
    .updateTable('collections')
    .set({ created_at: new Date(0) })
    .execute()
  await indexing.choose(visual(newer))
  expect(await dueOf(indexing, indexing.video_id)).toEqual([])
})
