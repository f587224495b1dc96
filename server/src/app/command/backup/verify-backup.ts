import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withConnection } from '../../../platform/db/connections.ts'
import { initialise, start } from '../../supervisor/database/postgres.ts'
import { canEnter, postgresAccount } from '../../supervisor/database/postgres-account.ts'
import { makeOpenDirectory, postgresBinaries, SYSTEM_DIRECTORY } from '../../supervisor/database/postgres-binaries.ts'
import { type CheckedBackup, checkBackup } from './check-backup.ts'
import { loadDatabase } from './load-database.ts'

/** It is thrown away, so it need not survive a crash. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Reads a whole backup as a restore does, and loads its rows into a database of its own, which is removed afterwards.
 * @param secret the SECRET_KEY of the settings, if any
 * @throws CommandError that names the first difference
 */
export async function verifyBackup(folder: string, secret: string | null): Promise<CheckedBackup> {
  const checked = await checkBackup(folder, { secret })
  const account = postgresAccount()
  const binaries = await postgresBinaries(account)
  const parent = canEnter(tmpdir(), account) ? tmpdir() : SYSTEM_DIRECTORY
  if (parent === SYSTEM_DIRECTORY) await makeOpenDirectory(parent)
  const scratch = await mkdtemp(path.join(parent, 'footnote-verify-'))
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
