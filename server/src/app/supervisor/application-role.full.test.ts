import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { query, StandInProduct } from '../../../test/stand-in-product.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openLog } from '../../platform/log.ts'
import { openQueue } from '../../platform/queue/pg-boss.ts'

let product: StandInProduct

beforeEach(async () => {
  product = await StandInProduct.make()
})

afterEach(() => product.remove())

/** Statements outside a database that PostgreSQL allows its superusers. */
const FORBIDDEN = [
  "COPY (SELECT 1) TO PROGRAM 'true'",
  "SELECT pg_read_file('postgresql.conf')",
  "SELECT pg_ls_dir('.')",
  "SELECT lo_import('/etc/hostname')",
  "COPY (SELECT 1) TO '/tmp/footnote-forbidden'",
  'CREATE ROLE another SUPERUSER',
  'CREATE DATABASE another',
  'ALTER SYSTEM SET work_mem = 64',
  'SET ROLE footnote',
  'ALTER ROLE footnote_app SUPERUSER',
]

async function expectConfined(url: string): Promise<void> {
  const rights = `SELECT current_user AS name, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
    FROM pg_roles WHERE rolname = current_user`
  const none = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false }
  expect(await query(url, rights)).toEqual([{ name: 'footnote_app', ...none }])
  for (const statement of FORBIDDEN)
    await expect(query(url, statement), statement).rejects.toThrow(/permission denied|superuser|only roles/i)
}

/** Every table of the application and the queue with its row count and a hash of its rows. */
async function contents(url: string): Promise<Record<string, { count: number; hash: string }>> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss') ORDER BY 1`,
  )
  const found: Record<string, { count: number; hash: string }> = {}
  for (const { name } of tables) {
    const hashed = `SELECT count(*)::int AS count, md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS hash FROM ${name} t`
    const [row] = await query<{ count: number; hash: string }>(url, hashed)
    if (row) found[name] = row
  }
  return found
}

/** Objects outside extensions that the application does not own, from all catalogs with owners. */
const strangers = (url: string) =>
  query(
    url,
    `SELECT classid::regclass::text AS catalog, objid FROM (
      SELECT 'pg_class'::regclass AS classid, oid AS objid, relowner AS owner, relnamespace AS namespace FROM pg_class
      UNION ALL SELECT 'pg_proc'::regclass, oid, proowner, pronamespace FROM pg_proc
      UNION ALL SELECT 'pg_type'::regclass, oid, typowner, typnamespace FROM pg_type
      UNION ALL SELECT 'pg_namespace'::regclass, oid, nspowner, oid FROM pg_namespace
    ) AS object
    WHERE namespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'pgboss'))
      AND owner <> 'footnote_app'::regrole AND owner <> 'pg_database_owner'::regrole
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = object.classid AND d.objid = object.objid AND deptype = 'e')`,
  )

/** Content of older versions, which connected as the cluster's first role: migrations, the queue and some rows. */
async function old(url: string): Promise<Record<string, { count: number; hash: string }>> {
  await migrate(url)
  const db = openDatabase(url)
  const log = openLog('silent')
  const queue = await openQueue({ database_url: url, database: db, log, worker: false })
  await db
    .transaction()
    .execute((transaction) =>
      queue.enqueue(transaction, 'index-video', { video_id: '00000000-0000-0000-0000-000000000001' }),
    )
  await queue.stop()
  await db.destroy()
  await query(
    url,
    "CREATE TABLE words AS SELECT word FROM generate_series(1, 1000) AS word; CREATE SEQUENCE numbers; CREATE VIEW few AS SELECT word FROM words LIMIT 1; CREATE TYPE mood AS ENUM ('calm')",
  )
  return await contents(url)
}

test('API and worker connect as a role that owns its database and may do nothing outside it', async () => {
  product.launch({ ROLES: 'worker' })
  const { url } = await product.living('worker')
  await expectConfined(url)
  await migrate(url)
  const db = openDatabase(url)
  const queue = await openQueue({ database_url: url, database: db, log: openLog('silent'), worker: false })
  await queue.stop()
  await db.destroy()
  expect(await strangers(url)).toEqual([])
})

test("a database of the first role moves to the application's role, with its rows and its queue", async () => {
  const before = await product.makeDatabase(old)
  expect(Object.keys(before).length).toBeGreaterThan(30)
  product.launch({ ROLES: 'worker' })
  const { url } = await product.living('worker')
  expect(await contents(url)).toEqual(before)
  expect(await strangers(url)).toEqual([])
  await expectConfined(url)
  // The new owner may alter every object, as the next migration will.
  await query(url, 'ALTER TABLE words ADD COLUMN more text; DROP VIEW few; DROP TYPE mood; DROP SEQUENCE numbers')
  const db = openDatabase(url)
  const queue = await openQueue({ database_url: url, database: db, log: openLog('silent'), worker: false })
  await queue.stop()
  await db.destroy()
  const admin = new pg.Client({ connectionString: url.replace(/footnote_app:[^@]+/, 'footnote:first') })
  await admin.connect()
  await admin.end()
})
