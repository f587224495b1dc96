import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeSearchLibrary } from '../../../test/search-library.ts'
import type { QueryWord } from '../concepts/meaning.ts'
import { analyseQuery } from '../query.ts'
import { searchTexts } from '../texts.ts'
import { formsOf } from './forms/word-forms.ts'
import { readLineSets } from './line-sets.ts'
import { textCandidates } from './text-candidates.ts'

/** Worse matches are only found among few lines, where every line is compared. */
const ANSWERS = 0.5
const TEXTS = { table: 'text_spans', stage: 'ocr' } as const
const SUBJECTS = 'gardener captain baker teacher plumber surgeon painter farmer sailor lawyer'.split(' ')
const DEEDS = 'waters paints repairs bakes explains closes measures lifts reads polishes'.split(' ')
const THINGS =
  'tomatoes invoice townhall bicycle staircase lighthouse home work Gewürz cupboard 会议记录 Бюджет accordion'.split(
    ' ',
  )

const library = await makeSearchLibrary()
const video_ids: string[] = []
for (let video = 0; video < 4; video++)
  video_ids.push(
    await library.addVideo({
      written: Array.from({ length: 300 }, (_, at): [number, number, string] => {
        const place = video * 300 + at
        const words = [SUBJECTS[place % 10], DEEDS[(place * 7) % 10], 'the', THINGS[(place * 5) % 13], `page${place}`]
        return [at * 5, at * 5 + 4, words.join(' ')]
      }),
    }),
  )
afterAll(async () => {
  await library.close()
})

async function answersOf(words: readonly QueryWord[], ids: readonly string[], compare_all?: number) {
  const { hits } = await searchTexts(library.db, TEXTS, ids, words, undefined, compare_all)
  return hits.filter(({ raw }) => raw >= ANSWERS)
}

test.each([
  'tomatoes',
  'watering a tomato',
  'the captain paints a bicycle',
  'surgeon lighthouse page77',
  'town hall',
  'home work',
  'tomatos',
  'stair case',
  'gewurz',
  'бюджет',
  '会议',
  'cupboards polished by a baker',
])('a search in many lines has the same results as a comparison of each line: %s', async (query) => {
  const { words } = analyseQuery(query)
  for (const ids of [video_ids, video_ids.slice(1, 2)]) {
    const few = await answersOf(words, ids)
    expect(few.length).toBeGreaterThan(0)
    expect(await answersOf(words, ids, 0)).toEqual(few)
  }
})

test('a misread word in many lines has the same results as a comparison of each line', async () => {
  const { words } = analyseQuery('lighthoose')
  const few = await searchTexts(library.db, TEXTS, video_ids, words)
  const many = await searchTexts(library.db, TEXTS, video_ids, words, undefined, 0)
  expect(few.hits).toEqual([])
  const misread = few.misread(new Set(['lighthoose']))
  expect(misread.length).toBeGreaterThan(0)
  expect(many.misread(new Set(['lighthoose']))).toEqual(misread)
})

test('a word’s weight is its rarity among all lines in full-text search', async () => {
  const words = ['tomato', 'paint', 'captain', 'the', 'page17', 'бюджет', '记录', 'gewurz', 'nowhere'].map(
    (word, place) => ({
      word,
      place,
      weight: 1,
      known: true,
      forms: formsOf([{ plain: word, from: 0, to: word.length }], 0),
      alone: 1,
    }),
  )
  const { rows } = await sql<{ word: string; lines: number; total: number }>`
    select word, count(*) filter (where tsv @@ plainto_tsquery('english', word) or strpos(plain_text(text), word) > 0 and word ~ '[^a-z0-9]') as lines,
      count(*) as total
    from text_spans, unnest(${words.map(({ word }) => word)}::text[]) with ordinality as asked(word, place)
    where video_id = any(${video_ids}::uuid[]) group by word, place order by place`.execute(library.db)
  const rarity = rows.map(({ lines, total }) => Math.log((total + 1) / (lines + 0.5)) / Math.log(2 * total + 2))
  expect(new Set(rarity).size).toBeGreaterThan(3)
  for (const compare_all of [0, 3_000]) {
    const sets = await readLineSets(library.db, TEXTS, video_ids)
    const { weights } = await textCandidates(library.db, TEXTS, sets, words, compare_all)
    expect(weights).toEqual(rarity.map((rare) => 0.5 + 0.5 * rare))
  }
})

test('of many lines with equal scores the same are found each time', async () => {
  const said = Array.from({ length: 3_500 }, (_, at): [number, number, string] => [at * 10, at * 10 + 4, 'A zeppelin.'])
  const video_id = await library.addVideo({ written: said })
  const { words } = analyseQuery('zeppelin')
  const [first, second] = [await answersOf(words, [video_id]), await answersOf(words, [video_id])]
  expect(first.map(({ start_time }) => start_time)).toEqual(Array.from({ length: 600 }, (_, at) => at * 10))
  expect(second).toEqual(first)
})
