import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { afterAll, expect, test } from 'vitest'
import { addIndexedVideo } from '../../../../../seed/rows/indexed-video.ts'
import { startProduct } from '../../../../test/product.ts'
import { searchMatches } from '../../../../test/search-calls.ts'

const api = await startProduct()
const ada = await api.person()
const { collection_id: index_id } = await api.aCollectionWithVideo(ada)
const road = await addIndexedVideo(api.db, index_id, {
  said: [
    [0, 3, 'We hold the lane.'],
    [10, 13, 'A white car goes by.'],
    [40, 43, 'We hold the lane.'],
    [60, 63, 'The lighthouse is dark.'],
    [96, 99, 'Last stop.'],
    [101, 103, 'Nobody hears this.'],
  ],
  written: [[44, 46, 'EXIT 7']],
  seen: [[41, 44, 'truck']],
})
await addIndexedVideo(api.db, index_id, { said: [[5, 8, 'The harbour is open.']] })
afterAll(() => api.close())

const answer = (query: string, options: Readonly<Record<string, string>> = {}) =>
  searchMatches(api, ada, { index_id, query, ...options })
/** Start and end of each match of a query. */
const spans = async (query: string) =>
  (await answer(query)).matches.map(({ start_time, end_time }) => [start_time, end_time])

test('a moment and a later one become one match, with the reasons of both', async () => {
  const { matches } = await answer('"hold the lane" >> "white car" 12s')
  expect(matches).toMatchObject([
    {
      video_id: road,
      start_time: 0,
      end_time: 13,
      types: ['speech'],
      text: 'We hold the lane.',
      steps: [
        { start_time: 0, end_time: 3, types: ['speech'], text: 'We hold the lane.' },
        { start_time: 10, end_time: 13, types: ['speech'], text: 'A white car goes by.' },
      ],
    },
  ])
  const [first, then] = matches[0]?.steps ?? []
  expect([first, then].map((step) => step?.hits.map(({ from, to }) => step.text.slice(from, to)))).toEqual([
    ['hold the lane'],
    ['white car'],
  ])
  expect(matches[0]?.moments.filter(({ matched }) => matched).map(({ start_time }) => start_time)).toEqual([0, 10])
})

test('the second moment begins within the given seconds, twelve by default', async () => {
  expect(await spans('"hold the lane" >> "white car" 7s')).toEqual([[0, 13]])
  expect(await spans('"hold the lane" >> "white car" 6s')).toEqual([])
  expect(await spans('"hold the lane" >> "white car"')).toEqual([[0, 13]])
  expect(await spans('"white car" >> "hold the lane"')).toEqual([])
  expect(await spans('"white car" >> "hold the lane" 27s')).toEqual([[10, 43]])
  expect(await spans('"hold the lane" >> "hold the lane" 999s')).toEqual([[0, 43]])
})

test('the two may have different types, but always belong to one video', async () => {
  expect((await answer('"hold the lane" >> "exit 7" 5s')).matches).toMatchObject([
    { start_time: 40, end_time: 46, types: ['speech', 'ocr'] },
  ])
  expect((await answer('"hold the lane" >> truck 5s')).matches).toMatchObject([
    { start_time: 40, end_time: 44, types: ['speech', 'visual'], steps: [{}, { types: ['visual'] }] },
  ])
  expect(await spans('"hold the lane" >> "harbour is open" 300s')).toEqual([])
})

test('a sequence scores like the weaker of its moments, and is High only if both are', async () => {
  const scoreOf = async (query: string) => (await answer(query)).matches[0]?.score ?? 0
  const seen = await scoreOf('truck')
  const said = await scoreOf('"hold the lane"')
  expect(said).toBeGreaterThanOrEqual(SEARCH.high)
  expect(await scoreOf('"hold the lane" >> truck 5s')).toBeCloseTo(Math.min(said, seen), 5)
  expect(await scoreOf('"hold the lane" >> truck 5s')).toBeLessThan(SEARCH.high)
  expect(await scoreOf('"hold the lane" >> "white car"')).toBeGreaterThanOrEqual(SEARCH.high)
})

test('each of the two has its own marks and corrections', async () => {
  expect(await spans('"hold the lane" -lane >> "white car"')).toEqual([])
  const { matches, corrected } = await answer('"hold the lane" >> lightouse 30s')
  expect(corrected).toEqual({ query: 'hold the lane >> lighthouse', typed: 'hold the lane >> lightouse' })
  expect(matches[0]).toMatchObject({ start_time: 40, end_time: 63 })
})

test('a moment after the end of the picture follows none', async () => {
  expect(await spans('"nobody hears"')).toEqual([])
  expect(await spans('"last stop" >> "nobody hears"')).toEqual([])
})

test('a match of one moment has no steps, and half a sequence is one moment', async () => {
  for (const query of ['"white car"', '"white car" >>', '>> "white car"'])
    expect((await answer(query)).matches).toMatchObject([{ start_time: 10, end_time: 13, steps: null }])
})
