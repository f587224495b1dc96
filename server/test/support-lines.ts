import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { afterAll, expect, vi } from 'vitest'
import { cueRows, spanRows, type TimedLine } from '../../seed/rows/lines.ts'
import { videoRow } from '../../seed/rows/videos.ts'
import { SENTENCE_MODELS, type SentenceModel } from '../src/engines/text/sentence-models.ts'
import { madeCatalogue } from './made-catalogue.ts'
import { startProduct } from './product.ts'
import { searchMatches } from './search-calls.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { tinySentenceModel, writeTinySentence } from './tiny-sentence.ts'
import { withWorker } from './with-worker.ts'

export const model = SENTENCE_MODELS[0] as SentenceModel
/** The test's own weights, pinned at their first use. */
export const catalogue = madeCatalogue({ [model.folder]: tinySentenceModel(model) })
const patiently = { timeout: 60_000, interval: 100 }

export const SAID: readonly TimedLine[] = [
  [0, 4, 'Good morning and welcome.'],
  [10, 14, 'If the invoice is wrong, please write to us.'],
  [20, 24, 'Delayed trains are a mistake of the railway.'],
  [30, 32, 'so every invoice'],
  [32.1, 34, 'that is wrong comes back'],
  [40, 44, 'My garden likes the rain.'],
]
export const WRITTEN: readonly TimedLine[] = [
  [0, 9, 'How to get your refund'],
  [50, 59, 'Timetable\nBerlin 10:15 delayed'],
]

/** Starts a product whose text engine has weights, with one video that was embedded with them, and one without. */
export async function startSupport() {
  const folder = await temporaryFolder('sentences')
  const data_dir = path.join(folder, 'data')
  await writeTinySentence(path.join(data_dir, 'models'), model)
  const api = await startProduct({ settings: { DATA_DIR: data_dir, MODEL_HUB_URL: 'off' }, catalogue })
  afterAll(() => api.close())
  const ada = await api.person(undefined, 'PRO')
  const { collection_id: support } = await api.aCollectionWithVideo(ada)
  const { collection_id: elsewhere } = await api.aCollectionWithVideo(ada)

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

  return {
    ...{ api, ada, data_dir, elsewhere, stagesOf, find },
    late: await index(support, data_dir),
    early: await index(elsewhere, path.join(folder, 'without-weights')),
  }
}
