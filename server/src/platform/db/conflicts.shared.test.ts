import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { waiting } from '../../../test/locks.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { BusyError } from '../errors.ts'
import { type Database, openDatabase } from './database.ts'
import type { Tables } from './schema.ts'

let url: string
let db: Database
beforeAll(async () => {
  url = await createTestDatabase()
  db = openDatabase(url)
  await sql`create table accounts (name text primary key, amount int not null)`.execute(db)
})
beforeEach(async () => {
  // A statement about both locks them in this order.
  await sql`truncate accounts`.execute(db)
  await sql`insert into accounts values ('a', 0), ('b', 0)`.execute(db)
})
afterAll(() => db.destroy())

const add = (to: Transaction<Tables> | Database, name: string) =>
  sql`update accounts set amount = amount + 1 where name = ${name}`.execute(to)

/** Makes the server look for deadlocks soon. */
const soon = (transaction: Transaction<Tables>) => sql`set local deadlock_timeout = '10ms'`.execute(transaction)

const amounts = async () =>
  (await sql<{ amount: number }>`select amount from accounts order by name`.execute(db)).rows.map(
    ({ amount }) => amount,
  )

/** An error as the driver throws it. */
const lost = (code: string) => Object.assign(new Error('lost'), { code })

test('of two transactions that wait for each other one runs again, and both happen once', async () => {
  let [runs, holding] = [0, 0]
  const both = Promise.withResolvers<void>()
  const addTo = (first: string, second: string) =>
    db.transaction().execute(async (transaction) => {
      runs += 1
      await soon(transaction)
      await add(transaction, first)
      // Each holds its first row. From the third run on nobody waits for the other.
      holding += 1
      if (holding === 2) both.resolve()
      await both.promise
      await add(transaction, second)
    })
  await Promise.all([addTo('a', 'b'), addTo('b', 'a')])
  expect(runs).toBe(3)
  expect(await amounts()).toEqual([2, 2])
})

test('a statement that waits for a transaction, which waits for it, runs again', async () => {
  const beside = openDatabase(url, { connections: 1 })
  // Of the two, the one that looks first loses.
  await sql`set deadlock_timeout = '300ms'`.execute(beside)
  let runs = 0
  const { both } = await db.transaction().execute(async (transaction) => {
    runs += 1
    await add(transaction, 'b')
    const both = sql`update accounts set amount = amount + 1`.execute(beside)
    await waiting(db, 1)
    await add(transaction, 'a')
    return { both }
  })
  await both
  expect(runs).toBe(1)
  expect(await amounts()).toEqual([2, 2])
  await beside.destroy()
})

test('a transaction that always loses ends as busy, and other errors at once', async () => {
  for (const [code, error, expected] of [
    ['40P01', BusyError, 6],
    ['40001', BusyError, 6],
    ['23505', Error, 1],
  ] as const) {
    let runs = 0
    const run = db.transaction().execute(async (transaction) => {
      runs += 1
      await add(transaction, 'a')
      throw lost(code)
    })
    await expect(run).rejects.toBeInstanceOf(error)
    expect(runs).toBe(expected)
  }
})
