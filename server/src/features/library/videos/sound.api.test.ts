import type { Sound, SoundTrack } from '@footnote/contract/nouns/library/videos/sound.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner)
afterAll(() => server.close())

const track = (stream: number, language: string | null, title: string | null = null): SoundTrack => ({
  ...{ stream, codec: 'aac', channels: 2, layout: 'stereo', title, language, silent: false },
  ...{ playing: null, speech: null, speech_gain: 0 },
})
const TWO: Sound = { tracks: [track(1, 'eng'), track(2, 'fre', 'Commentary')], heard: [1] }

/** An indexed video with its speech transcribed. */
async function withSound(sound: Sound | null = TWO, values: { status?: string } = {}): Promise<string> {
  const id = await server.aVideo(owner, collection, { sound: sound && JSON.stringify(sound), ...values })
  await server.db.insertInto('video_stages').values({ video_id: id, stage: 'speech', engine: 'heard-1' }).execute()
  return id
}
const choose = (video_id: string, sound: unknown, person?: Person) =>
  server.post('/api/set_video_sound', { video_id, sound }, person)
const detail = async (id: string, person = owner) => (await server.get(`/api/get_video_details/${id}`, person)).json
/** The jobs and due stages of a video. */
async function work(id: string): Promise<string[]> {
  const jobs = (await server.jobs()).filter(({ data }) => (data as { video_id?: string }).video_id === id)
  const due = await server.db.selectFrom('due_stages').select('stage').where('video_id', '=', id).execute()
  return [...jobs.map(({ name }) => name), ...due.map(({ stage }) => `${stage} again`)].sort()
}

describe('the sound of a video', () => {
  test('has the tracks with their names, and says which of them is heard', async () => {
    const { sound, can } = await detail(await withSound())
    expect(sound).toEqual({
      tracks: [
        { number: 1, title: null, language: 'eng', channels: 2, silent: false },
        { number: 2, title: 'Commentary', language: 'fre', channels: 2, silent: false },
      ],
      heard: [1],
      choice: null,
      changing: false,
    })
    expect(can.choose_sound).toBe(true)
  })

  test('is unknown for a video that was indexed before, and there is nothing to choose', async () => {
    const before = await withSound(null)
    expect(await detail(before)).toMatchObject({ sound: null, can: { choose_sound: false } })
    expect((await choose(before, 1, owner)).json.code).toBe('validation_failed')
  })

  test('is what its owner chooses: it plays and is transcribed again', async () => {
    const id = await withSound()
    expect((await choose(id, 2, owner)).status).toBe(200)
    expect((await detail(id)).sound).toMatchObject({ heard: [2], choice: 2, changing: true })
    expect(await work(id)).toEqual(['change-sound', 'reindex-video', 'speech again'])
    expect((await choose(id, 'mix', owner)).status).toBe(200)
    expect((await detail(id)).sound).toMatchObject({ heard: [1, 2], choice: 'mix' })
    expect((await choose(id, null, owner)).status).toBe(200)
    expect((await detail(id)).sound).toMatchObject({ heard: [1], choice: null })
  })

  test('is not made again if the chosen track plays already', async () => {
    const id = await withSound()
    expect((await choose(id, 1, owner)).json.message).toBe('The video has this sound already')
    expect((await detail(id)).sound).toMatchObject({ heard: [1], choice: 1, changing: false })
    expect(await work(id)).toEqual([])
  })

  test('cannot be chosen by others', async () => {
    const id = await withSound()
    expect((await choose(id, 2)).status).toBe(401)
    expect((await choose(id, 2, colleague)).json.code).toBe('forbidden')
    expect((await choose(id, 2, stranger)).json.code).toBe('not_found')
    expect((await detail(id, colleague)).can.choose_sound).toBe(false)
    expect(await work(id)).toEqual([])
  })

  test('must be one that the video has, and the video must be indexed', async () => {
    const id = await withSound()
    for (const sound of [3, 0, 1.5, 'all', '2'])
      expect((await choose(id, sound, owner)).json.code).toBe('validation_failed')
    expect((await choose(await withSound(TWO, { status: 'PROCESSING_SPEECH' }), 2, owner)).json.code).toBe(
      'video_not_ready',
    )
    expect(await work(id)).toEqual([])
  })
})
