import { access } from 'node:fs/promises'
import path from 'node:path'
import { placeOnSheet } from '@footnote/contract/nouns/library/videos/storyboard-pictures.ts'
import type { Storyboard, StoryboardSheet } from '@footnote/contract/nouns/library/videos.ts'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import { copyVideos } from '../../../../seed/rows/copied-videos.ts'
import type { Sender } from '../../../../seed/rows/senders.ts'
import { startIndexingBesideApi } from '../../../test/indexing-tests.ts'
import { ffmpeg, makeJob, NUMBERED, numberIn } from '../../../test/made-media.ts'
import { findDifferences } from '../../app/command/fsck.ts'
import { askAgain } from '../../features/library/indexing/commands.ts'
import { deleteVideo } from '../../features/library/videos/delete-video.job.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Only pictures, for the player. */
const REVIEW = { visual: false, ocr: false, audio: false, kind: 'review' } as const
const RATE = 2
const job = await makeJob()
const { indexing, api, viewer } = await startIndexingBesideApi()
afterAll(async () => {
  await Promise.all([api.close(), indexing.close()])
  await job.remove()
})

/** Each frame shows its number, and key frames are 2 s apart. */
async function index(name: string, seconds: number): Promise<string> {
  const drawn = ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=${RATE}:d=${seconds},${NUMBERED}`]
  await ffmpeg(
    ...drawn,
    '-g',
    '4',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
    job.path(name),
  )
  const video = await indexing.settled(await indexing.add(job.path(name), REVIEW))
  expect(video.status).toBe('SUCCESS')
  return video.id
}
const sheetsOf = async (id: string, who: Sender = viewer): Promise<StoryboardSheet[]> =>
  (await api.get(`/api/quick-review/storyboard/${id}`, who)).json.sheets
const boardOf = async (id: string): Promise<Storyboard> =>
  (await api.get(`/api/get_video_details/${id}`, viewer)).json.storyboard
const fetched = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(api.base + url)).arrayBuffer())
/** The number of the frame on a tile. */
async function frameOn(sprite: Buffer, place: number): Promise<number> {
  const [left, top] = [(place % 10) * 160, Math.floor(place / 10) * 90]
  return await numberIn(await sharp(sprite).extract({ left, top, width: 160, height: 90 }).png().toBuffer())
}
/** Reindexes, as a better decoder would. */
const again = (id: string) =>
  indexing.db.transaction().execute((transaction) => askAgain(transaction, indexing.queue, [id], 'samples'))
const inAWeek = () => Date.now() + 7 * 86_400_000

test('a long film has a picture for each five seconds, of a frame shortly before, for everybody who may watch it', async () => {
  const id = await index('long.mp4', 512)
  const board = await boardOf(id)
  const size = { tile_width: 160, tile_height: 90, columns: 10, count: 100 }
  expect(board).toMatchObject({ ...size, sheets: { interval: 5, count: 103, columns: 10, tiles: 100 } })
  expect(board.interval).toBeCloseTo(5.12)
  const sheets = await sheetsOf(id)
  expect(sheets.map(({ number }) => number)).toEqual([0, 1])
  const sprites = await Promise.all(sheets.map(({ url }) => fetched(url)))
  const sizes = await Promise.all(sprites.map(async (sprite) => await sharp(sprite).metadata()))
  expect(sizes).toMatchObject([
    { format: 'webp', width: 1600, height: 900 },
    { format: 'webp', width: 1600, height: 90 },
  ])
  for (const tile of [0, 1, 2, 9, 10, 49, 50, 98, 99, 100, 101, 102]) {
    const { number, place } = placeOnSheet(board.sheets!, tile)
    // Samples are the key frames, one in two seconds.
    const late = Math.min(512, (tile + 0.5) * 5) - (await frameOn(sprites[number]!, place)) / RATE
    expect(late, `tile ${tile}`).toBeGreaterThanOrEqual(0)
    expect(late, `tile ${tile}`).toBeLessThanOrEqual(2)
  }
  // A client that knows no sheets reads the sprite over the whole film, as before.
  expect(await frameOn(await fetched(board.url), 99)).toBeGreaterThan((99.5 * 5.12 - 2.1) * RATE)

  expect((await api.get(`/api/quick-review/storyboard/${id}`)).status).toBe(401)
  expect((await api.get(`/api/quick-review/storyboard/${id}`, await api.person())).status).toBe(404)
  const guest = await api.aLink(viewer, id, 'viewer')
  const [shared] = await sheetsOf(id, guest)
  expect((await fetch(api.base + shared!.url, { headers: { range: 'bytes=0-1' } })).status).toBe(206)
  expect((await api.get(`/api/quick-review/storyboard/${crypto.randomUUID()}`, guest)).status).toBe(404)

  const { collection_id } = await api.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const to = await api.aCollection(viewer)
  const [copy = ''] = await copyVideos(api.db, collection_id, to, viewer.id, [{ file_name: 'copy.mp4' }])
  expect((await fetched((await sheetsOf(copy))[1]!.url)).equals(sprites[1]!)).toBe(true)
  await api.db.deleteFrom('videos').where('id', '=', copy).execute()

  const stored = path.join(indexing.data_dir, 'files', 'videos', id)
  expect(await findDifferences(indexing, null, inAWeek())).toEqual([])
  await indexing.storage.remove(`videos/${id}/storyboard/1.webp`)
  expect(await findDifferences(indexing, null, inAWeek())).toMatchObject([
    { kind: 'missing', key: `videos/${id}/storyboard/1.webp` },
  ])
  const [before] = sheets
  await indexing.db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', id).execute()
  const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: console }
  await deleteVideo(indexing)({ video_id: id }, context)
  await expect(access(stored)).rejects.toThrow('ENOENT')
  expect((await fetch(api.base + before!.url)).ok).toBe(false)
})

test('a film from before keeps its pictures, and gets sheets when it is indexed again, or loses those it has no more', async () => {
  const id = await index('short.mp4', 8)
  expect(await boardOf(id)).toMatchObject({ interval: 1, count: 8, sheets: null })
  expect(await sheetsOf(id)).toEqual([])
  // As if it had been read as a film of 1,030 s: two sheets more than it needs now.
  const key = `videos/${id}/storyboard/`
  const sheets = { key, interval: 5, count: 206, columns: 10, tiles: 100 }
  const { storage, db } = indexing
  for (const number of [0, 1, 2])
    await storage.writeFile(`${key}${number}.webp`, await copyOf('short.mp4'), 'image/webp')
  await db
    .updateTable('videos')
    .set({ storyboard_sheets: JSON.stringify(sheets) })
    .where('id', '=', id)
    .execute()
  expect(await sheetsOf(id)).toHaveLength(3)
  await again(id)
  await expect.poll(() => sheetsOf(id), { timeout: 60_000 }).toEqual([])
  expect(await findDifferences(indexing, null, inAWeek())).toEqual([])
})

async function copyOf(name: string): Promise<string> {
  const file = job.path(`copy-${crypto.randomUUID()}`)
  await ffmpeg('-i', job.path(name), '-frames:v', '1', '-f', 'image2', '-c:v', 'png', file)
  return file
}
