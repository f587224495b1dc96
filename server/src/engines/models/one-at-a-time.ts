import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'

/** Between two looks whether the lock is free, in milliseconds. */
const POLL = 250
/** SQLite's result code of a database that another connection has locked (SQLITE_BUSY of sqlite.org/rescode.html). */
const BUSY = 5

/**
 * Does something that only one process of this machine does at a time; the others wait. The lock is SQLite's on an empty
 * database: the operating system frees it when its holder dies, however it dies.
 * @param folder absolute path of the folder that the lock lies in; made when missing
 * @throws the signal's reason when it is aborted while waiting
 */
export async function oneAtATime<T>(folder: string, act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  await mkdir(folder, { recursive: true })
  const lock = new DatabaseSync(path.join(folder, 'download.lock'), { timeout: 0 })
  try {
    while (!take(lock)) await wait(POLL, undefined, signal ? { signal } : {})
    return await act()
  } finally {
    lock.close()
  }
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
