import { expect, onTestFinished, test } from 'vitest'
import { earlierSchema, PERSON_WITH_COLLECTION, rowId } from '../../../test/earlier-schema.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/** A film with a line that somebody typed. */
const ROWS = `${PERSON_WITH_COLLECTION}
  insert into videos (id, collection_id, stack_id, user_id, file_name, file_extension, file_size, storage_key)
    values ('${rowId(11)}', '${rowId(3)}', '${rowId(21)}', '${rowId(2)}', 'Film.mp4', 'mp4', 9, 'files/film');
`
const change = (kind: string) =>
  `insert into transcript_changes (video_id, user_id, kind) values ('${rowId(11)}', '${rowId(2)}', '${kind}');`

test.each([
  ['an earlier form', `alter table transcript_changes drop column automatic; ${change('lines')}`],
  [
    'a later form',
    `alter table transcript_changes drop constraint transcript_changes_kind_check,
      add constraint transcript_changes_kind_check check (kind in ('words', 'replace', 'speaker', 'subtitles'));
      ${change('words')}`,
  ],
])('a database that went through %s of the migration for subtitles has what the product writes', async (_, form) => {
  const url = await earlierSchema('067', `${ROWS}${form}`)
  await migrate(url)
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  await db
    .insertInto('transcript_changes')
    .values({ video_id: rowId(11), user_id: rowId(2), kind: 'subtitles', automatic: true, language: 'en' })
    .execute()
  const changes = db.selectFrom('transcript_changes').select(['kind', 'automatic']).orderBy('number')
  expect(await changes.execute()).toEqual([
    { kind: 'words', automatic: false },
    { kind: 'subtitles', automatic: true },
  ])
})
