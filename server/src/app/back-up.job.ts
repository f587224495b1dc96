import { BACKUP } from '@footnote/contract/shared/limits.ts'
import type { Services } from '../features/services.ts'
import type { Database } from '../platform/db/database.ts'
import type { JobHandler } from '../platform/queue/jobs.ts'
import { checkBackup } from './backup/check-backup.ts'
import { removeBackup, removeOld, writeBackup } from './backup/write-backup.ts'

type BackupServices = Pick<Services, 'config' | 'db' | 'storage' | 'log'>

/**
 * Makes the daily backup once its time has come, also after a night without power. Checks it, and only then removes old
 * ones. A failure is in the log and in `footnote doctor`; the next try follows after `BACKUP.retry`.
 */
export const backUp =
  (services: BackupServices): JobHandler<'back-up'> =>
  async () => {
    const { config, db, log } = services
    if (!config.backup || !(await isDue(db, config.backup.minute, new Date()))) return
    try {
      await makeBackup(services, config.backup)
    } catch (error) {
      log.error({ err: error, folder: config.backup.folder }, 'the scheduled backup failed')
    }
  }

/** Whether no backup was made since the time of day, and none failed just now. */
async function isDue(db: Database, minute: number, now: Date): Promise<boolean> {
  const time = new Date(now)
  time.setUTCHours(0, minute, 0, 0)
  if (time > now) time.setUTCDate(time.getUTCDate() - 1)
  const retried = new Date(now.getTime() - 1_000 * BACKUP.retry)
  const row = await db
    .selectFrom('backups')
    .select('id')
    .where('kind', '=', 'backup')
    .where('finished_at', 'is not', null)
    .where((is) =>
      is.or([
        is.and([is('error', 'is', null), is('checked_at', 'is not', null), is('started_at', '>=', time)]),
        is.and([is('error', 'is not', null), is('started_at', '>=', retried)]),
      ]),
    )
    .executeTakeFirst()
  return row === undefined
}

async function makeBackup(
  { config, db, storage, log }: BackupServices,
  { folder: target, keep }: NonNullable<BackupServices['config']['backup']>,
): Promise<void> {
  const earlier = await lastRead(db)
  const { id, folder, manifest, files } = await writeBackup({ config, storage, target, mode: 'copy' })
  const row = db.updateTable('backups').where('id', '=', id)
  try {
    await checkBackup(folder, { checked: earlier })
    const now = new Date()
    await row.set({ checked_at: now, ...(earlier === null && { read_all_at: now }) }).execute()
  } catch (error) {
    await row.set({ folder: null, error: error instanceof Error ? error.message : String(error) }).execute()
    // The next one would link to its files.
    await removeBackup(folder)
    throw error
  }
  const removed = await removeOld(target, keep)
  log.info({ folder, files: manifest.files.count, new_files: files.fresh, removed: removed.length }, 'backed up')
}

/** The last checked backup, whose files need not be read again; null when all files are to be read. */
async function lastRead(db: Database): Promise<string | null> {
  const checked = db.selectFrom('backups').where('kind', '=', 'backup').where('error', 'is', null)
  const all = await checked
    .select('id')
    .where('read_all_at', '>', new Date(Date.now() - 1_000 * BACKUP.read_all))
    .executeTakeFirst()
  if (!all) return null
  const last = checked.select('folder').where('checked_at', 'is not', null).orderBy('checked_at', 'desc')
  return (await last.executeTakeFirst())?.folder ?? null
}
