import { parseQuery, wordsOf } from '@footnote/contract/shared/language/query.ts'
import { expect, onTestFinished, test } from 'vitest'
import { addCollection } from '../../../../seed/rows/collections.ts'
import { addIndexedVideo } from '../../../../seed/rows/indexed-video.ts'
import { earlierSchema } from '../../../test/earlier-schema.ts'
import { countedWords, keptWords } from '../../../test/kept-words.ts'
import { readDemands } from '../../retrieval/demands.ts'
import { analyseQuery } from '../../retrieval/query.ts'
import { searchTexts } from '../../retrieval/texts.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const LINES = ['The train to Łódź is late.', 'COVID-19 rules are new.', 'An F-16 lands.', 'The follow-up was short.']

test('videos that were indexed before are found by the new forms after an upgrade', async () => {
  const url = await earlierSchema('064')
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  const collection_id = await addCollection(db, null, { name: 'Library', ocr: true })
  const texts = LINES.map((line, at): [number, number, string] => [at * 10, at * 10 + 3, line])
  const video_id = await addIndexedVideo(db, collection_id, { said: texts, written: texts })
  const unchanged = await addIndexedVideo(db, collection_id, { said: [[0, 3, 'The harbour is calm.']] })
  const linesOf = (id: string) => keptWords(db).then(({ words }) => words.filter((word) => word.video_id === id))
  const kept = await linesOf(unchanged)
  await migrate(url)
  for (const [query, place] of [
    ['lodz', 0],
    ['"lodz is"', 0],
    ['covid19', 1],
    ['"covid19 rules"', 1],
    ['f16', 2],
    ['followup', 3],
  ] as const)
    for (const source of [
      { table: 'cues', stage: 'speech' },
      { table: 'text_spans', stage: 'ocr' },
    ] as const)
      for (const compare_all of [0, 3_000]) {
        const parsed = parseQuery(query)
        const demands = await readDemands(db, [video_id], parsed, false)
        const { words } = analyseQuery(wordsOf(parsed))
        const { hits } = await searchTexts(db, source, [video_id], words, demands, compare_all)
        expect([query, hits[0]?.text]).toEqual([query, LINES[place]])
      }
  expect(await linesOf(unchanged)).toEqual(kept)
  expect(await keptWords(db)).toEqual(await countedWords(db))
})
