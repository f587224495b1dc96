import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { makeJob } from '../../../test/made-media.ts'
import { startProduct } from '../../../test/product.ts'
import { openTalks, SAID, TALKS, type Talk } from '../../../test/talks.ts'
import { moonshine } from '../../engines/speech/moonshine/moonshine.ts'
import { noModels } from '../../engines/testing/no-models.ts'

// Each film is made, indexed and decoded, possibly on a busy machine. `talks.full.test.ts` has the other kinds.
vi.setConfig({ testTimeout: 900_000 })

const run = promisify(execFile)
const SPEECH = { visual: false, ocr: false, audio: true }
const job = await makeJob()
const engine = moonshine('base').open({ threads: 2, models: noModels })
const indexing = await startIndexing({ engines: { speech: { engine, reason: null, passed_over: [] } } })
const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
afterAll(async () => {
  await Promise.all([api.close(), indexing.close(), engine.close()])
  await job.remove()
})
await api.db.updateTable('subscriptions').set({ plan: 'TEAM' }).execute()
const viewer = await api.person({ company_id: indexing.company_id })
const talks = await openTalks(job)

const kind = (name: string): Talk => TALKS.find((talk) => talk.name === name) as Talk
async function index(talk: Talk) {
  const video = await indexing.settled(await indexing.add(await talks.make(talk), SPEECH, `talk.${talk.container}`))
  expect(video).toMatchObject({ status: 'SUCCESS', sound: expect.any(Object) })
  return video
}
const detail = async (id: string) => (await api.get(`/api/get_video_details/${id}`, viewer)).json
async function words(id: string): Promise<string> {
  const { subtitle_word } = await detail(id)
  return subtitle_word.map(({ word }: { word: string }) => word.toLowerCase().replaceAll(/[^a-z]/g, '')).join(' ')
}

/** Loudest level of what a video plays, in dB relative to full scale: left, right, and both in one. */
async function played(id: string): Promise<number[]> {
  const row = await indexing.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const file = await indexing.storage.local(row.rendition_key ?? row.storage_key, job.folder)
  const levels: number[] = []
  for (const mix of ['pan=mono|c0=c0', 'pan=mono|c0=c1', 'pan=mono|c0=0.5*c0+0.5*c1']) {
    const filters = `aformat=channel_layouts=stereo,${mix},volumedetect`
    const { stderr } = await run('ffmpeg', ['-i', file, '-map', '0:a:0', '-af', filters, '-f', 'null', '-'])
    levels.push(Number(/mean_volume: (-?[\d.]+) dB/.exec(stderr)?.[1]))
  }
  return levels
}

const FAST_START = ['-c:a', 'aac', '-movflags', '+faststart']
const films = Promise.all([
  index({ ...kind('in stereo, in mp4'), options: FAST_START }),
  index(kind('with one channel inverted, in mp4')),
  index(kind('left, with noise in the right channel, in mp4')),
  index(kind('on the second track after a tone, in mp4')),
])

test('an ordinary stereo film plays unchanged', async () => {
  const [video] = await films
  expect(video).toMatchObject({ rendition_key: null, sound: { heard: [1], tracks: [{ playing: null, speech: null }] } })
  expect(await words(video.id)).toBe(SAID)
})

test.each([
  [1, 'an inverted channel'],
  [2, 'a voice in one channel and noise in the other'],
])('film %i with %s has its words, and plays them on both sides and in one channel', async (place) => {
  const video = (await films)[place]
  expect(await words(video?.id ?? '')).toBe(SAID)
  const [left = 0, right = 0, both = -99] = await played(video?.id ?? '')
  expect(Math.abs(left - right)).toBeLessThan(1)
  expect(both).toBeGreaterThan(left - 1)
})

test('a film with a tone and a talk plays the talk, until its owner chooses', async () => {
  const [, , , { id }] = await films
  expect(await words(id)).toBe(SAID)
  const owner = await api.person({ company_id: indexing.company_id })
  await indexing.db.updateTable('videos').set({ user_id: owner.id }).where('id', '=', id).execute()
  const choose = async (sound: number | 'mix' | null) => {
    expect((await api.post('/api/set_video_sound', { video_id: id, sound }, owner)).status).toBe(200)
    await expect.poll(async () => (await detail(id)).sound.changing, { timeout: 300_000 }).toBe(false)
  }
  const transcript = () => expect.poll(() => words(id), { timeout: 300_000 })
  const [talk = 0] = await played(id)
  await choose(1)
  const [tone = 0] = await played(id)
  expect(tone).toBeLessThan(talk - 6)
  await transcript().toBe('')
  await choose('mix')
  const [mix = 0] = await played(id)
  expect(mix).toBeLessThan(talk - 2)
  expect(mix).toBeGreaterThan(tone + 1)
  await choose(null)
  await transcript().toBe(SAID)
  expect(Math.abs(((await played(id))[0] ?? 0) - talk)).toBeLessThan(1)
  const row = await indexing.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ pictures_encoded: false, playback_error: null })
})
