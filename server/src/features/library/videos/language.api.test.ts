import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner)
afterAll(() => server.close())

/** A video with transcribed speech. */
async function transcribed(language = 'en'): Promise<string> {
  const id = await server.aVideo(owner, collection, { language })
  await server.db.insertInto('video_stages').values({ video_id: id, stage: 'speech', engine: 'heard-1' }).execute()
  return id
}
const setVideo = (video_id: string, language: string | null, person?: Person) =>
  server.post('/api/set_video_language', { video_id, language }, person)
const setCollection = (id: string, language: string | null, person?: Person) =>
  server.post('/api/set_index_language', { id, language }, person)
/** Ids of the videos whose speech will be transcribed again. */
async function waiting(): Promise<string[]> {
  const rows = await server.db.selectFrom('due_stages').select('video_id').where('stage', '=', 'speech').execute()
  const inLine = (await server.jobs()).filter(({ name }) => name === 'reindex-video')
  for (const { video_id } of rows) expect(inLine).toContainEqual(expect.objectContaining({ data: { video_id } }))
  return rows.map(({ video_id }) => video_id).sort()
}

test('signed-in people see the languages, which are none before a machine transcribes', async () => {
  expect((await server.get('/api/speech_languages')).status).toBe(401)
  expect((await server.get('/api/speech_languages', owner)).json).toEqual({ languages: [] })
})

describe('the language of a video', () => {
  test('its owner sets it, the video shows it, and its speech is transcribed again', async () => {
    const id = await transcribed()
    expect((await setVideo(id, 'de', owner)).status).toBe(200)
    const detail = (await server.get(`/api/get_video_details/${id}`, owner)).json
    expect(detail).toMatchObject({ language: 'en', language_choice: 'de', status: 'SUCCESS' })
    expect(await waiting()).toContain(id)
  })

  test('others cannot set it', async () => {
    const id = await transcribed()
    expect((await setVideo(id, 'de')).status).toBe(401)
    expect((await setVideo(id, 'de', colleague)).status).toBe(403)
    expect((await setVideo(id, 'de', stranger)).status).toBe(404)
    expect(await waiting()).not.toContain(id)
  })

  test('it must be a tag, and setting the same one repeats nothing', async () => {
    const id = await transcribed()
    expect((await setVideo(id, 'German', owner)).status).toBe(400)
    expect((await setVideo(id, null, owner)).status).toBe(200)
    expect(await waiting()).not.toContain(id)
  })
})

describe('the language of a collection', () => {
  test('its owner sets it for the videos without one of their own', async () => {
    const [plain, chosen] = [await transcribed(), await transcribed()]
    await server.db.updateTable('videos').set({ language_choice: 'fr' }).where('id', '=', chosen).execute()
    expect((await setCollection(collection, 'de', owner)).status).toBe(200)
    const { collection: shown } = (await server.get(`/api/indexes/${collection}`, colleague)).json
    expect(shown.language).toBe('de')
    const videos = await waiting()
    expect(videos).toContain(plain)
    expect(videos).not.toContain(chosen)
  })

  test('others cannot set it, and nobody sets it for samples', async () => {
    expect((await setCollection(collection, 'fr')).status).toBe(401)
    expect((await setCollection(collection, 'fr', colleague)).status).toBe(403)
    expect((await setCollection(collection, 'fr', stranger)).status).toBe(404)
    expect((await setCollection(await server.aCollection(null), 'fr', owner)).status).toBe(403)
  })
})
