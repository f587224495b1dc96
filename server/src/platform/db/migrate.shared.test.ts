import { expect, test } from 'vitest'
import { PERSON_WITH_COLLECTION, rowId } from '../../../test/earlier-schema.ts'
import { copiesOf, oldDatabase, work } from '../../../test/old-database.ts'
import { createEmptyDatabase } from '../../../test/test-database.ts'
import { applyMigrations, migrate, ownMigrations } from './migrate.ts'

test('results of an engine whose id changed move to the new id, so that nothing is indexed again', async () => {
  const url = await oldDatabase()
  const rows = async (sql: string) =>
    await work(url, async (client) => (await client.query<{ engine: string }>(sql)).rows)
  await rows(`
    insert into video_stages (video_id, stage, engine) select id, 'visual', 'siglip2-base-256-1' from videos;
    insert into video_stages (video_id, stage, engine) select id, 'speech_embedding', 'multilingual-e5-small-1' from videos;
    insert into samples (video_id, time, shot) select id, 1, 0 from videos;
    insert into concepts (sample_id, video_id, engine, name, kind, confidence)
      select id, video_id, 'siglip2-base-256-1', 'boat', 'object', 0.9 from samples;
    insert into vector_engines (engine, rows_of, dimensions, sum, count, mean, mean_of)
      values ('siglip2-base-256-1', 'samples', 768, '', 1, '', 1)`)
  await migrate(url)
  const engines = 'select distinct engine from'
  expect(await rows(`${engines} video_stages order by 1`)).toEqual([
    { engine: 'multilingual-e5-small-int8' },
    { engine: 'siglip2-base-16-256-fp32-int8' },
  ])
  expect(await rows(`${engines} concepts`)).toEqual([{ engine: 'siglip2-base-16-256-fp32-int8' }])
  expect(await rows(`${engines} vector_engines`)).toEqual([{ engine: 'siglip2-base-16-256-fp32-int8' }])
})

test('rows that a restore adds go through later migrations in the same transaction', async () => {
  const url = await createEmptyDatabase()
  const all = await ownMigrations()
  const film = "'Film.mp4', 'mp4', 9, 'files/film'"
  await work(url, async (client) => {
    await client.query('begin')
    await applyMigrations(
      client,
      all.filter((name) => name < '067'),
    )
    await client.query(`${PERSON_WITH_COLLECTION}
      insert into videos (id, collection_id, stack_id, user_id, file_name, file_extension, file_size, storage_key)
        values ('${rowId(11)}', '${rowId(3)}', '${rowId(21)}', '${rowId(2)}', ${film});
      insert into comments (id, video_id, company_id, user_id, parent_comment_id, depth, content, start_time)
        values ('${rowId(31)}', '${rowId(11)}', '${rowId(1)}', '${rowId(2)}', null, 0, 'Too dark', 9),
          ('${rowId(32)}', '${rowId(11)}', '${rowId(1)}', '${rowId(2)}', '${rowId(31)}', 1, 'Brighter now', 9)`)
    await applyMigrations(
      client,
      all.filter((name) => name >= '067'),
    )
    await client.query('commit')
    expect((await client.query('select from comments')).rowCount).toBe(2)
  })
})

test('a new database is made without a copy', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, { keep_copy: true })
  expect(await copiesOf(url)).toEqual([])
})

test('a database of a newer version is refused and left unchanged', async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  await work(url, (client) => client.query("insert into migrations (name) values ('999-later.sql')"))
  await expect(migrate(url)).rejects.toThrow(/newer version of Footnote: it has been through 999-later\.sql/)
})
