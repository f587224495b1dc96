import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../../platform/db/database.ts'
import { databaseObstacle } from '../../../platform/db/reach.ts'
import { finishRestore, hasRestored, removeRestoreLeftoversOnceFree } from '../../backup/finish-restore.ts'

/** Milliseconds between two attempts to reach the database. */
const LOOK_AGAIN = 500

interface Installation {
  readonly data_dir: string
  readonly database_url: string
  readonly say: (sentence: string) => void
  /** Ends the waiting. */
  readonly signal: AbortSignal
}

/**
 * Ends what killed restores have begun: the files of committed rows get into their place, and copies that no row knows are
 * removed as soon as no restore runs. Only the supervisor does it, since API and worker may have an account that cannot
 * change DATA_DIR. Waits for the database if there is anything to do.
 * @returns whether there was anything, so that files may have another owner now
 */
export async function endRestores({ data_dir, database_url, say, signal }: Installation): Promise<boolean> {
  if (!(await hasRestored(data_dir))) return false
  say('an interrupted restore has left files; waiting for the database, which says whether they are needed')
  // The API says which setting is wrong.
  for (let found = await databaseObstacle(database_url); found; found = await databaseObstacle(database_url)) {
    if (signal.aborted || found.kind === 'setting') return false
    await wait(LOOK_AGAIN)
  }
  const db = openDatabase(database_url, { name: 'footnote-restores', connections: 1 })
  try {
    await finishRestore(db, data_dir)
  } catch (error) {
    await db.destroy()
    throw error
  }
  void removeRestoreLeftoversOnceFree(db, data_dir)
    .then(
      (left) => left.length > 0 && say(`removed what an interrupted restore had left: ${left.join(', ')}`),
      // A stop ends the database meanwhile; the next start tries again.
      (error: unknown) =>
        !signal.aborted && say(`what an interrupted restore had left could not be removed: ${String(error)}`),
    )
    .finally(() => db.destroy())
  return true
}
