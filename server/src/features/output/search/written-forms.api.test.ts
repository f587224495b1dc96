import { afterAll, expect, test } from 'vitest'
import { addIndexedVideo } from '../../../../../seed/rows/indexed-video.ts'
import { startProduct } from '../../../../test/product.ts'
import { searchMatches } from '../../../../test/search-calls.ts'

const api = await startProduct()
const ada = await api.person()
const { collection_id: index_id } = await api.aCollectionWithVideo(ada)
/** Lines, each with what people type for one of its words. */
const LINES: readonly (readonly [string, readonly string[]])[] = [
  ['The train to Łódź is late.', ['lodz', 'LODZ', 'Łódź']],
  ['They painted the Straße at night.', ['strasse', 'straße']],
  ['The ferry to Ærø leaves.', ['aero', 'ærø']],
  ['Anh ấy đang đọc.', ['dang', 'đang']],
  ['Bir ışık gördüm.', ['isik', 'ışık']],
  ['Søren sings.', ['soren']],
  ['COVID-19 rules are new.', ['covid 19', 'covid-19', 'covid19', 'COVID 19']],
  ['An F-16 and a B-52 land.', ['f 16', 'F16', 'F-16', 'b 52', 'b52', 'B-52']],
  ['The follow-up was short.', ['followup', 'follow up', 'follow-up']],
  ['He wears a T-shirt.', ['t shirt', 'tshirt', 'T-shirt', 't-shirts']],
  ['Captain Jean-Luc speaks.', ['jean luc', 'Jean-Luc', 'jeanluc']],
  ['The café in Zürich is naïve.', ['cafe', 'zurich', 'naive', 'naïve']],
  ['Dr. O’Brien said “we’re done”.', ["o'brien", 'o’brien', 'obrien', 'o brien', "we're done"]],
  ['A coöperation of R&D and AT&T.', ['cooperation', 'coöperation', 'R&D', 'AT&T']],
  ['C++ and .NET for the U.N.', ['C++', '.NET', 'U.N.']],
  ['See https://example.org/help now.', ['example.org', 'https://example.org/help']],
  ['It costs 1500.50 crowns.', ['1500.50', '1500']],
  ['To be or not to be.', ['to be or not to be']],
  ['東京タワーへ行く', ['東京', 'タワー', 'ﾀﾜｰ']],
  ['السَّلَام عليكم', ['السلام', 'السَّلَام']],
  ['Ёлка и ещё за́мок.', ['елка', 'ёлка', 'замок']],
]
const CASES = LINES.flatMap(([line, typed]) => typed.map((query) => [query, line] as const))
const QUOTED = CASES.filter(([query]) => query !== 't-shirts')
const texts = LINES.map(([line], at): [number, number, string] => [at * 10, at * 10 + 3, line])
const spoken = await addIndexedVideo(api.db, index_id, { said: texts }, { duration: 300 })
const shown = await addIndexedVideo(api.db, index_id, { written: texts }, { duration: 300 })
await addIndexedVideo(api.db, index_id, {
  said: [
    [0, 3, 'There are 16 people, 19 rooms and 52 doors.'],
    [10, 13, 'The shirt is red, and we follow the rules.'],
    [20, 23, 'The therapist sits in a cabin, alive.'],
  ],
})
afterAll(() => api.close())

const matchesOf = async (query: string, search_type: string) =>
  (await searchMatches(api, ada, { index_id, query, search_type })).matches

test.each(CASES)('%s finds first, in speech and on screens: %s', async (query, line) => {
  const [said] = await matchesOf(query, 'CONVERSATION')
  expect(said).toMatchObject({ video_id: spoken, text: line })
  expect(said?.hits.length).toBeGreaterThan(0)
  expect(said?.score).toBeGreaterThan(0.8)
  const [read] = await matchesOf(query, 'TEXT_IN_VIDEO')
  expect(read).toMatchObject({ video_id: shown, text: line })
})

test.each(QUOTED)('%s in quotes finds only: %s', async (query, line) => {
  const found = await matchesOf(`"${query}"`, 'CONVERSATION')
  expect(found.map(({ text }) => text)).toEqual([line])
})

test('the marks are on the word as it is written', async () => {
  const marked = async (query: string) => {
    const [match] = await matchesOf(query, 'CONVERSATION')
    return match?.hits.map(({ from, to }) => match.text.slice(from, to))
  }
  expect(await marked('lodz')).toEqual(['Łódź'])
  expect(await marked('strasse')).toEqual(['Straße'])
  expect(await marked('"strasse at"')).toEqual(['Straße at'])
  expect(await marked('f16')).toEqual(['F-16'])
  expect(await marked('f 16')).toEqual(['F-16'])
  expect(await marked('tshirt')).toEqual(['T-shirt'])
  expect(await marked('"jeanluc speaks"')).toEqual(['Jean-Luc speaks'])
  expect(await marked('covid 19')).toEqual(['COVID', '19'])
})

test('a word with a minus leaves out each of its written forms', async () => {
  const left = async (query: string) => (await matchesOf(query, 'CONVERSATION')).map(({ text }) => text)
  expect(await left('rules -covid19')).toEqual(['The shirt is red, and we follow the rules.'])
  expect(await left('short -followup')).toEqual([])
  expect(await left('train -lodz')).toEqual([])
  expect(await left('lands -"f 16"')).toEqual([])
})

test('words that are no form of a word are not found as one', async () => {
  expect(await matchesOf('"the rapist"', 'CONVERSATION')).toEqual([])
  expect(await matchesOf('"cab in"', 'CONVERSATION')).toEqual([])
  expect(await matchesOf('a live', 'CONVERSATION')).toEqual([])
})

test('numbers are found in digits and as people say them', async () => {
  const said = [
    'Then covid nineteen came.',
    'The F sixteen turns.',
    'A B fifty-two turns.',
    'In nineteen eighty four it rained.',
    'No one has seen it.',
    'A fee of 17 crowns.',
  ]
  const { collection_id } = await api.aCollectionWithVideo(ada)
  await addIndexedVideo(api.db, collection_id, {
    said: said.map((text, at) => [at * 10, at * 10 + 3, text] as const),
  })
  const first = async (query: string) =>
    (await searchMatches(api, ada, { index_id: collection_id, query, search_type: 'CONVERSATION' })).matches[0]?.text
  for (const query of ['covid 19', 'COVID-19', 'covid19']) expect([query, await first(query)]).toEqual([query, said[0]])
  for (const query of ['f 16', 'F-16', 'f16', 'f sixteen'])
    expect([query, await first(query)]).toEqual([query, said[1]])
  for (const query of ['b 52', 'B-52', 'b52', 'b fifty two'])
    expect([query, await first(query)]).toEqual([query, said[2]])
  expect(await first('1984')).toBe(said[3])
  expect(await first('seventeen crowns')).toBe(said[5])
  expect(await first('1')).toBeUndefined()
})
