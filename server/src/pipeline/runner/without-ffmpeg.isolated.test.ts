import path from 'node:path'
import { expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { makeSpokenFilm } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const EVERYTHING = { visual: true, ocr: true, audio: true }

test('without ffmpeg videos wait for it, and none fails', async () => {
  const folder = await temporaryFolder('without-ffmpeg')
  const film = path.join(folder, 'film.mkv')
  await makeSpokenFilm(film, { seconds: 3 })
  const bin = path.join(folder, 'bin')
  const indexing = await startIndexing({ tools: { ffmpeg: `${bin}/ffmpeg`, ffprobe: `${bin}/ffprobe` } })
  try {
    const id = await indexing.add(film, EVERYTHING)
    const read = () => indexing.db.selectFrom('videos').select(['status', 'error']).where('id', '=', id).execute()
    const error = expect.stringMatching(/^Waiting for ffmpeg/)
    await expect.poll(read).toEqual([{ status: 'PENDING', error }])
    expect(await indexing.db.selectFrom('job_errors').selectAll().execute()).toEqual([])
  } finally {
    await indexing.close()
  }
})
