import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { Matches } from '@footnote/contract/nouns/output/search.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startProduct } from '../../../test/product.ts'
import { hearing, seeing, slowly } from '../../../test/slow-engines.ts'
import {
  describedBy,
  linesOf,
  makePartedFilm,
  SECONDS,
  samplesOf,
  searchable,
  startWith,
  videoOf,
} from '../../../test/stored-parts.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const film = await makePartedFilm(await temporaryFolder('parts'))

test('people find, play and read the first seconds of a video while the rest is indexed, and see how far it is', async () => {
  const gate = Promise.withResolvers<void>()
  const wait = async (time: number) => (time >= 8 ? gate.promise : slowly())
  const indexing = await startWith({ visual: seeing('seeing-1', wait), speech: hearing(SECONDS, wait) })
  onTestFinished(async () => void (await indexing.close()))
  const api = await startProduct({ database_url: indexing.database_url })
  onTestFinished(() => api.close())
  const viewer = await api.person({ company_id: indexing.company_id })
  const id = await indexing.add(film, { visual: true, ocr: false, audio: true })
  const until = await searchable(indexing, id)
  expect(until).toBeGreaterThan(0)
  expect(until).toBeLessThan(9)

  const { collection_id } = await videoOf(indexing, id)
  const find = async (query: string, types: string): Promise<Matches['matches']> => {
    const asked = new URLSearchParams({ index_id: collection_id, query, search_type: types })
    const { status, json } = await api.get(`/api/query_index?${asked}`, viewer)
    expect(status).toBe(200)
    return json.matches
  }
  const [seen] = await find('a bottle', 'VISUAL')
  expect(seen).toMatchObject({ video_id: id, types: ['visual'], stream_url: expect.any(String) })
  expect(seen?.start_time).toBeLessThanOrEqual(until)
  const said = await find('harbour', 'CONVERSATION')
  expect(said[0]).toMatchObject({ video_id: id, text: expect.stringContaining('harbour line'), subtitle_url: null })
  for (const { start_time } of said) expect(start_time).toBeLessThan(9)
  const { json: list } = await api.get(`/api/indexes/${collection_id}`, viewer)
  expect(list.videos).toMatchObject([{ id, status: expect.stringContaining('PROCESSING'), can: { open: false } }])
  expect(list.videos[0].searchable_until).toBeGreaterThanOrEqual(until)
  const detail: VideoDetail = (await api.get(`/api/get_video_details/${id}`, viewer)).json
  expect(detail).toMatchObject({ searchable_until: expect.any(Number), stream_url: expect.any(String) })

  gate.resolve()
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS', searchable_until: null })
  expect(await describedBy(indexing, id, 'seeing-1')).toEqual(await samplesOf(indexing, id))
  const lines = await linesOf(indexing, id)
  expect(lines.map(({ number, text }) => [number, text])).toEqual(
    Array.from({ length: SECONDS / 2 }, (_, number) => [number, `harbour line ${2 * number}`]),
  )
})
