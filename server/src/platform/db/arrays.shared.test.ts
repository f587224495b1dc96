import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/test-database.ts'
import { bigints, floats, integers, opaqueIds, uuids } from './arrays.ts'
import { openDatabase } from './database.ts'

const db = openDatabase(await createEmptyDatabase())
afterAll(() => db.destroy())

/** An array as the server reads it: its type, and its elements as text. */
async function read(array: RawBuilder<unknown>): Promise<{ type: string; elements: string[] }> {
  const { rows } = await sql<{ type: string; elements: string[] }>`
    select pg_typeof(${array})::text as type, ${array}::text[] as elements`.execute(db)
  return rows[0] as (typeof rows)[number]
}

test('ids arrive in their order, in whatever case they are written', async () => {
  const ids = Array.from({ length: 1_000 }, () => randomUUID() as string)
  expect(await read(uuids(ids))).toEqual({ type: 'uuid[]', elements: ids })
  expect(await read(opaqueIds(ids))).toEqual({ type: 'uuid[]', elements: ids })
  const capitals = ids.slice(0, 3).map((id) => id.toUpperCase())
  expect(await read(uuids(capitals))).toEqual({ type: 'uuid[]', elements: ids.slice(0, 3) })
})

test('a text that is no id is refused before the server sees it', () => {
  const id = randomUUID()
  for (const text of ['', id.slice(1), `${id.slice(0, -1)}g`, `${id.slice(0, -1)}\u00e9`, 'anything'])
    expect(() => uuids([id, text])).toThrow(RangeError)
})

test('whole numbers arrive up to the ends of their types', async () => {
  const small = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31)]
  expect(await read(integers(small))).toEqual({ type: 'integer[]', elements: small.map(String) })
  const large = [...small, 2 ** 32, 2 ** 32 - 1, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
  expect(await read(bigints(large))).toEqual({ type: 'bigint[]', elements: large.map(String) })
})

test('fractions arrive without a change', async () => {
  const values = [0, 0.1, -1 / 3, 1e-300, Number.MAX_VALUE]
  const { type, elements } = await read(floats(values))
  expect(type).toBe('double precision[]')
  expect(elements.map(Number)).toEqual(values)
})

test('an array without elements arrives empty', async () => {
  for (const array of [uuids([]), opaqueIds([]), integers([]), bigints([]), floats([])])
    expect((await read(array)).elements).toEqual([])
})
