import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { ALL_COLLECTIONS, type Match, Matches } from '@footnote/contract/nouns/output/search.ts'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { videoRow } from '../../../../../seed/rows/videos.ts'
import { madeCatalogue } from '../../../../test/made-catalogue.ts'
import { makeColours } from '../../../../test/made-media.ts'
import { startProduct } from '../../../../test/product.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { tinyModel, writeTinyEmbedding } from '../../../../test/tiny-embedding.ts'
import { withWorker } from '../../../../test/with-worker.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from '../../../engines/visual/embedding-models.ts'
import { pauseCompany } from '../../library/indexing/commands.ts'

const model = EMBEDDING_MODELS[0] as EmbeddingModel
const smaller = EMBEDDING_MODELS.at(-1) as EmbeddingModel
/** The test's own weights, pinned at their first use; the other models are missing. */
const catalogue = madeCatalogue({ [model.folder]: tinyModel(model), [smaller.folder]: tinyModel(smaller) })

const folder = await temporaryFolder('embedding')
const file = path.join(folder, 'colours.mp4')
await makeColours(file)
const data_dir = path.join(folder, 'data')
await writeTinyEmbedding(path.join(data_dir, 'models'), model)
await writeTinyEmbedding(path.join(data_dir, 'models'), smaller)
const smaller_dir = path.join(folder, 'smaller-weights')
await writeTinyEmbedding(path.join(smaller_dir, 'models'), smaller)
const api = await startProduct({ settings: { DATA_DIR: data_dir }, catalogue })
const ada = await api.person(undefined, 'PRO')
const { collection_id } = await api.aCollectionWithVideo(ada)
// Each video is indexed by a better engine than the one before, and the pause keeps them from being indexed again.
await pauseCompany(api.db, ada.company_id)
const early = await index(file, path.join(folder, 'without-weights'))
const middle = await index(file, smaller_dir)
const late = await index(file, data_dir)
afterAll(() => api.close())

/** Adds a video, and indexes it with a worker that has its own data folder. */
async function index(file: string, data_dir: string): Promise<string> {
  const { db, storage } = api
  const id = randomUUID()
  const storage_key = `videos/${id}/original.mp4`
  const file_size = await storage.write(storage_key, createReadStream(file), 'video/mp4')
  await withWorker(api, { data_dir, catalogue }, async (queue) => {
    await db.transaction().execute(async (transaction) => {
      const named = { file_name: 'colours.mp4', file_size, storage_key }
      await transaction
        .insertInto('videos')
        .values(videoRow(collection_id, { id, user_id: ada.id, ...named, status: 'PENDING' }))
        .execute()
      await queue.enqueue(transaction, 'index-video', { video_id: id })
    })
    const status = () => db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirst()
    await vi.waitFor(async () => expect((await status())?.status).toBe('SUCCESS'), { timeout: 300_000, interval: 100 })
  })
  return id
}

async function find(query: string): Promise<Match[]> {
  const asked = new URLSearchParams({ index_id: collection_id, query, search_type: 'VISUAL' })
  const { status, json } = await api.get(`/api/query_index?${asked}`, ada)
  expect(status).toBe(200)
  return z.parse(Matches, json).matches
}

test.each([
  ['ruber', 0],
  ['a viridis balloon', 4],
  ['caeruleus', 8],
])(
  'a query in words that only models know finds the matching shot, each video by the model that indexed it: %s',
  async (query, start) => {
    const shots = await find(query)
    for (const video of [middle, late]) {
      const [first] = shots.filter(({ video_id }) => video_id === video)
      expect(first?.text).toBe('Looks like what you asked for')
      // A cut may fall anywhere between two samples.
      expect(Math.abs((first?.start_time ?? -9) - start)).toBeLessThanOrEqual(1)
      expect(Math.abs((first?.end_time ?? -9) - start - 4)).toBeLessThanOrEqual(1)
    }
  },
)

test('a model that was trained on lower case gets lower-case queries', async () => {
  const [first] = await find('RUBER')
  expect(first).toMatchObject({ video_id: late, text: 'Looks like what you asked for' })
})

test('objects in the pictures are still found by name', async () => {
  const videos = (await find('red')).filter(({ start_time }) => start_time < 1).map(({ video_id }) => video_id)
  expect(videos.toSorted()).toEqual([early, middle, late].toSorted())
})

test('a video that was indexed without weights is found by the objects that were seen then', async () => {
  const shots = (await find('blue')).filter(({ video_id }) => video_id === early)
  expect(shots[0]?.text).toContain('blue')
  expect(Math.abs((shots[0]?.start_time ?? -9) - 8)).toBeLessThanOrEqual(1)
})

test.each([
  ['a collection', () => collection_id],
  ['all collections', () => ALL_COLLECTIONS],
])('a picture finds similar shots of %s, each video by the engine that indexed it', async (_, where) => {
  const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#00ff00' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(picture)]), 'green.jpg')
  const answer = await fetch(`${api.base}${endpoints.search.image.path}?index_id=${where()}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${ada.access}` },
  })
  const { matches: found, videos } = z.parse(Matches, await answer.json())
  expect(videos).toEqual([])
  for (const video of [early, middle, late]) {
    const [first] = found.filter(({ video_id }) => video_id === video)
    expect(first?.text).toBe('Looks like the picture')
    expect(Math.abs((first?.start_time ?? -9) - 4)).toBeLessThanOrEqual(1)
  }
})

test('a frame finds similar shots, each video by the engine that indexed it, but not itself', async () => {
  for (const asked of [early, late]) {
    const form = new FormData()
    form.append('video_id', asked)
    form.append('time', '5.5')
    const answer = await fetch(`${api.base}${endpoints.search.image.path}?index_id=${collection_id}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${ada.access}` },
    })
    const { matches, frame } = z.parse(Matches, await answer.json())
    expect(frame).toMatchObject({ video_id: asked, video_name: 'colours.mp4', time: 5.5 })
    for (const video of [early, middle, late].filter((id) => id !== asked)) {
      const [first] = matches.filter(({ video_id }) => video_id === video)
      expect(first?.text).toBe('Looks like the frame')
      expect(Math.abs((first?.start_time ?? -9) - 4)).toBeLessThanOrEqual(1)
    }
    const own = matches.filter(({ video_id }) => video_id === asked)
    expect(own.filter(({ start_time, end_time }) => start_time <= 5.5 && end_time > 5.5)).toEqual([])
  }
})

test('each video names the engine that indexed it', async () => {
  const stages = await api.db
    .selectFrom('video_stages')
    .select(['video_id', 'engine'])
    .where('stage', '=', 'visual')
    .execute()
  expect(new Map(stages.map(({ video_id, engine }) => [video_id, engine]))).toEqual(
    new Map([
      [early, 'concepts-1'],
      [middle, smaller.id],
      [late, model.id],
    ]),
  )
})
