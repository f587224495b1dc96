import { parseQuery, wordsOf } from '@footnote/contract/shared/language/query.ts'
import { expect, onTestFinished, test } from 'vitest'
import { earlierSchema, rowId as id, PERSON_WITH_COLLECTION } from '../../../test/earlier-schema.ts'
import { countedWords, keptWords } from '../../../test/kept-words.ts'
import { analyseQuery } from '../../retrieval/query.ts'
import { readFilters } from '../../retrieval/query-filters.ts'
import { searchTexts } from '../../retrieval/texts.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const LINES = ['The train to Łódź is late.', 'COVID-19 rules are new.', 'An F-16 lands.', 'The follow-up was short.']

/** A film (11) that says and shows the lines, and one (12) whose words have no other form. */
const ROWS = `${PERSON_WITH_COLLECTION}
  insert into videos (id, collection_id, stack_id, user_id, file_name, file_extension, file_size, storage_key, duration)
    select id::uuid, '${id(3)}', id::uuid, '${id(2)}', 'Film.mp4', 'mp4', 9, 'files/' || id, 100
    from (values ('${id(11)}'), ('${id(12)}')) film (id);
  insert into video_stages (video_id, stage, engine)
    select id::uuid, stage, engine from (values ('${id(11)}'), ('${id(12)}')) film (id),
      (values ('speech', 'heard-1'), ('ocr', 'read-1')) indexed (stage, engine);
  insert into cues (video_id, engine, number, start_time, end_time, text, language, words)
    select '${id(11)}', 'heard-1', number - 1, number * 10, number * 10 + 3, text, 'en', '[]'
    from unnest(array['${LINES.join("', '")}']) with ordinality said (text, number);
  insert into text_spans (video_id, engine, number, start_time, end_time, text, confidence)
    select video_id, 'read-1', number, start_time, end_time, text, 0.9 from cues;
  insert into cues (video_id, engine, number, start_time, end_time, text, language, words)
    values ('${id(12)}', 'heard-1', 0, 0, 3, 'The harbour is calm.', 'en', '[]');
`

test('videos that were indexed before are found by the new forms after an upgrade', async () => {
  const url = await earlierSchema('064', ROWS)
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  const [video_id, unchanged] = [id(11), id(12)]
  const linesOf = (film: string) => keptWords(db).then(({ words }) => words.filter((word) => word.video_id === film))
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
        const filters = await readFilters(db, [video_id], parsed, false)
        const { words } = analyseQuery(wordsOf(parsed))
        const { hits } = await searchTexts(db, source, [video_id], words, filters, compare_all)
        expect([query, hits[0]?.text]).toEqual([query, LINES[place]])
      }
  expect(await linesOf(unchanged)).toEqual(kept)
  expect(await keptWords(db)).toEqual(await countedWords(db))
})
