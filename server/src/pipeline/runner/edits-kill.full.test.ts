import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { countOf } from '../../../test/drawn-cases.ts'
import { indexedRows } from '../../../test/indexed-rows.ts'
import { makeQueuedLibrary } from '../../../test/indexing.ts'
import { KilledWorkers } from '../../../test/killed-workers.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { holdTranscript, setUndone } from '../../features/library/transcripts/commands.ts'
import { editWords } from '../../features/library/transcripts/edits.ts'
import { readSaid } from '../../features/library/transcripts/queries.ts'
import { importSubtitles, readSource } from '../../features/library/transcripts/subtitles/commands.ts'

const SPEECH = { visual: false, ocr: false, audio: true }
/** Kills of each of the two kinds. */
const KILLS = countOf({ usual: 1, all: 2 })
/** Corrections, or videos, until a kill must have met a job that is over in a moment. */
const TRIES = 20
/** Longest delay of a kill, in milliseconds: what is left of the speech after its first part takes about a second. */
const DELAY = 500
const patiently = { timeout: 300_000, interval: 200 }

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
const workers = new KilledWorkers(database_url, library.data_dir, DELAY)
afterAll(async () => {
  await workers.killAll()
  await close()
})

workers.start()

/**
 * Adds videos until a kill meets a worker after a part of its speech was stored.
 * @returns the ids of all, the killed one last
 */
async function addAndKill(): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < TRIES) {
    // Listens before the work begins, so that no line is missed.
    const kill = workers.killAt(
      ({ msg, stage }) => msg === 'part stored' && stage === 'speech',
      async () => undefined,
    )
    ids.push(await library.addVideo(queue, film, SPEECH))
    if (await kill) return ids
  }
  throw new Error(`None of ${TRIES} kills met the job.`)
}

/** Makes the first words of a video say something else, as the API does. */
const correct = (video_id: string, text: string) =>
  library.db.transaction().execute(async (transaction) => {
    const { words } = await readSaid(transaction, video_id)
    const held = await holdTranscript(transaction, video_id, null)
    const edits = [{ start_time: words[0]?.start ?? 0, end_time: words[1]?.end ?? 0, text }]
    return await editWords(transaction, held, { queue, user_id: library.user_id }, edits)
  })
/** The rows of a video, once the job that follows its edits has run. @param revision of its transcript */
async function rowsOf(video_id: string, revision = 1) {
  await vi.waitFor(async () => {
    const { db } = library
    const revisions = ['transcript_revision', 'subtitle_revision'] as const
    const video = await db.selectFrom('videos').select(revisions).where('id', '=', video_id).executeTakeFirstOrThrow()
    expect(video).toEqual({ transcript_revision: revision, subtitle_revision: revision })
    const { cues, vectors } = await indexedRows(db, video_id)
    expect(vectors).toHaveLength(cues.length)
  }, patiently)
  return await indexedRows(library.db, video_id)
}

let undisturbed: string

test('a worker that is killed before an edit leaves the rows of an edit after indexing', async () => {
  undisturbed = await library.addVideo(queue, film, SPEECH)
  expect(await library.settled(undisturbed)).toMatchObject({ status: 'SUCCESS' })
  expect(await correct(undisturbed, 'corrected by hand')).toEqual(expect.any(String))
  const expected = await rowsOf(undisturbed)
  expect(expected.cues[0].text).toMatch(/^corrected by hand/)

  for (let kills = 0; kills < KILLS; kills += 1)
    for (const id of await addAndKill()) {
      expect(await correct(id, 'corrected by hand')).toEqual(expect.any(String))
      await workers.release(queue, library.db)
      expect(await library.settled(id)).toMatchObject({ status: 'SUCCESS' })
      expect(await rowsOf(id)).toEqual(expected)
    }
})

test('a worker that is killed while it follows an edit leaves the lines and subtitles of that edit', async () => {
  let revision = 1
  for (let kills = 0; kills < KILLS; revision += 1) {
    if (revision > TRIES) throw new Error(`Only ${kills} kills met the job.`)
    const kill = workers.killAt(
      ({ msg, job }) => msg === 'job started' && job === 'renew-transcript',
      async () => undefined,
    )
    expect(await correct(undisturbed, `correction ${revision}`)).toEqual(expect.any(String))
    if (await kill) kills += 1
    await workers.release(queue, library.db)
    const { cues } = await rowsOf(undisturbed, revision + 1)
    expect(cues[0].text).toMatch(new RegExp(`^correction ${revision} `))
  }
})

test('a worker that is killed while subtitles come in leaves them alone, and their undo has all of it transcribed', async () => {
  const spoken = async (id: string) => (await readSaid(library.db, id)).words.map(({ word }) => word).join(' ')
  const video_id = (await addAndKill()).at(-1) as string
  const edit_id = await library.db.transaction().execute(async (transaction) => {
    const held = await holdTranscript(transaction, video_id, null)
    const text = '1\n00:00:01,000 --> 00:00:02,000\nWe left the harbour.\n'
    const means = { queue, user_id: library.user_id }
    return (await importSubtitles(transaction, held, means, readSource({ revision: 0, text }, null))).edit_id
  })
  await workers.release(queue, library.db)
  expect(await library.settled(video_id)).toMatchObject({ status: 'SUCCESS' })
  expect(await spoken(video_id)).toBe('We left the harbour.')
  const engines = library.db.selectFrom('cues').select('engine').distinct().where('video_id', '=', video_id)
  expect(await engines.execute()).toEqual([{ engine: 'people' }])
  await library.db.transaction().execute(async (transaction) => {
    const held = await holdTranscript(transaction, video_id, null)
    await setUndone(transaction, held, { id: edit_id, undone: true, queue })
  })
  await vi.waitFor(async () => expect((await spoken(video_id)).match(/meeting/g)).toHaveLength(10), patiently)
})
