import { sql, type Transaction } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import type { Queue } from '../queue/queue.ts'
import { MODELS_CHANNEL, publish } from './channels.ts'
import { type Database, openDatabase } from './database.ts'
import type { Reader } from './reader.ts'
import type { Tables } from './schema.ts'

const db = openDatabase(await createTestDatabase())
afterAll(() => db.destroy())

test('the compiler takes the database and a transaction for readers, but refuses all that is no reading', () => {
  // It never runs: the compiler checks each line.
  const compiled = (database: Database, transaction: Transaction<Tables>, queue: Queue) => {
    let reader: Reader = database
    reader = transaction
    return [
      reader.selectFrom('videos').selectAll(),
      // @ts-expect-error
      reader.insertInto('videos'),
      // @ts-expect-error
      reader.updateTable('videos'),
      // @ts-expect-error
      reader.deleteFrom('videos'),
      // @ts-expect-error
      reader.mergeInto('videos'),
      // @ts-expect-error
      reader.transaction(),
      // @ts-expect-error
      reader.schema,
      sql`delete from videos`.execute(transaction),
      // @ts-expect-error
      sql`delete from videos`.execute(reader),
      publish(transaction, MODELS_CHANNEL, {}),
      // @ts-expect-error
      publish(reader, MODELS_CHANNEL, {}),
      queue.enqueue(transaction, 'index-video', { video_id: '' }),
      // @ts-expect-error
      queue.enqueue(reader, 'index-video', { video_id: '' }),
    ]
  }
  expect(compiled).toBeTypeOf('function')
})

const FOUND = sql<{ id: string }>`(select id from videos)`
const DELETED = sql<{ id: string }>`(with gone as (delete from videos returning id) select id from gone)`

test('PostgreSQL refuses to write in a part of a select', async () => {
  const reader: Reader = db
  const found = [
    (part: typeof FOUND) => reader.selectFrom(part.as('part')).selectAll().execute(),
    (part: typeof FOUND) => reader.selectNoFrom(part.as('part')).execute(),
    (part: typeof FOUND) => reader.selectFrom('users').select('id').where(sql<boolean>`id in ${part}`).execute(),
  ]
  for (const find of found) {
    await find(FOUND)
    await expect(find(DELETED)).rejects.toThrow('must be at the top level')
  }
})
