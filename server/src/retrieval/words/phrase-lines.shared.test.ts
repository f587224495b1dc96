import { parseQuery, wordsOf } from '@footnote/contract/shared/language/query.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeSearchLibrary } from '../../../test/search-library.ts'
import { analyseQuery } from '../query.ts'
import { readFilters } from '../query-filters.ts'
import { searchTexts } from '../texts.ts'
import { phraseOf } from './exact-words.ts'
import { occurrencesOf } from './occurrences.ts'

const SPEECH = { table: 'cues', stage: 'speech' } as const
const LINES = 200

const library = await makeSearchLibrary()
const said = (last: string) =>
  Array.from({ length: LINES }, (_, at): [number, number, string] => [
    at * 40,
    at * 40 + 3,
    at === LINES - 1 ? last : `Boat ${at} passes the harbour wall.`,
  ])
const video_ids: string[] = []
for (let video = 0; video < 17; video++)
  video_ids.push(await library.addVideo({ said: said(video < 16 ? 'It is dark.' : 'The harbour wall has a lantern.') }))
afterAll(async () => {
  await library.close()
})

async function hitsOf(query: string, ids = video_ids) {
  const parsed = parseQuery(query)
  const filters = await readFilters(library.db, ids, parsed, false)
  return (await searchTexts(library.db, SPEECH, ids, analyseQuery(wordsOf(parsed)).words, filters)).hits
}

test('of a phrase in thousands of lines the one with the other words comes first, wherever it is', async () => {
  const [first, ...others] = await hitsOf('"the harbour wall" lantern')
  expect(first).toMatchObject({ video_id: video_ids[16], text: 'The harbour wall has a lantern.' })
  expect(others.length).toBeGreaterThan(100)
  expect(others.every(({ text }) => text.includes('the harbour wall'))).toBe(true)
})

test('a rare phrase is found in the last of many videos', async () => {
  expect((await hitsOf('"has a lantern"')).map(({ video_id }) => video_id)).toEqual([video_ids[16]])
})

test('a word that thousands of lines have can be left out', async () => {
  expect(await hitsOf('harbour -wall')).toEqual([])
  expect((await hitsOf('lantern -boat')).map(({ text }) => text)).toEqual(['The harbour wall has a lantern.'])
})

test('a phrase of short words compares no line with all others, before there are statistics', async () => {
  const folded = await library.db.transaction().execute(async (transaction) => {
    await sql`set local track_functions = 'all'`.execute(transaction)
    await occurrencesOf(transaction, SPEECH, video_ids.slice(0, 1), phraseOf('b 40'))
    const { rows } = await sql<{ calls: string }>`
      select calls from pg_stat_xact_user_functions where funcname = 'plain_text'`.execute(transaction)
    return Number(rows[0]?.calls)
  })
  expect(folded).toBeGreaterThanOrEqual(LINES)
  expect(folded).toBeLessThan(10 * LINES)
})
