import path from 'node:path'
import { Writable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import type { Connection } from '../../platform/db/connections.ts'
import { applyMigrations, ownMigrations } from '../../platform/db/migrate.ts'
import { vectorTable } from '../../platform/db/vectors/vectors.ts'
import { CommandError } from '../command-error.ts'
import { copyIn, copyOut, fixForm, listTables, quoted, setSequences, type TableShape } from './dump.ts'
import { type Manifest, TABLES, type WrittenTables } from './manifest.ts'
import { readBackup } from './open-backup.ts'

/**
 * Replaces everything in a database by the rows of a backup, in the caller's transaction: makes the schema of the
 * backup, loads and compares its tables, then applies the migrations since.
 * @throws CommandError when the database reads other rows than were written
 */
export async function loadDatabase(client: Connection, folder: string, manifest: WrittenTables): Promise<void> {
  await fixForm(client)
  await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
  await client.query('set local search_path = public')
  const ours = await ownMigrations()
  await applyMigrations(
    client,
    ours.filter((name) => manifest.migrations.includes(name)),
  )
  // Migrations may have added rows, and triggers would add rows again that the backup contains.
  const made = await listTables(client)
  await setTriggers(client, made, 'disable')
  await client.query(`truncate ${made.map(({ name }) => quoted(name)).join()}`)
  const order = new Map(made.map(({ name }, at) => [name, at]))
  const known = manifest.tables.filter(({ name }) => order.has(name))
  for (const table of known.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0)))
    await loadTable(client, folder, table)
  const vectors = manifest.tables.filter(({ name }) => !order.has(name))
  await makeVectorTables(client, vectors)
  for (const table of vectors) await loadTable(client, folder, table)
  await setSequences(client, manifest.sequences)
  await setTriggers(client, made, 'enable')
  await applyMigrations(
    client,
    ours.filter((name) => !manifest.migrations.includes(name)),
  )
  // A backup has no bytes of files under way: clients and jobs begin again.
  await client.query(
    'update uploads set received = 0, stored_bytes = null, store = null, writer = null where received is not null',
  )
  await client.query('update video_fetches set received = 0, store = null, file_size = null, validator = null')
  // Open pages have heard of what the rows no longer say. Logs begin again, so those pages read everything.
  await client.query('truncate events, event_logs')
}

const setTriggers = async (client: Connection, tables: readonly TableShape[], state: 'enable' | 'disable') => {
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} ${state} trigger user`)
}

/** Makes the tables that engines made, which no migration names. */
async function makeVectorTables(client: Connection, tables: readonly TableShape[]): Promise<void> {
  const { rows } = await client.query<{ number: number; rows_of: string }>('select number, rows_of from vector_engines')
  for (const { name } of tables) {
    const set = rows.find(({ number }) => name === `vectors_${number}`)
    if (!set) throw new CommandError(`The backup has a table ${name}, which Footnote does not know.`)
    await client.query(vectorTable(set.number, set.rows_of))
  }
}

async function loadTable(client: Connection, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const file = await readBackup(folder, path.join(TABLES, `${table.name}.zst`))
  await copyIn(client, table, file.pipe(createZstdDecompress()))
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  const { rows, sha256 } = await copyOut(client, table, [sink])
  if (rows !== table.rows || sha256 !== table.sha256)
    throw new CommandError(`The table ${table.name} reads differently in this database. Nothing was changed.`)
}
