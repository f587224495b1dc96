import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Matches } from '@footnote/contract/nouns/output/search.ts'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Person } from '../../../../seed/rows/senders.ts'
import { madeCatalogue } from '../../../test/made-catalogue.ts'
import { type Product, startProduct } from '../../../test/product.ts'
import { tinyModel, writeTinyEmbedding } from '../../../test/tiny-embedding.ts'
import { openModelStore } from '../../engines/models.ts'
import { startHub } from '../../engines/testing/hub.ts'
import { smallModel } from '../../engines/testing/small-model.ts'
import { embedding } from '../../engines/visual/embedding.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from '../../engines/visual/embedding-models.ts'
import { storeVectors } from '../../platform/db/vectors/vectors.ts'

const model = EMBEDDING_MODELS[0] as EmbeddingModel
const catalogue = madeCatalogue({
  [model.folder]: { ...tinyModel(model), fetched_by_default: true },
  // An API does not need this model.
  'made-speech': smallModel(),
})

/** Adds a video with one sample equal to the query, as a machine with the model would have indexed it. */
async function addVideo(api: Product, ada: Person, vector: Float32Array) {
  const { collection_id, video_id } = await api.aCollectionWithVideo(ada)
  await api.db.insertInto('shots').values({ video_id, number: 0, start_time: 0, end_time: 10 }).execute()
  const { id: sample_id } = await api.db
    .insertInto('samples')
    .values({ video_id, time: 1, shot: 0, thumbnail_key: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await api.db
    .transaction()
    .execute((transaction) =>
      storeVectors(transaction, { engine: model.id, rows_of: 'samples' }, [{ row_id: sample_id, video_id, vector }]),
    )
  await api.db.insertInto('video_stages').values({ video_id, stage: 'visual', engine: model.id }).execute()
  return { collection_id, video_id }
}

test('an API without a worker downloads the models that embed queries, and uses them without a restart', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-follow-'))
  const weights = await writeTinyEmbedding(path.join(folder, 'made'), model)
  const names = catalogue[model.folder]?.files.map((file) => file.path) ?? []
  const files = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(weights, name))])),
  )
  const gate = Promise.withResolvers<void>()
  const hub = await startHub(files, 'made/tiny')
  hub.answers(model.picture.weights, { cut_after: 100, arrived: () => gate.promise })
  const store = { provided_folder: null, folder: path.join(folder, 'made'), hub_url: null }
  const engine = embedding(model).open({ threads: 1, models: openModelStore(store, { catalogue }) })
  const settings = { DATA_DIR: path.join(folder, 'data'), MODELS: 'auto', MODEL_HUB_URL: hub.url, ROLES: 'api' }
  const api = await startProduct({ settings, catalogue })
  try {
    const ada = await api.person()
    const { collection_id } = await addVideo(api, ada, (await engine.embedText('caeruleus')) as Float32Array)
    const find = async () => {
      const asked = new URLSearchParams({ index_id: collection_id, query: 'caeruleus', search_type: 'VISUAL' })
      const { status, json } = await api.get(`/api/query_index?${asked}`, ada)
      expect(status).toBe(200)
      return z.parse(Matches, json).matches
    }
    expect(await find()).toEqual([])
    gate.resolve()
    await vi.waitFor(
      async () => expect(await find()).toMatchObject([{ text: 'Looks like what you asked for' }]),
      60_000,
    )
    await vi.waitFor(async () => {
      const { models } = (await api.get('/api/health')).json
      expect(models).toMatchObject([{ name: model.folder, state: 'ready' }])
    }, 60_000)
  } finally {
    await Promise.all([api.close(), engine.close()])
    await hub.close()
    await rm(folder, { recursive: true })
  }
})
