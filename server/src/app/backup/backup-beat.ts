import { BACKUP } from '@footnote/contract/shared/limits.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { Postponed } from '../../platform/queue/jobs.ts'
import { CommandError } from '../command-error.ts'

/** A running backup, for which workers delete no files. */
interface Beat {
  readonly id: string
  /** @throws CommandError when the database was away for so long that files may have been deleted */
  check(): void
  /** @param result the folder of the backup, or why there is none */
  end(result: { readonly folder: string } | { readonly error: string }): Promise<void>
}

/** @throws Postponed while a backup runs: the rows of its moment need their files */
export async function refuseDuringBackup(db: Database): Promise<void> {
  if (await isBackupRunning(db)) throw new Postponed('A backup runs, so no files are deleted yet.', null)
}

/** A backup that was killed stops to beat. */
async function isBackupRunning(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('backups')
    .select('id')
    .where('kind', '=', 'backup')
    .where('finished_at', 'is', null)
    .where('beat_at', '>', new Date(Date.now() - 1_000 * BACKUP.silence))
    .executeTakeFirst()
  return row !== undefined
}

/** Begins a backup. @throws CommandError when another one runs */
export async function beginBackup(database_url: string): Promise<Beat> {
  const db = openDatabase(database_url, { name: 'footnote-backup-beat', connections: 1 })
  if (await isBackupRunning(db)) {
    await db.destroy()
    throw new CommandError(`Another backup runs, or was killed less than ${BACKUP.silence} seconds ago.`)
  }
  const { id } = await db.insertInto('backups').values({ kind: 'backup' }).returning('id').executeTakeFirstOrThrow()
  let last = Date.now()
  const beat = async () => {
    await db.updateTable('backups').set({ beat_at: new Date() }).where('id', '=', id).execute()
    last = Date.now()
  }
  const timer = setInterval(() => void beat().catch(() => undefined), 1_000 * BACKUP.beat)
  return {
    id,
    check() {
      if (Date.now() - last > 1_000 * BACKUP.silence)
        throw new CommandError('The database was away for too long. Make the backup again.')
    },
    async end(result) {
      clearInterval(timer)
      await db
        .updateTable('backups')
        .set({ finished_at: new Date(), ...result })
        .where('id', '=', id)
        .execute()
        .catch(() => undefined)
      await db.destroy()
    },
  }
}
