import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { indexedRows } from '../../../test/indexed-rows.ts'
import { makeQueuedLibrary } from '../../../test/indexing.ts'
import { KilledWorkers, missSigns } from '../../../test/killed-workers.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { holdTranscript } from '../../features/transcripts/commands.ts'
import { editWords } from '../../features/transcripts/edits.ts'
import { readSaid } from '../../features/transcripts/queries.ts'

const SPEECH = { visual: false, ocr: false, audio: true }
const KILLS = 3
const patiently = { timeout: 200_000, interval: 200 }

const folder = await temporaryFolder('edits-kill')
const sentence = path.join(folder, 'sentence.wav')
const said = "flite=text='Good morning everybody and welcome to the meeting':voice=slt"
await ffmpeg('-f', 'lavfi', '-i', `${said},apad=pad_dur=0.8`, sentence)
const film = path.join(folder, 'film.mp4')
await ffmpeg(
  ...['-f', 'lavfi', '-i', 'color=c=gray:size=160x90:rate=10:duration=40', '-stream_loop', '9', '-i', sentence],
  ...['-map', '0:v', '-map', '1:a', '-shortest', '-pix_fmt', 'yuv420p', '-c:a', 'aac', film],
)
const { database_url, library, queue, close } = await makeQueuedLibrary()
const workers = new KilledWorkers(database_url, library.data_dir)
afterAll(async () => {
  await workers.killAll()
  await close()
})

/** Makes the first words of a video say something else, as the API does. */
const correct = (video_id: string) =>
  library.db.transaction().execute(async (transaction) => {
    const { words } = await readSaid(transaction, video_id)
    const held = await holdTranscript(transaction, video_id, null)
    const edits = [{ start_time: words[0]?.start ?? 0, end_time: words[1]?.end ?? 0, text: 'corrected by hand' }]
    return await editWords(transaction, held, { queue, user_id: library.user_id }, edits)
  })
/** The rows of a video, once the job that follows its edits has run. */
async function rowsOf(video_id: string) {
  await vi.waitFor(async () => {
    const { db } = library
    const revisions = ['transcript_revision', 'subtitle_revision'] as const
    const video = await db.selectFrom('videos').select(revisions).where('id', '=', video_id).executeTakeFirstOrThrow()
    expect(video).toEqual({ transcript_revision: 1, subtitle_revision: 1 })
    const { cues, vectors } = await indexedRows(db, video_id)
    expect(vectors).toHaveLength(cues.length)
  }, patiently)
  return await indexedRows(library.db, video_id)
}

test('a worker that is killed after an edit leaves the rows of an edit after indexing', async () => {
  workers.start()
  const undisturbed = await library.addVideo(queue, film, SPEECH)
  expect(await library.settled(undisturbed)).toMatchObject({ status: 'SUCCESS' })
  expect(await correct(undisturbed)).toEqual(expect.any(String))
  const expected = await rowsOf(undisturbed)
  expect(expected.cues[0].text).toMatch(/^corrected by hand/)

  const id = await library.addVideo(queue, film, SPEECH)
  const isPart = ({ msg, stage }: { msg: string; stage?: string }) => msg === 'part stored' && stage === 'speech'
  for (let kills = 0; kills < KILLS; kills++) {
    // After the last part the video ends without another one.
    await workers.killAt(
      (line) => isPart(line) || (kills > 0 && line.msg === 'stage finished' && line.stage === 'speech'),
      async () => undefined,
    )
    if (kills === 0) expect(await correct(id)).toEqual(expect.any(String))
    await missSigns(library.db, workers.waiting)
    if (
      (await library.db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirst())?.status ===
      'SUCCESS'
    )
      break
  }
  expect(await library.settled(id)).toMatchObject({ status: 'SUCCESS' })
  expect(await rowsOf(id)).toEqual(expected)
}, 600_000)
