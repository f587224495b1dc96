import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { withConnection } from '../../platform/db/connections.ts'
import { initialise, start } from '../supervisor/database/postgres.ts'
import { canEnter, postgresAccount } from '../supervisor/database/postgres-account.ts'
import { makeOpenDirectory, postgresBinaries, SYSTEM_DIRECTORY } from '../supervisor/database/postgres-binaries.ts'
import { markOf } from '../supervisor/processes.ts'
import { type CheckedBackup, checkBackup } from './check-backup.ts'
import { loadDatabase } from './load-database.ts'

/** It is thrown away, so it need not survive a crash. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Names this machine, since several may share a folder. */
const PREFIX = `footnote-verify-${hostname().replaceAll(/[^a-zA-Z0-9]/g, '')}-`

/** Removes the databases that killed verifications of this account left. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (Number.isNaN(pid) || markOf(pid)) continue
    const folder = path.join(parent, name)
    const found = await lstat(folder).catch(() => null)
    if (found?.uid === process.getuid?.()) await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Reads a whole backup as a restore on an empty machine does, and loads its rows into a database of its own, which is
 * removed afterwards.
 * @throws CommandError that names the first difference
 */
export async function verifyBackup(folder: string): Promise<CheckedBackup> {
  const checked = await checkBackup(folder)
  const account = postgresAccount()
  const binaries = await postgresBinaries(account)
  const parent = canEnter(tmpdir(), account) ? tmpdir() : SYSTEM_DIRECTORY
  if (parent === SYSTEM_DIRECTORY) await makeOpenDirectory(parent)
  await removeAbandoned(parent)
  const scratch = await mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`))
  try {
    await chmod(scratch, 0o755)
    const password = randomBytes(16).toString('hex')
    const cluster = { directory: path.join(scratch, 'cluster'), password, account, binaries, settings: NOT_DURABLE }
    await initialise(cluster)
    const server = await start(cluster)
    try {
      await withConnection(server.url, 'footnote-verify', async (client) => {
        await client.query('begin')
        await loadDatabase(client, folder, checked.manifest)
      })
    } finally {
      await server.stop()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  return checked
}
