import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Indexing } from '@footnote/contract/nouns/library/indexing.ts'
import { type Match, Matches } from '@footnote/contract/nouns/output/search.ts'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { madeCatalogue } from '../../../../test/made-catalogue.ts'
import { silentLog, startProduct } from '../../../../test/product.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { tinyModel, writeTinyEmbedding } from '../../../../test/tiny-embedding.ts'
import { startWorker } from '../../../app/worker.ts'
import { admitAll } from '../../../engines/registry.ts'
import { type Mood, startHub } from '../../../engines/testing/hub.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from '../../../engines/visual/embedding-models.ts'
import { openQueue } from '../../../platform/queue/pg-boss.ts'
import { readFilms } from '../samples/films.ts'

const model = EMBEDDING_MODELS[0] as EmbeddingModel
const catalogue = madeCatalogue({ [model.folder]: { ...tinyModel(model), fetched_by_default: true } })
const FILMS = path.resolve(import.meta.dirname, '../../../../../samples')
const films = (await readFilms(FILMS)).length
const HARBOUR = 'A walk through the harbour.mp4'
/** The films are indexed twice: by the engines at hand, and by the downloaded model. */
const patiently = { timeout: 900_000, interval: 250 }

/** The hub holds the model back until the films have been indexed without it. */
const indexed = Promise.withResolvers<void>()

const folder = await temporaryFolder('fresh')
const weights = await writeTinyEmbedding(folder, model)
const names = catalogue[model.folder]?.files.map((file) => file.path) ?? []
const files = Object.fromEntries(
  await Promise.all(names.map(async (name) => [name, await readFile(path.join(weights, name))])),
)
const hub = await startHub(files, 'made/tiny')
const held: Mood = { cut_after: 100, arrived: () => indexed.promise }
hub.answers(model.picture.weights, ...Array.from({ length: 40 }, () => held))
const api = await startProduct({
  settings: { DATA_DIR: path.join(folder, 'data'), MODELS: 'auto', MODEL_HUB_URL: hub.url },
  catalogue,
})
const ada = await api.person()
const { db, storage, config } = api
const queue = await openQueue({ database_url: config.database_url, database: db, log: silentLog, worker: true })
const rest = { queue, log: silentLog, films_folder: FILMS, catalogue }
// The small model knows nothing of the sample films.
const endWorker = await startWorker({ config, db, storage, ...rest, admit: admitAll })
afterAll(async () => {
  await queue.stop()
  await endWorker()
  await hub.close()
  await api.close()
})

async function sampleCollection(): Promise<string> {
  const { json } = await api.get('/api/sample_indexes', ada)
  return json.indexes[0]?.id ?? ''
}

const overview = async (): Promise<Indexing> => (await api.get(endpoints.indexing.overview.path, ada)).json

async function find(index_id: string, query: string): Promise<{ status: number; matches: Match[] }> {
  const asked = new URLSearchParams({ index_id, query, search_type: 'VISUAL' })
  const { status, json } = await api.get(`/api/query_index?${asked}`, ada)
  return { status, matches: status === 200 ? z.parse(Matches, json).matches : [] }
}

const standing = async (): Promise<Record<string, number>> => {
  const rows = await api.db.selectFrom('video_stages').select('engine').where('stage', '=', 'visual').execute()
  return Object.fromEntries(
    Map.groupBy(rows, ({ engine }) => engine ?? '')
      .entries()
      .map(([id, all]) => [id, all.length]),
  )
}

/** Holds other films back after the model has indexed one, until this promise resolves. */
async function afterFirst(): Promise<{ end(): Promise<void> }> {
  await sql`
    create function keep_back() returns trigger language plpgsql as $$ begin
      if exists (select from video_stages where stage = 'visual' and engine = ${sql.lit(model.id)}) then
        perform pg_advisory_xact_lock(1);
      end if;
      return new;
    end $$`.execute(api.db)
  await sql`
    create trigger keep_back before insert on video_stages for each row
      when (new.stage = 'visual' and new.engine = ${sql.lit(model.id)}) execute function keep_back()`.execute(api.db)
  const [held, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = api.db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(transaction)
    held.resolve()
    await ended.promise
  })
  await held.promise
  return {
    async end() {
      ended.resolve()
      await holding
    },
  }
}

test('a fresh start indexes with the engines at hand, downloads the model, indexes with it beside the old results, and answers every search', async () => {
  await vi.waitFor(async () => {
    const videos = await api.db.selectFrom('videos').select('status').execute()
    expect(videos.map(({ status }) => status)).toEqual(Array.from({ length: films }, () => 'SUCCESS'))
  }, patiently)
  expect(await standing()).toEqual({ 'concepts-1': films })
  const collection = await sampleCollection()
  const before = await find(collection, 'a boat')
  expect(before.matches[0]?.video_name).toBe(HARBOUR)
  expect((await find(collection, 'caeruleus')).matches).toEqual([])

  // The download continues; from here on somebody searches.
  const between = await afterFirst()
  hub.answers(model.picture.weights)
  indexed.resolve()
  const asked: { status: number; found: string | undefined; engines: number }[] = []
  const ending = new AbortController()
  const searching = (async () => {
    while (!ending.signal.aborted) {
      const engines = Object.keys(await standing()).length
      const { status, matches } = await find(collection, 'a boat')
      asked.push({ status, found: matches[0]?.video_name, engines })
      if (engines === 2) await between.end()
      await wait(50)
    }
  })()
  await vi.waitFor(async () => expect(await standing()).toEqual({ [model.id]: films }), patiently)
  const before_end = asked.length
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before_end + 5), patiently)
  ending.abort()
  await searching
  expect(asked.filter(({ status, found }) => status !== 200 || found !== HARBOUR)).toEqual([])
  // Some searches ran while two films had results of different engines.
  expect(asked.map(({ engines }) => engines)).toContain(2)

  const [first] = (await find(collection, 'caeruleus')).matches
  expect(first?.text).toBe('Looks like what you asked for')
  for (const table of ['concepts', 'descriptors'] as const)
    expect(await api.db.selectFrom(table).select('engine').where('engine', '=', 'concepts-1').execute()).toEqual([])
  await vi.waitFor(async () => expect((await overview()).videos_left).toBe(0), patiently)
  const page = await overview()
  expect(page.engines.find(({ kind }) => kind === 'visual')).toMatchObject({
    id: model.id,
    name: model.name,
    passed_over: [],
  })
  expect(page.engines.find(({ kind }) => kind === 'visual')?.pace).toBeGreaterThan(0)
  expect(page.progress.find(({ stage }) => stage === 'visual')).toEqual({
    stage: 'visual',
    engines: [{ name: model.name, videos: films, chosen: true }],
    to_do: 0,
  })
  expect(page.models).toMatchObject([{ name: model.folder, state: 'ready' }])
  expect(page.failures).toEqual([])
}, 1_800_000)
