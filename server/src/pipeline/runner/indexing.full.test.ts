import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeIndexedFilm, openIndexings } from '../../../test/indexing-tests.ts'
import { whileItWaits } from '../../../test/locks.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import type { VisualEngine } from '../../engines/engine.ts'
import { moveVideo } from '../../features/library/videos/status.ts'

const PICTURE = { visual: true, ocr: false, audio: false }

const folder = await temporaryFolder('indexing')
const film = await makeIndexedFilm(folder)
const start = openIndexings()

/** A visual engine for tests that are not about engines; `look` is called for each sample. */
const visualEngine = (look: () => Promise<void>): VisualEngine => ({
  id: 'test-1',
  name: 'Test',
  dimensions: 3,
  cosines: { unrelated: 0, matching: 1 },
  async *describe(samples) {
    for await (const { time } of samples) {
      await look()
      yield { time, concepts: [], vector: Float32Array.of(0.6, 0, 0.8) }
    }
  },
  describeReference: () => Promise.resolve({}),
  embedText: () => Promise.resolve(null),
  close: () => Promise.resolve(),
})

test('a video without sound says so if words were requested', async () => {
  const silent = path.join(folder, 'silent.mp4')
  await ffmpeg('-i', film, '-an', '-c', 'copy', silent)
  const indexing = await start()
  const video = await indexing.settled(await indexing.add(silent, { visual: false, ocr: false, audio: true }))
  expect(video).toMatchObject({ status: 'SUCCESS', subtitle_key: null, speech_note: 'The video has no sound.' })
})

test('a charge locks the company before the video, as the deletion of an account does', async () => {
  const indexing = await start()
  const { db, company_id } = indexing
  const id = await indexing.settled(await indexing.add(film, PICTURE)).then((video) => video.id)
  await db.deleteFrom('video_stages').where('video_id', '=', id).where('stage', '=', 'charge').execute()
  const charge = () =>
    db.transaction().execute(async (transaction) => {
      await transaction.updateTable('videos').set({ status: 'PENDING' }).where('id', '=', id).execute()
      await indexing.queue.enqueue(transaction, 'index-video', { video_id: id })
    })
  const company = { table: 'companies', id: company_id } as const
  await whileItWaits(db, company, charge, { table: 'videos', id })
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS' })
})

test('a company above a smaller plan’s minutes indexes nothing more, and keeps its results', async () => {
  const indexing = await start()
  const { db, company_id } = indexing
  const kept = await indexing.settled(await indexing.add(film, PICTURE))
  const used = { video_id: crypto.randomUUID(), company_id, file_name: 'old.mp4', seconds: 100 * 60, bytes: 1 }
  await db.insertInto('usage_charges').values(used).execute()
  const over = await indexing.settled(await indexing.add(film, PICTURE))
  expect(over).toMatchObject({
    status: 'OVER_LIMIT',
    error:
      "This video is 0h 0m 8s long, and your plan's 60 minutes have nothing left. Choose a larger plan, then try again.",
  })
  const still = await db.selectFrom('videos').select('status').where('id', '=', kept.id).executeTakeFirst()
  expect(still?.status).toBe('SUCCESS')
})

test('without billing there is no limit, and the usage history still records videos', async () => {
  const indexing = await start({ billing: false })
  const { db, company_id } = indexing
  const used = { video_id: crypto.randomUUID(), company_id, file_name: 'old.mp4', seconds: 100 * 60, bytes: 1 }
  await db.insertInto('usage_charges').values(used).execute()
  const video = await indexing.settled(await indexing.add(film, PICTURE))
  expect(video.status).toBe('SUCCESS')
  const charge = await db.selectFrom('usage_charges').selectAll().where('video_id', '=', video.id).executeTakeFirst()
  const { user_id, file_name, file_size: bytes, duration: seconds } = video
  expect(charge).toMatchObject({ company_id, user_id, file_name, bytes, seconds })
})

test('an engine that fails twice is tried again, and finished stages are not repeated', async () => {
  let looks = 0
  const engine = visualEngine(async () => {
    looks += 1
    if (looks <= 2) throw new Error('The engine’s process ended.')
  })
  const indexing = await start({ engines: { visual: { engine, reason: null, passed_over: [] } } })
  const id = await indexing.add(film, PICTURE)
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS', error: null })
  const stages = await indexing.db
    .selectFrom('video_stages')
    .select(['stage', 'engine', 'finished_at'])
    .orderBy('finished_at')
    .execute()
  expect(stages.map(({ stage }) => stage)).toEqual(['validate', 'charge', 'rendition', 'samples', 'visual'])
  expect(looks).toBeGreaterThan(2)
  const { rows } = await sql<{ vectors: number }>`select count(*) as vectors from vectors_1`.execute(indexing.db)
  const kept = await indexing.db.selectFrom('samples').select('id').execute()
  expect(rows).toEqual([{ vectors: kept.length }])
})

test('an engine that always fails ends the video with an error that shows nothing internal', async () => {
  const engine = visualEngine(() => Promise.reject(new Error('segfault at /opt/secret/place')))
  const indexing = await start({ engines: { visual: { engine, reason: null, passed_over: [] } } })
  const video = await indexing.settled(await indexing.add(film, PICTURE))
  expect(video).toMatchObject({
    status: 'ERROR',
    error: 'Something went wrong on our side while this video was processed. Please try again.',
  })
  // The job removes its folder after it has ended the video.
  await expect.poll(() => readdir(path.join(indexing.data_dir, 'work'))).toEqual([])
})

test('a video that is deleted during processing leaves no files', async () => {
  const looking = Promise.withResolvers<void>()
  const engine = visualEngine(async () => {
    looking.resolve()
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  })
  const indexing = await start({ engines: { visual: { engine, reason: null, passed_over: [] } } })
  const id = await indexing.add(film, PICTURE)
  await looking.promise
  await moveVideo(indexing.db, id, 'DELETING')
  const files = path.join(indexing.data_dir, 'files', 'videos', id)
  await expect.poll(() => readdir(files).catch(() => 'gone')).toBe('gone')
  await expect.poll(() => readdir(path.join(indexing.data_dir, 'work'))).toEqual([])
  const video = await indexing.db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirst()
  expect(video?.status).toBe('DELETING')
})
