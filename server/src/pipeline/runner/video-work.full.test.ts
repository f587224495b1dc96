import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { silentLog } from '../../../test/product.ts'
import { programsOf } from '../../../test/programs.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { loadVideo, workOnVideo } from './video-work.ts'

const folder = await temporaryFolder('video-work')
const film = path.join(folder, 'film.mp4')
// Each sample is kept, and each picture is a key frame.
const pictures = 'nullsrc=size=640x360:rate=1:duration=30,geq=random(1)*255:128:128'
await ffmpeg('-f', 'lavfi', '-i', pictures, '-c:v', 'libx264', '-preset', 'ultrafast', '-g', '1', film)
const indexing = await startIndexing()
afterAll(() => indexing.close())

test.each(['ends with an error', 'is aborted'])('sampling ends with the work on a video that %s', async (how) => {
  const video = await indexing.settled(await indexing.add(film, { visual: false, ocr: false, audio: false }))
  await indexing.playable(video.id)
  const loaded = await loadVideo(indexing.db, video.id, ['SUCCESS'])
  if (!loaded) throw new Error('The video is gone.')
  const ending = new AbortController()
  const context = { signal: ending.signal, last_attempt: false, starts: 1, log: silentLog }
  const reason = new Error('The worker ends.')
  const working = workOnVideo(indexing.services, loaded, context, async (work) => {
    for await (const { time } of work.samples())
      if (time > 10) {
        if (how === 'is aborted') ending.abort(reason)
        throw reason
      }
  })
  await expect(working).rejects.toBe(reason)
  expect(programsOf('ffmpeg')).toEqual([])
  expect(await readdir(path.join(indexing.data_dir, 'work'))).toEqual([])
})
