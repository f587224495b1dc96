import { plainText } from '@footnote/contract/shared/language/letters.ts'
import { parseQuery, wordsOf } from '@footnote/contract/shared/language/query.ts'
import { lettersIn } from '@footnote/contract/shared/language/tokens.ts'
import { afterAll, expect, test } from 'vitest'
import { drawnCases } from '../../../../test/drawn-cases.ts'
import { makeSearchLibrary } from '../../../../test/search-library.ts'
import { WRITTEN_FORMS } from '../../../../test/written-forms.ts'
import { isEnglishWord } from '../../../engines/text/english-words.ts'
import { analyseQuery } from '../../query.ts'
import { readFilters } from '../../query-filters.ts'
import { searchTexts } from '../../texts.ts'
import { searchNames } from '../names.ts'

const SOURCES = [
  { table: 'cues', stage: 'speech' },
  { table: 'text_spans', stage: 'ocr' },
] as const
const lines = WRITTEN_FORMS.map(({ written }, at): [number, number, string] => [
  at * 10,
  at * 10 + 3,
  `Then we saw ${written} beside the harbour.`,
])
const library = await makeSearchLibrary()
const video = await library.addVideo({ said: lines, written: lines })
afterAll(() => library.close())

/** The word alone, as letters: several lines may have the same word in other forms. */
const lettersOf = (text: string) => lettersIn(plainText(text)).replace(/ /g, '')
const asked = (forms: typeof WRITTEN_FORMS) =>
  forms.flatMap(({ written, typed }) => typed.map((query) => ({ written, query })))
const askedFor = asked(
  drawnCases(WRITTEN_FORMS, { kindsOf: ({ written }) => [`${[/\d/, /-/, /['’]/].map((of) => of.test(written))}`] }),
)

test('there are 200 written forms, and 400 typed ones', () => {
  expect(WRITTEN_FORMS.length).toBeGreaterThanOrEqual(200)
  expect(new Set(asked(WRITTEN_FORMS).map(({ query }) => query)).size).toBeGreaterThanOrEqual(400)
})

test.each([
  ['few lines of speech', 'speech', (query: string) => query, 3_000],
  ['few texts on screens', 'ocr', (query: string) => query, 3_000],
  ['many lines of speech', 'speech', (query: string) => query, 0],
  ['few lines of speech, in quotes', 'speech', (query: string) => `"${query}"`, 3_000],
])('each written form is the first match of each of its typed forms: %s', async (_, stage, asType, compare_all) => {
  const missed: unknown[] = []
  for (const source of SOURCES.filter((each) => each.stage === stage))
    for (const { written, query } of askedFor) {
      // In quotes, search does not look for two parts of a word that a dictionary has.
      const known = !/[ '’-]/.test(query) && isEnglishWord(query.toLowerCase())
      if (asType('') !== '' && known && /[-’']/.test(written)) continue
      const parsed = parseQuery(asType(query))
      const filters = await readFilters(library.db, [video], parsed, false)
      const { hits } = await searchTexts(
        library.db,
        source,
        [video],
        analyseQuery(wordsOf(parsed)).words,
        filters,
        compare_all,
      )
      const best = hits.filter(({ raw }) => raw === hits[0]?.raw)
      const hit = best.find(({ text }) => text === `Then we saw ${written} beside the harbour.`)
      const marked = hit?.hits.map(({ from, to }) => hit.text.slice(from, to)).join(' ')
      if (!hit || lettersOf(marked ?? '') !== lettersOf(written))
        missed.push([source.stage, query, written, hit ? marked : hits[0]?.text])
    }
  expect(missed).toEqual([])
})

test('each name is found by each of its typed forms', () => {
  const videos = WRITTEN_FORMS.map(({ written }) => ({ id: written, file_name: `Harbour ${written}.mp4` }))
  const missed = askedFor.filter(
    ({ written, query }) => !searchNames(videos, parseQuery(query)).some(({ video_id }) => video_id === written),
  )
  expect(missed).toEqual([])
})

test('each typed form with a minus leaves out the moments of each written form', async () => {
  const missed: unknown[] = []
  for (const { written, query } of askedFor) {
    const phrase = query.includes(' ') ? `"${query}"` : query
    const { excluded } = await readFilters(library.db, [video], parseQuery(`harbour -${phrase}`), false)
    const at = WRITTEN_FORMS.findIndex((form) => form.written === written) * 10
    const moment = { video_id: video, start_time: at, end_time: at + 3 }
    if (!(await excluded([moment])).has(moment)) missed.push([query, written])
  }
  expect(missed).toEqual([])
})
