import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { createZstdCompress } from 'node:zlib'
import type { Connection } from '../../platform/db/connections.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { copyOut, fixForm, listSequences, listTables } from './dump.ts'
import { type Manifest, TABLES, type WrittenTables } from './manifest.ts'

/** Writes the rows of one moment below a folder. It must contain the folder `TABLES`. */
export async function writeTables(client: Connection, folder: string): Promise<WrittenTables> {
  await fixForm(client)
  await client.query('begin isolation level repeatable read, read only')
  const { applied } = await readMigrations(client)
  const tables: Manifest['tables'] = []
  for (const table of await listTables(client)) {
    const file = createWriteStream(path.join(folder, TABLES, `${table.name}.zst`), { mode: 0o600, flush: true })
    const content = await copyOut(client, table, [createZstdCompress(), file])
    tables.push({ name: table.name, columns: [...table.columns], ...content })
  }
  const sequences = await listSequences(client)
  await client.query('commit')
  return { migrations: [...applied], tables, sequences }
}
