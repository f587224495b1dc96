import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Match } from '@footnote/contract/nouns/search.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { cueRows, spanRows, type TimedLine } from '../../../../seed/rows/lines.ts'
import { videoRow } from '../../../../seed/rows/videos.ts'
import { madeCatalogue } from '../../../test/made-catalogue.ts'
import { startProduct } from '../../../test/product.ts'
import { searchMatches } from '../../../test/search-calls.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { tinySentenceModel, writeTinySentence } from '../../../test/tiny-sentence.ts'
import { withWorker } from '../../../test/with-worker.ts'
import { SENTENCE_MODELS, type SentenceModel } from '../../engines/text/sentence-models.ts'
import { universal_sentence } from '../../engines/text/universal-sentence.ts'

const model = SENTENCE_MODELS[0] as SentenceModel
/** The test's own weights, pinned at their first use. */
const catalogue = madeCatalogue({ [model.folder]: tinySentenceModel(model) })

const patiently = { timeout: 60_000, interval: 100 }

const SAID: readonly TimedLine[] = [
  [0, 4, 'Good morning and welcome.'],
  [10, 14, 'If the invoice is wrong, please write to us.'],
  [20, 24, 'Delayed trains are a mistake of the railway.'],
  [30, 32, 'so every invoice'],
  [32.1, 34, 'that is wrong comes back'],
  [40, 44, 'My garden likes the rain.'],
]
const WRITTEN: readonly TimedLine[] = [
  [0, 9, 'How to get your refund'],
  [50, 59, 'Timetable\nBerlin 10:15 delayed'],
]

const folder = await temporaryFolder('sentences')
const data_dir = path.join(folder, 'data')
await writeTinySentence(path.join(data_dir, 'models'), model)
const api = await startProduct({ settings: { DATA_DIR: data_dir, MODEL_HUB_URL: 'off' }, catalogue })
const ada = await api.person(undefined, 'PRO')
const { collection_id: support } = await api.aCollectionWithVideo(ada)
const { collection_id: elsewhere } = await api.aCollectionWithVideo(ada)
const late = await index(support, data_dir)
const early = await index(elsewhere, path.join(folder, 'without-weights'))
afterAll(() => api.close())

/** Adds a video with speech and screen text, and runs the remaining stages on a worker with its own data folder. */
async function index(collection_id: string, data_dir: string): Promise<string> {
  const { db } = api
  const id = randomUUID()
  await withWorker(api, { data_dir, catalogue }, async (queue) => {
    await db.transaction().execute(async (transaction) => {
      const row = videoRow(collection_id, { id, user_id: ada.id, duration: 60, status: 'QUEUED' })
      await transaction.insertInto('videos').values(row).execute()
      const stages = { speech: 'heard-1', ocr: 'read-1', samples: null, visual: 'concepts-1' }
      const finished = Object.entries(stages).map(([stage, engine]) => ({ video_id: id, stage, engine }))
      await transaction.insertInto('video_stages').values(finished).execute()
      await transaction
        .insertInto('cues')
        .values(cueRows(id, 'heard-1', SAID))
        .execute()
      await transaction
        .insertInto('text_spans')
        .values(spanRows(id, 'read-1', WRITTEN))
        .execute()
      await queue.enqueue(transaction, 'process-video', { video_id: id })
    })
    const status = () => db.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirst()
    await vi.waitFor(async () => expect((await status())?.status).toBe('SUCCESS'), patiently)
  })
  return id
}

const stagesOf = async (video_id: string) => {
  const rows = await api.db
    .selectFrom('video_stages')
    .select(['stage', 'engine'])
    .where('video_id', '=', video_id)
    .execute()
  return Object.fromEntries(rows.map(({ stage, engine }) => [stage, engine]))
}

const find = async (query: string, options: Readonly<Record<string, string>> = {}): Promise<Match[]> => {
  const search_type = 'CONVERSATION,TEXT_IN_VIDEO'
  return (await searchMatches(api, ada, { index_id: support, query, search_type, ...options })).matches
}

test('a question finds its answer in other words', async () => {
  const [first] = await find('a billing mistake')
  expect(first).toMatchObject({ video_id: late, text: SAID[1]?.[2], start_time: 10, end_time: 14, types: ['speech'] })
  expect((await find('your money back', { search_type: 'TEXT_IN_VIDEO' }))[0]?.text).toBe(WRITTEN[0]?.[2])
})

test('and in another language', async () => {
  expect((await find('falsche Rechnung'))[0]).toMatchObject({ video_id: late, text: SAID[1]?.[2] })
  expect((await find('Garten im Regen'))[0]).toMatchObject({ text: SAID[5]?.[2] })
})

test('a sentence that is split into two lines is found whole', async () => {
  const cut = (await find('falsche Rechnung')).find(({ start_time }) => start_time === 30)
  expect(cut).toMatchObject({ start_time: 30, end_time: 34, types: ['speech'] })
})

test('a match in the same words comes first, with its words marked and its score High', async () => {
  const [first, ...others] = await find('the invoice is wrong')
  expect(first).toMatchObject({ start_time: 10, text: SAID[1]?.[2] })
  expect(first?.score).toBeGreaterThanOrEqual(SEARCH.high)
  expect(first?.hits.map(({ from, to }) => first.text.slice(from, to))).toEqual(['invoice', 'wrong'])
  for (const { score } of others) expect(score).toBeLessThan(first?.score ?? 0)
})

test('a match by meaning alone is never High, nor is any match for a question without an answer', async () => {
  const [by_meaning] = await find('falsche Rechnung')
  expect(by_meaning?.score).toBeGreaterThan(0.5)
  expect(by_meaning?.score).toBeLessThan(SEARCH.medium)
  for (const query of ['Verspätung im Garten', 'who pays for a late garden party at the embassy', 'zorblax'])
    for (const { score } of await find(query)) expect(score).toBeLessThan(SEARCH.high)
})

test('temperature makes scores fall faster or slower, and keeps their order', async () => {
  const at = async (temperature: string) => await find('billing mistake on a late train', { temperature })
  const [cold, middle, hot] = await Promise.all(['0', '0.5', '1'].map(at))
  const starts = (matches: Match[] | undefined) => matches?.map(({ start_time }) => start_time)
  expect(starts(middle)?.length).toBeGreaterThan(1)
  expect(starts(cold)).toEqual(starts(middle))
  expect(starts(hot)).toEqual(starts(middle))
  expect(cold?.[0]?.score).toBeLessThan(middle?.[0]?.score ?? 0)
  expect(hot?.[0]?.score).toBeGreaterThan(middle?.[0]?.score ?? 1)
  const scores = middle?.map(({ score }) => score)
  expect(scores).toEqual(scores?.toSorted((a, b) => b - a))
})

test('a search stays within its collection', async () => {
  for (const { video_id } of await find('falsche Rechnung')) expect(video_id).toBe(late)
  for (const { video_id } of await find('invoice', { index_id: elsewhere })) expect(video_id).toBe(early)
})

test('a video that was indexed without weights is found by its words, and by English synonyms', async () => {
  for (const { score } of await find('falsche Rechnung', { index_id: elsewhere }))
    expect(score).toBeLessThan(SEARCH.medium)
  for (const query of ['the invoice is wrong', 'a billing mistake']) {
    const [first] = await find(query, { index_id: elsewhere })
    expect(first).toMatchObject({ video_id: early, start_time: 10 })
  }
  expect(await stagesOf(early)).toMatchObject({ speech_embedding: universal_sentence.id })
})

test('each embedding names its engine, and is deleted with its line', async () => {
  expect(await stagesOf(late)).toMatchObject({ speech_embedding: model.id, ocr_embedding: model.id })
  await api.db.deleteFrom('cues').where('video_id', '=', late).where('number', '=', 1).execute()
  const left = await find('falsche Rechnung')
  expect(left.map(({ start_time }) => start_time)).toEqual([30])
})

test('a video that was indexed without weights is found by its meaning once they are there', async () => {
  await withWorker(api, { data_dir: path.join(folder, 'data'), catalogue }, async () => {
    const both = { speech_embedding: model.id, ocr_embedding: model.id }
    await vi.waitFor(async () => expect(await stagesOf(early)).toMatchObject(both), patiently)
  })
  const [first] = await find('falsche Rechnung', { index_id: elsewhere })
  expect(first).toMatchObject({ video_id: early, start_time: 10, text: SAID[1]?.[2] })
})
