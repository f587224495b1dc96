import path from 'node:path'
import { VIDEO_STATUSES } from '@footnote/contract/shared/video-status.ts'
import { afterAll, expect, test } from 'vitest'
import { addIndexedVideo } from '../../../../seed/rows/indexed-video.ts'
import type { Sender } from '../../../../seed/rows/senders.ts'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { startProduct } from '../../../test/product.ts'
import { searchMatches } from '../../../test/search-calls.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import type { SpeechEngine } from '../../engines/engine.ts'

const api = await startProduct()
const person = await api.person()
afterAll(() => api.close())

type Product = typeof api

/** Different ids of the videos that answer a question. */
async function answering(product: Product, who: Sender, index_id: string): Promise<string[]> {
  const { matches } = await searchMatches(product, who, { index_id, query: 'harbour', search_type: 'CONVERSATION' })
  return [...new Set(matches.map(({ video_id }) => video_id))]
}

/** Adds a video that says 'harbour', as the next version of another one. */
async function aVersion(index_id: string, of: string | null, values: object = {}): Promise<string> {
  const id = await addIndexedVideo(api.db, index_id, { said: [[1, 3, 'the harbour']] })
  const place = of && (await placeAfter(api, of))
  await api.db
    .updateTable('videos')
    .set({ status: 'SUCCESS', ...place, ...values })
    .where('id', '=', id)
    .execute()
  return id
}
async function placeAfter({ db }: Pick<Product, 'db'>, id: string): Promise<{ stack_id: string; version: number }> {
  const { stack_id } = await db.selectFrom('videos').select('stack_id').where('id', '=', id).executeTakeFirstOrThrow()
  const { last_version } = await db
    .updateTable('stacks')
    .set((row) => ({ last_version: row('last_version', '+', 1) }))
    .where('id', '=', stack_id)
    .returning('last_version')
    .executeTakeFirstOrThrow()
  return { stack_id, version: last_version }
}

test('in every status of a newer version, one version answers: the newest that is indexed', async () => {
  const index_id = await api.aCollection(person)
  const first = await aVersion(index_id, null)
  const second = await aVersion(index_id, first)
  expect(await answering(api, person, index_id)).toEqual([second])
  for (const status of VIDEO_STATUSES) {
    await api.db.updateTable('videos').set({ status, searchable_until: 5 }).where('id', '=', second).execute()
    expect(await answering(api, person, index_id), status).toEqual([status === 'SUCCESS' ? second : first])
  }
})

test('before any version is indexed, the one that has results answers', async () => {
  const index_id = await api.aCollection(person)
  const first = await aVersion(index_id, null, { status: 'PROCESSING_SPEECH', searchable_until: 8 })
  await aVersion(index_id, first, { status: 'PENDING' })
  expect(await answering(api, person, index_id)).toEqual([first])
})

test('while a version is indexed no question is without its answer, and then the new version gives it', async () => {
  const folder = await temporaryFolder('version-search')
  const film = path.join(folder, 'film.mp4')
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=6'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=300:duration=6'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', film],
  )
  let heard: () => Promise<unknown> = async () => undefined
  const speech: SpeechEngine = {
    id: 'hearing-1',
    name: 'Test',
    languages: ['en'],
    async *transcribe(_file, { onHeard } = {}) {
      for (const start of [0, 2, 4]) {
        await heard()
        yield { start, end: start + 1, text: `harbour line ${start}`, language: 'en', words: [] }
        await onHeard?.(start + 2)
        await heard()
      }
    },
    close: () => Promise.resolve(),
  }
  const indexing = await startIndexing({ engines: { speech: { engine: speech, reason: null, passed_over: [] } } })
  const product = await startProduct({ database_url: indexing.database_url })
  try {
    const viewer = await product.person({ company_id: indexing.company_id })
    const spoken = { visual: false, ocr: false, audio: true }
    const first = await indexing.add(film, spoken)
    expect(await indexing.settled(first)).toMatchObject({ status: 'SUCCESS' })
    const { collection_id } = await indexing.db
      .selectFrom('videos')
      .select('collection_id')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const asked: string[][] = []
    const ask = async () => asked.push(await answering(product, viewer, collection_id))
    heard = ask
    const second = await indexing.add(film, spoken)
    const place = await placeAfter(product, first)
    await indexing.db
      .updateTable('stacks')
      .set({ collection_id })
      .where('id', '=', await stackOf(product, second))
      .execute()
    await indexing.db.updateTable('videos').set(place).where('id', '=', second).execute()
    let settled = false
    const end = indexing.settled(second).finally(() => {
      settled = true
    })
    while (!settled) await ask()
    expect(await end).toMatchObject({ status: 'SUCCESS' })
    await ask()
    expect(asked.length).toBeGreaterThan(6)
    const turn = asked.findIndex(([id]) => id === second)
    expect(asked.slice(0, turn)).toEqual(asked.slice(0, turn).map(() => [first]))
    expect(asked.slice(turn)).toEqual(asked.slice(turn).map(() => [second]))
    expect(turn).toBeGreaterThan(5)
  } finally {
    await product.close()
    await indexing.close()
  }
})

const stackOf = async ({ db }: Pick<Product, 'db'>, id: string): Promise<string> =>
  (await db.selectFrom('videos').select('stack_id').where('id', '=', id).executeTakeFirstOrThrow()).stack_id
