import { afterAll, expect, test } from 'vitest'
import { addCollection } from '../../../../../../seed/rows/collections.ts'
import { videoRow } from '../../../../../../seed/rows/videos.ts'
import { startIndexing } from '../../../../../test/indexing.ts'
import { startProduct } from '../../../../../test/product.ts'
import { SUBTITLE_FILES } from '../../../../../test/subtitle-files.ts'

const indexing = await startIndexing()
const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
afterAll(() => Promise.all([api.close(), indexing.close()]))
await api.db.updateTable('subscriptions').set({ plan: 'TEAM' }).execute()
const viewer = await api.person({ company_id: indexing.company_id })

interface TranscriptAnswer {
  readonly revision: number
  readonly subtitle_url: string | null
  readonly subtitle_word: readonly { word: string; start: number; end: number; speaker?: number }[]
  readonly speakers: readonly { speaker: number; name: string }[]
}
async function film(): Promise<string> {
  const collection_id = await addCollection(
    indexing.db,
    { id: indexing.user_id, company_id: indexing.company_id },
    { name: 'Subtitles' },
  )
  const row = videoRow(collection_id, { user_id: indexing.user_id, status: 'SUCCESS', duration: 100 })
  const { id } = await indexing.db.insertInto('videos').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}
const read = async (id: string): Promise<TranscriptAnswer> => (await api.get(`/api/transcripts/${id}`, viewer)).json
async function bring(id: string, text: string) {
  const { revision } = await read(id)
  return await api.post(`/api/transcripts/${id}/subtitles`, { revision, file_name: 'a.srt', text }, viewer)
}
/** The file that the product writes of a transcript, once it has its revision. */
async function fileOf(id: string): Promise<string> {
  const renewed = async () => {
    const { subtitle_revision, transcript_revision } = await indexing.db
      .selectFrom('videos')
      .select(['subtitle_revision', 'transcript_revision'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return subtitle_revision === transcript_revision
  }
  await expect.poll(renewed).toBe(true)
  return (await api.get((await read(id)).subtitle_url as string)).text
}
const named = ({ subtitle_word, speakers }: TranscriptAnswer) =>
  subtitle_word.map(({ word, speaker }) => [word, speakers.find((one) => one.speaker === speaker)?.name ?? null])

test.each(SUBTITLE_FILES)('$name comes in, goes out and comes in again', async ({ text, lines, skipped = 0 }) => {
  const id = await film()
  const first = await bring(id, text)
  expect([first.status, first.json.lines, first.json.skipped_count]).toEqual([200, lines.length, skipped])
  const { edits } = (await api.get(`/api/transcripts/${id}/edits`, viewer)).json
  expect(
    edits[0].places.map((place: { start_time: number; end_time: number; after: string }) => [
      place.start_time,
      place.end_time,
      place.after,
    ]),
  ).toEqual(lines.map(([start, end, said]) => [start, end, said]))

  const before = await read(id)
  const second = await bring(id, await fileOf(id))
  expect([second.status, second.json.skipped_count]).toEqual([200, 0])
  const after = await read(id)
  expect(named(after)).toEqual(named(before))
  // Neighbours may be one line now; each begins with one of the words, at its time.
  const places = (await api.get(`/api/transcripts/${id}/edits`, viewer)).json.edits[0].places
  const starts = before.subtitle_word.map(({ start }) => start)
  for (const { start_time } of places)
    expect(Math.min(...starts.map((start) => Math.abs(start - start_time)))).toBeLessThanOrEqual(0.001)
})
