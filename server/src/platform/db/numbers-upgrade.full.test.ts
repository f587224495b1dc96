import { expect, onTestFinished, test } from 'vitest'
import { earlierSchema, rowId as id, PERSON_WITH_COLLECTION } from '../../../test/earlier-schema.ts'
import { withConnection } from './connections.ts'
import { openDatabase } from './database.ts'
import { applyMigrations, migrate, ownMigrations } from './migrate.ts'

/** Three versions of two films with comments, as they were before comments had numbers. */
const ROWS = `${PERSON_WITH_COLLECTION}
  insert into videos (id, collection_id, stack_id, version, user_id, file_name, file_extension, file_size, storage_key)
    select id::uuid, '${id(3)}', stack::uuid, version, '${id(2)}', 'Film.mp4', 'mp4', 9, 'files/' || id
    from (values ('${id(11)}', '${id(21)}', 1), ('${id(12)}', '${id(21)}', 2), ('${id(13)}', '${id(22)}', 1)) film (id, stack, version);
  insert into comments (id, video_id, company_id, user_id, content, start_time, created_at, visibility)
    select id::uuid, video::uuid, '${id(1)}', '${id(2)}', 'Words', place, timestamptz '2026-01-01' + day * interval '1 day', visibility
    from (values ('${id(31)}', '${id(11)}', 9, 3, 'everyone'), ('${id(32)}', '${id(12)}', 1, 1, 'everyone'),
      ('${id(33)}', '${id(11)}', 5, 2, 'team'), ('${id(34)}', '${id(11)}', 5, 4, 'team'), ('${id(35)}', '${id(13)}', 5, 9, 'everyone'),
      ('${id(36)}', '${id(11)}', 5, 5, 'everyone')) written (id, video, place, day, visibility);
  insert into comments (id, video_id, company_id, user_id, parent_comment_id, depth, content, start_time)
    values ('${id(37)}', '${id(11)}', '${id(1)}', '${id(2)}', '${id(31)}', 1, 'Answer', 9);
`

test('an upgrade numbers comments in the order of writing, as a new comment goes on; a killed one begins again', async () => {
  const url = await earlierSchema('067', ROWS)
  const all = await ownMigrations()
  await withConnection(url, 'footnote-test', async (client) => {
    await client.query('begin')
    await applyMigrations(
      client,
      all.filter((name) => name.startsWith('067')),
    )
    await client.query('rollback')
  })
  await migrate(url)
  const db = openDatabase(url)
  onTestFinished(() => db.destroy())
  const place = { company_id: id(1), user_id: id(2), depth: 0, content: 'New', start_time: 0 }
  await db
    .insertInto('comments')
    .values([
      { ...place, id: id(38), video_id: id(12) },
      { ...place, id: id(39), video_id: id(12), visibility: 'team' },
      { ...place, id: id(40), video_id: id(13) },
    ])
    .execute()
  const numbers = await db.selectFrom('comments').select(['id', 'number', 'visibility']).orderBy('id').execute()
  expect(numbers.map((row) => [Number(row.id.slice(-2)), row.number])).toEqual([
    [31, 2],
    [32, 1],
    [33, 1],
    [34, 2],
    [35, 1],
    [36, 3],
    [37, null],
    [38, 4],
    [39, 3],
    [40, 2],
  ])
})
