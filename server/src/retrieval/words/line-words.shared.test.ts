import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { countedWords, keptWords } from '../../../test/kept-words.ts'
import { makeSearchLibrary } from '../../../test/search-library.ts'
import { removeRows } from '../../pipeline/stages/rows.ts'
import { Connection } from '../../platform/db/connections.ts'
import { openDatabase } from '../../platform/db/database.ts'

const library = await makeSearchLibrary()
afterAll(() => library.close())
afterEach(async () => {
  await library.db.deleteFrom('videos').execute()
})

const addVideo = () =>
  library.addVideo({
    said: [
      [0, 4, 'Water the tomatoes twice a week.'],
      [4, 9, 'And never in the midday sun, not even tomatoes.'],
      [9, 10, '今天的会议记录已经完成'],
    ],
    written: [[0, 9, 'Harvest festival\nSaturday 14:00']],
  })
const cue = (video_id: string, number: number, text: string, engine = 'heard-1') => ({
  ...{ video_id, engine, number, start_time: number, end_time: number + 1, text },
  ...{ language: 'en', words: '[]' },
})

/** The stored words, after checking that they equal those of the lines. */
async function words(): Promise<string[]> {
  const kept = await keptWords(library.db)
  expect(kept).toEqual(await countedWords(library.db))
  return [...new Set(kept.words.map(({ lexeme }) => lexeme))]
}

test('the words of lines are stored when lines are written, changed and deleted', async () => {
  const [first, second] = [await addVideo(), await addVideo()]
  expect(await words()).toEqual(expect.arrayContaining(['tomato', 'festiv', '今天的会议记录已经完成']))
  await library.db
    .insertInto('cues')
    .values([cue(first, 3, 'A radish.'), cue(second, 3, 'A radish.')])
    .execute()
  expect(await words()).toContain('radish')
  await library.db.updateTable('cues').set({ text: 'Turnips.' }).where('number', '=', 3).execute()
  expect(await words()).toContain('turnip')
  expect(await words()).not.toContain('radish')
  await library.db.updateTable('cues').set({ language: 'de' }).where('video_id', '=', first).execute()
  await library.db.deleteFrom('cues').where('number', '=', 0).execute()
  expect(await words()).toContain('turnip')
  await library.db.deleteFrom('videos').where('id', '=', first).execute()
  expect(await words()).toContain('turnip')
})

test('no word of a deleted video is left', async () => {
  await addVideo()
  await addVideo()
  expect((await words()).length).toBeGreaterThan(5)
  await library.db.deleteFrom('videos').execute()
  expect(await words()).toEqual([])
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from line_sets) + (select count(*) from line_words) as left`.execute(library.db)
  expect(rows).toEqual([{ left: 0 }])
})

test('another engine’s words replace those of the engine before', async () => {
  const video_id = await addVideo()
  await library.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('cues')
      .values([cue(video_id, 0, 'Water the potatoes.', 'heard-2')])
      .execute()
    await removeRows(transaction, 'cues', video_id, 'heard-1')
  })
  const kept = await words()
  expect(kept).toContain('potato')
  expect(kept).not.toContain('tomato')
})

test('uncommitted lines leave no words, after a rollback and after a killed connection', async () => {
  const video_id = await addVideo()
  const before = await keptWords(library.db)
  const insert = library.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('cues')
      .values([cue(video_id, 3, 'A zeppelin.')])
      .execute()
    throw new Error('Taken back.')
  })
  await expect(insert).rejects.toThrow('Taken back.')
  const killed = new Connection({ connectionString: library.url })
  await killed.connect()
  await killed.query('begin')
  await killed.query(`delete from cues where video_id = '${video_id}'`)
  const { rows } = await killed.query<{ pid: number }>('select pg_backend_pid() as pid')
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(library.db)
  await killed.end().catch(() => undefined)
  expect(await keptWords(library.db)).toEqual(before)
  await words()
})

test('workers that write the same words at once wait for each other, in any order of the words', async () => {
  const videos = await Promise.all(Array.from({ length: 6 }, addVideo))
  const spoken = Array.from({ length: 60 }, (_, at) => `word${at} other${at * 7}`)
  const others = openDatabase(library.url)
  await Promise.all(
    videos.map((video_id, at) =>
      (at % 2 === 0 ? library.db : others).transaction().execute(async (transaction) => {
        for (const [number, text] of (at % 3 === 0 ? spoken : spoken.toReversed()).entries())
          await transaction
            .insertInto('cues')
            .values([cue(video_id, number + 10, text)])
            .execute()
        await removeRows(transaction, 'text_spans', video_id, 'read-1')
      }),
    ),
  )
  await others.destroy()
  expect(await words()).toContain('word59')
})
