import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listedFiles } from './listed-files.ts'

const root = join(import.meta.dirname, '..')

/** Names of what writes. The compiler refuses writes and messages by a `Reader`, which a query takes instead. */
const WRITERS = /Kysely|Database|Transaction|Services/

/** Locks and messages that are parts of a select: the compiler cannot refuse them. */
const LOCKS =
  /\.for(?:Update|NoKeyUpdate|Share|KeyShare)\(|\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b|\bpg_(?:notify|(?:try_)?advisory)/i

const queries = listedFiles('server/src/features').filter((file) => file.endsWith('/queries.ts'))

test('nouns have queries', () => {
  expect(queries.length).toBeGreaterThan(8)
})

test.each(queries)('%s reads by a Reader, and does not lock', (file) => {
  const text = readFileSync(join(root, file), 'utf8')
  expect(text).not.toMatch(WRITERS)
  expect(text).not.toMatch(LOCKS)
})

test.each([
  "import type { Kysely, Selectable } from 'kysely'",
  "import { type Database, isId } from '../../../platform/db/database.ts'",
  "import { openDatabase } from '../../../platform/db/database.ts'",
  'export async function collectionsOf(transaction: Transaction<Tables>)',
  "export const listLinks = ({ db }: Pick<Services, 'db'>) =>",
])('a query with this name is refused: %s', (text) => {
  expect(text).toMatch(WRITERS)
})

test.each([
  "db.selectFrom('videos').selectAll().forUpdate().execute()",
  "db.selectFrom('videos').selectAll().modifyEnd(sql`for no key update`).execute()",
  'db.selectFrom(sql`(select id from videos\n    for update)`.as(name)).execute()',
  "db.selectNoFrom(sql`pg_advisory_xact_lock(1)`.as('lock')).execute()",
  "db.selectNoFrom((none) => none.fn('pg_notify', ['channel', 'payload']).as('told')).execute()",
])('a query with this lock or notice is refused: %s', (text) => {
  expect(text).toMatch(LOCKS)
})
