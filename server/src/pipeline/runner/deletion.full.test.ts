import { access, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { silentLog } from '../../../test/product.ts'
import { programsOf } from '../../../test/programs.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { deleteVideo } from '../../features/library/videos/delete-video.job.ts'
import { moveVideo } from '../../features/library/videos/status.ts'

/** A video of a review collection is only prepared for playing. */
const NOTHING = { visual: false, ocr: false, audio: false }

const folder = await temporaryFolder('deletion')
const indexing = await startIndexing()
// 4:4:4, which no browser plays.
const [picture, codec] = ['testsrc2=size=640x360:rate=25:duration=2', ['-c:v', 'libx264', '-pix_fmt', 'yuv444p']]
await ffmpeg('-f', 'lavfi', '-i', picture, ...codec, path.join(folder, 'short.mp4'))
await ffmpeg('-stream_loop', '199', '-i', path.join(folder, 'short.mp4'), '-c', 'copy', path.join(folder, 'long.mp4'))
afterAll(() => indexing.close())

test('deleting a video ends its transcode, leaves none of its files, and the next one begins', async () => {
  const { db, storage } = indexing
  const long = await indexing.settled(await indexing.add(path.join(folder, 'long.mp4'), NOTHING))
  await expect.poll(() => programsOf('ffmpeg')).not.toEqual([])
  const [transcode] = programsOf('ffmpeg')
  const short = await indexing.add(path.join(folder, 'short.mp4'), NOTHING)
  await db.transaction().execute((transaction) => moveVideo(transaction, long.id, 'DELETING'))
  const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog }
  await deleteVideo({ db, storage })({ video_id: long.id }, context)
  const still = () => programsOf('ffmpeg').some(({ pid }) => pid === transcode?.pid)
  await expect.poll(still).toBe(false)
  const rendition = async () =>
    (await db.selectFrom('videos').select('rendition_key').where('id', '=', short).executeTakeFirstOrThrow())
      .rendition_key
  await expect.poll(rendition).toBe(`videos/${short}/rendition.mp4`)
  await access(path.join(indexing.data_dir, 'files', 'videos', short, 'rendition.mp4'))
  expect(await readdir(path.join(indexing.data_dir, 'files', 'videos'))).toEqual([short])
  await expect.poll(() => readdir(path.join(indexing.data_dir, 'work'))).toEqual([])
})
