import { randomUUID } from 'node:crypto'
import { access, readlink, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '../../../platform/db/advisory-locks.ts'
import type { Database } from '../../../platform/db/database.ts'
import { flushFolder } from './copy-files.ts'

/** The folder of the files on this disk, and the folders beside it while a restore replaces it. */
export async function restorePlaces(data_dir: string, id: string = randomUUID()) {
  const files = await placeOf(path.join(data_dir, 'files'))
  return { id, files, staged: `${files}.restored-${id}`, aside: `${files}.before-${id}` }
}

/**
 * The real place of a folder, which an administrator may have linked to another disk. The link leads nowhere between
 * the two renames of a restore.
 */
async function placeOf(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => null)
  const link = real === null ? await readlink(folder).catch(() => null) : null
  return real ?? (link === null ? folder : await placeOf(path.resolve(path.dirname(folder), link)))
}

/**
 * Puts the files of a restore into their place once its rows are committed. A restore that was killed in between is
 * finished by the next start, or by the next command.
 */
export async function finishRestore(db: Database, data_dir: string): Promise<void> {
  const unfinished = db
    .selectFrom('backups')
    .select('id')
    .where('kind', '=', 'restore')
    .where('finished_at', 'is', null)
  if (!(await unfinished.executeTakeFirst())) return
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.finish_restore})`.execute(transaction)
    const rows = await transaction
      .selectFrom('backups')
      .select('id')
      .where('kind', '=', 'restore')
      .where('finished_at', 'is', null)
      .execute()
    for (const { id } of rows) {
      const { files, staged, aside } = await restorePlaces(data_dir, id)
      // Restored on another machine, which finishes it.
      if (!(await exists(staged)) && !(await exists(aside))) continue
      if (await exists(staged)) {
        if (!(await exists(aside)) && (await exists(files))) await rename(files, aside)
        await rename(staged, files)
        await flushFolder(path.dirname(files))
      }
      await rm(aside, { recursive: true, force: true })
      await transaction.updateTable('backups').set({ finished_at: new Date() }).where('id', '=', id).execute()
    }
  })
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
