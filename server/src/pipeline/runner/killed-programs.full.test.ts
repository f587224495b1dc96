import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { countOf } from '../../../test/drawn-cases.ts'
import { startIndexing } from '../../../test/indexing.ts'
import { killEach } from '../../../test/kill-each.ts'
import { makeSpokenFilm } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const delays = vi.hoisted(() => ({ kill_delays: [] as number[], engine_kill_delays: [] as number[] }))
// The same number of attempts without their pauses, which would take minutes.
vi.mock('@footnote/contract/shared/limits.ts', async (load) => {
  const limits = await load<typeof import('@footnote/contract/shared/limits.ts')>()
  delays.kill_delays.push(...limits.JOBS.kill_delays.map(() => 0.1))
  delays.engine_kill_delays.push(...limits.JOBS.engine_kill_delays.map(() => 0.1))
  return { ...limits, JOBS: { ...limits.JOBS, ...delays } }
})
const EVERYTHING = { visual: true, ocr: true, audio: true }

const folder = await temporaryFolder('killed')
const film = path.join(folder, 'film.mp4')
await makeSpokenFilm(film, { seconds: 4 })
const indexing = await startIndexing()
afterAll(() => indexing.close())

const linesOf = async (id: string) => ({
  said: (
    await indexing.db.selectFrom('cues').select('text').where('video_id', '=', id).orderBy('number').execute()
  ).map(({ text }) => text),
  written: (
    await indexing.db.selectFrom('text_spans').select('text').where('video_id', '=', id).orderBy('number').execute()
  ).map(({ text }) => text),
})
const undisturbed = await indexing.settled(await indexing.add(film, EVERYTHING))
const expected = await linesOf(undisturbed.id)
expect([expected.said.length > 0, expected.written.length > 0]).toEqual([true, true])

const jobErrors = () => indexing.db.selectFrom('job_errors').selectAll().execute()

test.skipIf(process.platform !== 'linux').each(['footnote-engine', 'ffmpeg', 'ffprobe'])(
  'a video whose %s is killed three times has the same results as an undisturbed one, and no errors',
  async (program) => {
    const stop = await killEach(program, 3)
    const video = await indexing.settled(await indexing.add(film, EVERYTHING))
    expect(await stop()).toBe(3)
    expect(video).toMatchObject({ status: 'SUCCESS', speech_note: null, duration: undisturbed.duration })
    expect(await linesOf(video.id)).toEqual(expected)
    // Wait for the job that decodes the rest of the video, or the next test would kill its programs.
    await indexing.playable(video.id)
    expect(await jobErrors()).toEqual([])
  },
)

test.skipIf(process.platform !== 'linux').each(['ffmpeg', 'ffprobe'])(
  'the check of an indexed video survives three kills of its %s without an error',
  async (program) => {
    await indexing.playable(undisturbed.id)
    const stop = await killEach(program, 3)
    await indexing.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('videos').set({ playback: 'UNCHECKED' }).where('id', '=', undisturbed.id).execute()
      await indexing.queue.enqueue(transaction, 'check-video', { video_id: undisturbed.id })
    })
    expect(await indexing.playable(undisturbed.id)).toMatchObject({ playback: 'READY' })
    expect(await stop()).toBe(3)
    expect(await jobErrors()).toEqual([])
  },
)

test.skipIf(process.platform !== 'linux')(
  'a recogniser that is killed at every start ends the video with an error, and a retry finds the speech',
  async () => {
    // Fewer attempts: each starts the recogniser.
    const attempts = countOf({ usual: 2, all: delays.kill_delays.length })
    delays.kill_delays.splice(attempts)
    delays.engine_kill_delays.splice(attempts)
    const stop = await killEach('footnote-engine')
    const video = await indexing.settled(await indexing.add(film, EVERYTHING))
    expect(await stop()).toBeGreaterThan(10)
    expect(video).toMatchObject({ status: 'ERROR', speech_note: null, error: expect.stringContaining('memory') })
    await indexing.retry(video.id)
    expect(await indexing.settled(video.id)).toMatchObject({ status: 'SUCCESS', speech_note: null, error: null })
    expect(await linesOf(video.id)).toEqual(expected)
  },
)
