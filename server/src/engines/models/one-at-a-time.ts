import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds between two attempts to get the lock. */
const POLL = 250
/** SQLite's result code when another connection holds the lock (SQLITE_BUSY of sqlite.org/rescode.html). */
const BUSY = 5

/**
 * Runs a function in one process of this machine at a time; the others wait. The lock is SQLite's on an empty database,
 * which the operating system releases however its holder dies.
 * @param folder absolute path of the lock's folder; created if missing
 * @throws the signal's reason when aborted while waiting
 */
export async function oneAtATime<T>(folder: string, act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await mkdir(folder, { recursive: true })
  using lock = new DatabaseSync(path.join(folder, 'download.lock'), { timeout: 0 })
  while (!take(lock)) await wait(POLL, undefined, signal ? { signal } : {})
  return await act()
}

function take(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== BUSY) throw error
    return false
  }
}
