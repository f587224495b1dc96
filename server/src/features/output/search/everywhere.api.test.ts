import { randomUUID } from 'node:crypto'
import { ALL_COLLECTIONS, Matches } from '@footnote/contract/nouns/output/search.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'

let ada: Person
const ENGINE = 'factory'

const api = await startProduct()
afterAll(() => api.close())
beforeEach(async () => {
  await api.db.updateTable('collections').set({ deleted_at: new Date() }).execute()
  ada = await api.person()
})

interface CollectionSeed {
  readonly name: string
  /** Owner; null for a sample. */
  readonly of: Person | null
  readonly kind?: 'search' | 'review'
  readonly audio?: boolean
  readonly created_at?: Date
}

/** A collection with a video that says and shows that a lantern burns. */
async function make({ name, of, kind = 'search', audio = true, created_at }: CollectionSeed) {
  const { db } = api
  const owner = of ?? (await api.person())
  const { collection_id, video_id } = await api.aCollectionWithVideo(owner)
  const sample = of === null ? { sample: true, company_id: null, user_id: null } : {}
  const dated = created_at ? { created_at } : {}
  await db
    .updateTable('collections')
    .set({ name, kind, audio, ...sample, ...dated })
    .where('id', '=', collection_id)
    .execute()
  await db
    .updateTable('videos')
    .set({ file_name: `${name} tour.mp4` })
    .where('id', '=', video_id)
    .execute()
  await fill(video_id)
  return { collection_id, video_id }
}

async function fill(video_id: string): Promise<void> {
  const line = { video_id, engine: ENGINE, number: 0 }
  await api.db
    .insertInto('cues')
    .values({ ...line, start_time: 1, end_time: 3, text: 'A lantern burns.', language: 'en', words: '[]' })
    .execute()
  await api.db
    .insertInto('text_spans')
    .values({ ...line, start_time: 6, end_time: 8, text: 'LANTERN 7', confidence: 0.9 })
    .execute()
  for (const stage of ['speech', 'ocr'])
    await api.db.insertInto('video_stages').values({ video_id, stage, engine: ENGINE }).execute()
}

/** Searches all collections. */
async function find(query: string, as: { readonly access: string } = ada, more: Record<string, string> = {}) {
  const asked = new URLSearchParams({ index_id: ALL_COLLECTIONS, query, ...more })
  const { status, json } = await api.get(`/api/query_index?${asked}`, as)
  expect([status, json.code]).toEqual([200, undefined])
  return z.parse(Matches, json)
}
/** Names of the collections with matches. */
const placesOf = ({ matches }: Matches): string[] => [...new Set(matches.map((match) => match.collection_name))].sort()

test('a search in all collections finds the company’s videos, also colleagues’ and reviews’, and names the collection', async () => {
  const grace = await api.person(ada)
  const { collection_id, video_id } = await make({ name: 'Harbour', of: ada })
  await make({ name: 'Quarry', of: grace })
  await make({ name: 'Cuts', of: ada, kind: 'review' })
  await make({ name: 'Foreign', of: await api.person() })
  const found = await find('lantern')
  expect(placesOf(found)).toEqual(['Cuts', 'Harbour', 'Quarry'])
  expect(placesOf(await find('lantern', grace))).toEqual(['Cuts', 'Harbour', 'Quarry'])
  const own = found.matches.find((match) => match.video_id === video_id)
  expect(own).toMatchObject({
    collection_id,
    collection_name: 'Harbour',
    user_id: ada.id,
    can: { review: true, comment: true },
  })
  const other = found.matches.find((match) => match.collection_name === 'Quarry')
  expect(other).toMatchObject({ user_id: grace.id, can: { review: false, comment: true } })
  const scores = found.matches.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

test('a match is the same in all collections as in its own', async () => {
  const { collection_id } = await make({ name: 'Harbour', of: ada })
  const asked = new URLSearchParams({ index_id: collection_id, query: 'lantern' })
  const { json } = await api.get(`/api/query_index?${asked}`, ada)
  // Signed addresses change every few minutes.
  const lasting = ({ matches }: Matches) => matches.map((match) => ({ ...match, thumbnail_url: '', stream_url: '' }))
  expect(lasting(z.parse(Matches, json))).toEqual(lasting(await find('lantern')))
})

test('expired and deleted collections, and videos in deletion, are skipped', async () => {
  await make({ name: 'Harbour', of: ada })
  await make({ name: 'Old', of: ada, created_at: new Date(0) })
  const deleted = await make({ name: 'Deleted', of: ada })
  const leaving = await make({ name: 'Leaving', of: ada })
  await api.post('/api/delete_index', { id: deleted.collection_id }, ada)
  await api.db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', leaving.video_id).execute()
  expect(placesOf(await find('lantern'))).toEqual(['Harbour'])
  expect((await find('tour')).videos.map(({ file_name }) => file_name)).toEqual(['Harbour tour.mp4'])
})

test('each collection is searched by the requested modalities that it has', async () => {
  await make({ name: 'Harbour', of: ada })
  await make({ name: 'Silent', of: ada, audio: false })
  const types = async (search_type?: string) =>
    (await find('lantern', ada, search_type ? { search_type } : {})).matches
      .map((match) => `${match.collection_name} ${match.types}`)
      .sort()
  expect(await types()).toEqual(['Harbour ocr', 'Harbour speech', 'Silent ocr'])
  expect(await types('CONVERSATION')).toEqual(['Harbour speech'])
  const wrong = new URLSearchParams({ index_id: ALL_COLLECTIONS, query: 'lantern', search_type: 'SOUND' })
  expect((await api.get(`/api/query_index?${wrong}`, ada)).status).toBe(400)
})

test('samples are searched only when the viewer has no video to search', async () => {
  await make({ name: 'Sample', of: null })
  expect(placesOf(await find('lantern'))).toEqual(['Sample'])
  const { video_id } = await make({ name: 'Harbour', of: ada })
  expect(placesOf(await find('lantern'))).toEqual(['Harbour'])
  await api.db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', video_id).execute()
  expect(placesOf(await find('lantern'))).toEqual(['Sample'])
  const grace = await api.person()
  await make({ name: 'Old', of: grace, created_at: new Date(0) })
  expect(placesOf(await find('lantern', grace))).toEqual(['Sample'])
})

test('without any videos nothing is found', async () => {
  expect(await find('lantern')).toEqual({
    matches: [],
    videos: [],
    truncated: false,
    corrected: null,
    understood: true,
  })
})

test('a video is found by its file name, with its collection and with everything that plays it', async () => {
  const { collection_id, video_id } = await make({ name: 'Harbour', of: ada })
  await make({ name: 'Quarry', of: ada })
  await make({ name: 'Harbour', of: await api.person() })
  const [video, ...others] = (await find('the harbour tour')).videos
  expect(others).toEqual([])
  expect(video).toMatchObject({ id: video_id, collection_id, collection_name: 'Harbour', can: { open: true } })
  expect(video?.hits.map(({ from, to }) => video.file_name.slice(from, to))).toEqual(['Harbour', 'tour'])
  expect((await fetch(new URL(video?.stream_url ?? '', api.base))).status).toBe(200)
  const asked = new URLSearchParams({ index_id: collection_id, query: 'tour' })
  const { json } = await api.get(`/api/query_index?${asked}`, ada)
  expect(z.parse(Matches, json).videos.map(({ id }) => id)).toEqual([video_id])
  expect((await find('harbour')).matches).toEqual([])
})

test('a key with the scope to read searches everything its owner may read; one without it, and nobody, search nothing', async () => {
  await make({ name: 'Harbour', of: ada })
  const keyWith = async (scope: string) => ({
    access: (await api.post('/api/api_keys', { name: 'Script', scopes: [scope] }, ada)).json.key,
  })
  expect(placesOf(await find('lantern', await keyWith('read')))).toEqual(['Harbour'])
  const address = `/api/query_index?${new URLSearchParams({ index_id: ALL_COLLECTIONS, query: 'lantern' })}`
  expect((await api.get(address, await keyWith('write'))).json.code).toBe('scope_missing')
  expect((await api.get(address, null)).status).toBe(401)
})

test('all collections together can be searched, but not opened, renamed or filled', async () => {
  await make({ name: 'Harbour', of: ada })
  const name = { id: ALL_COLLECTIONS, new_name: randomUUID() }
  const file = { index_id: ALL_COLLECTIONS, file_type: 'video/mp4', file_extension: 'mp4' }
  expect((await api.get(`/api/indexes/${ALL_COLLECTIONS}`, ada)).status).toBe(404)
  expect((await api.post('/api/rename-collection', name, ada)).status).toBe(404)
  expect((await api.post('/api/upload', file, ada)).status).toBe(404)
  expect((await api.post('/api/delete_index', { id: ALL_COLLECTIONS }, ada)).status).toBe(404)
})
