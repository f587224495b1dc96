import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { toWebVtt } from '@footnote/contract/shared/language/subtitles.ts'
import { VIDEO_STATUSES } from '@footnote/contract/shared/video-status.ts'
import { expect, test } from 'vitest'
import { makeIndexedFilm, openIndexings } from '../../../test/indexing-tests.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { partsOf } from '../../features/library/videos/queries.ts'
import { moveVideo } from '../../features/library/videos/status.ts'

const EVERYTHING = { visual: true, ocr: true, audio: true }
/** Only the video's facts and its rendition. */
const NOTHING = { visual: false, ocr: false, audio: false }

const folder = await temporaryFolder('indexing')
const film = await makeIndexedFilm(folder)
const start = openIndexings()

test('speech, pictures and on-screen text are found with their times, and the status shows the progress', async () => {
  const indexing = await start()
  const { db, storage } = indexing
  const id = await indexing.add(film, EVERYTHING)
  const seen: { status: string; status_percentage: number }[] = []
  let video = await db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  while (video.status !== 'SUCCESS') {
    seen.push(video)
    await new Promise((resolve) => setTimeout(resolve, 100))
    video = await db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }
  for (const { status } of seen) expect(VIDEO_STATUSES).toContain(status)
  expect(seen.map(({ status_percentage }) => status_percentage)).toEqual(
    seen.map(({ status_percentage }) => status_percentage).sort((one, other) => one - other),
  )
  const sha256 = createHash('sha256')
    .update(await readFile(film))
    .digest('hex')
  expect(video).toMatchObject({
    sha256,
    status_percentage: 100,
    error: null,
    speech_note: null,
    width: 640,
    height: 360,
  })

  const cues = await db.selectFrom('cues').selectAll().where('video_id', '=', id).execute()
  expect(cues.map((cue) => cue.text.toLowerCase()).join(' ')).toMatch(
    /^good morning,? everybody,? and welcome to the meeting\.$/,
  )
  expect(cues[0]?.words[0]).toMatchObject({ start: expect.any(Number), end: expect.any(Number) })
  const subtitles = await readFile(await storage.local(video.subtitle_key ?? '', folder), 'utf8')
  expect(subtitles).toMatch(/^WEBVTT\n\n00:00:0\d\.\d{3} --> /)
  // A browser makes the same file from the words of the transcript.
  const { words } = (await partsOf(db, id)).said
  expect(subtitles).toBe(
    toWebVtt(
      words.map(({ word, start, end }) => ({ word, start, end })),
      [],
    ),
  )

  const shots = await db.selectFrom('shots').selectAll().where('video_id', '=', id).orderBy('number').execute()
  expect(shots.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
    [0, 4],
    [4, video.duration],
  ])
  const samples = await db.selectFrom('samples').selectAll().where('video_id', '=', id).orderBy('time').execute()
  expect(new Set(samples.map(({ shot }) => shot))).toEqual(new Set([0, 1]))
  for (const { thumbnail_key } of samples) expect(await storage.stat(thumbnail_key ?? '')).not.toBeNull()
  const concepts = await db.selectFrom('concepts').select('name').where('video_id', '=', id).execute()
  expect(concepts.map(({ name }) => name)).toContain('white')
  const spans = await db.selectFrom('text_spans').selectAll().where('video_id', '=', id).execute()
  const report = spans.find(({ text }) => text.includes('Quarterly report'))
  expect(report?.start_time).toBeGreaterThan(3)
  expect(report?.end_time).toBeCloseTo(video.duration ?? 0, 1)
  expect(await storage.stat(video.storyboard_key ?? '')).not.toBeNull()
  expect(video.storyboard).toMatchObject({ count: 8, interval: 1, tile_width: 160, tile_height: 90 })
  await expect.poll(() => readdir(path.join(indexing.data_dir, 'work'))).toEqual([])
})

test('without a speech engine the video is indexed all the same, and says why it has no words', async () => {
  const indexing = await start({
    engines: { speech: { engine: null, reason: 'No speech engine is installed.', passed_over: [] } },
  })
  const video = await indexing.settled(await indexing.add(film, { visual: false, ocr: false, audio: true }))
  expect(video).toMatchObject({
    status: 'SUCCESS',
    subtitle_key: null,
    speech_note: 'No speech engine is installed.',
    storyboard: null,
  })
})

test('a text that is called a film fails with a sentence that names the cause', async () => {
  const diary = path.join(folder, 'diary.mp4')
  await writeFile(diary, 'Dear diary, today was a day.\n'.repeat(50))
  const indexing = await start()
  const video = await indexing.settled(await indexing.add(diary))
  const error = 'This kind of video is not supported.'
  expect(video).toMatchObject({ status: 'FAILED', error, thumbnail_key: null, duration: null })
})

test('of two videos with minutes for one, one succeeds and one is over the limit, which a larger plan lifts', async () => {
  const indexing = await start()
  const { db, company_id } = indexing
  const used = { video_id: crypto.randomUUID(), company_id, file_name: 'old.mp4', seconds: 3600 - 10, bytes: 1 }
  await db.insertInto('usage_charges').values(used).execute()
  const ids = [await indexing.add(film, NOTHING), await indexing.add(film, NOTHING)]
  const videos = await Promise.all(ids.map((id) => indexing.settled(id)))
  expect(videos.map(({ status }) => status).sort()).toEqual(['OVER_LIMIT', 'SUCCESS'])
  const over = videos.find(({ status }) => status === 'OVER_LIMIT')
  expect(over?.error).toBe(
    "This video is 0h 0m 8s long, and your plan's 60 minutes have 0h 0m 2s left. Choose a larger plan, then try again.",
  )
  await db.updateTable('subscriptions').set({ plan: 'PRO' }).where('company_id', '=', company_id).execute()
  const id = over?.id ?? ''
  await db.transaction().execute(async (transaction) => {
    await moveVideo(transaction, id, 'PENDING')
    await indexing.queue.enqueue(transaction, 'index-video', { video_id: id })
  })
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS', error: null })
  const charges = await db.selectFrom('usage_charges').select('video_id').where('video_id', 'in', ids).execute()
  expect(charges.map(({ video_id }) => video_id).sort()).toEqual([...ids].sort())
})
