import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { beforeAll, expect, test } from 'vitest'
import { makeUnderstoodLibrary } from '../../test/understood-library.ts'

const library = await makeUnderstoodLibrary()
let weather: string
beforeAll(async () => {
  weather = await library.addVideo(
    [
      'Good evening, and welcome to the weather report.',
      'The temperature rises to twenty degrees.',
      'Tomorrow it will rain',
      'in the mountains on Sunday.',
      'Bring a coat before Friday.',
    ],
    ['MARTHA LN 47', 'FRANCE 3', 'Harbour bridge closed'],
  )
})

const marked = ({ text, hits }: { text: string; hits: readonly { from: number; to: number }[] }) =>
  hits.map(({ from, to }) => text.slice(from, to))

test('words over the border of two lines are one match, with the text, the marks and the time of both', async () => {
  const [first] = (await library.ask('rain in the mountains')).matches
  expect(first).toMatchObject({
    video_id: weather,
    start_time: 6,
    end_time: 11.6,
    text: 'Tomorrow it will rain in the mountains on Sunday.',
  })
  expect(marked(first as NonNullable<typeof first>)).toEqual(['rain', 'mountains'])
  expect(first?.score).toBeGreaterThanOrEqual(SEARCH.high)
})

test('words of two lines that are no phrase find both lines, for less', async () => {
  const [apart] = (await library.ask('mountains with a coat')).matches
  expect(apart).toMatchObject({ text: 'in the mountains on Sunday. Bring a coat before Friday.', start_time: 9 })
  const [phrase] = (await library.ask('mountains on sunday bring')).matches
  expect(apart?.score).toBeLessThan(phrase?.score ?? 0)
})

test('nothing is marked for words that only sound alike', async () => {
  const { matches } = await library.ask('fright')
  for (const { text } of matches) expect(text).not.toContain('Friday')
  for (const match of matches) expect(marked(match)).toEqual([])
})

test('a misread or misspelt word is marked as similar, and never more than Low', async () => {
  const { matches } = await library.ask('bridje harbar')
  expect(matches[0]?.text).toBe('Harbour bridge closed')
  const { matches: misread } = await library.ask('temperatoor')
  expect(misread[0]?.hits).toEqual([{ from: 4, to: 15, similar: true }])
  for (const { score } of misread) expect(score).toBeLessThan(SEARCH.medium)
})

test.each(['qwertz', 'Lichtjahre', 'der letzte Dampfer', 'asdfqwer', '4711', 'Hund'])(
  'a question without a known word finds nothing, and is not understood: %s',
  async (query) => {
    expect(await library.ask(query)).toMatchObject({ matches: [], understood: false })
  },
)

test('a name on a sign is not near to what it is not about', async () => {
  const { matches, understood } = await library.ask('invoice 4711')
  expect(matches.filter(({ text }) => text.includes('MARTHA'))).toEqual([])
  for (const { score } of matches) expect(score).toBeLessThan(SEARCH.medium)
  expect(understood).toBe(true)
})

test('a name that a sign shows is found by its letters', async () => {
  const { matches, understood } = await library.ask('Martha')
  expect(marked(matches[0] as (typeof matches)[0])).toEqual(['MARTHA'])
  expect(understood).toBe(true)
})
