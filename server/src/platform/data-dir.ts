import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'

const ANOTHER = 'choose another folder: DATA_DIR=~/footnote npm start'

/** Mode of the data folder: others pass it, and cannot list what is in it. */
export const PASSED = 0o711

/** A data folder that cannot be used; the message says why and what to type. */
export class DataDirError extends Error {}

/**
 * Makes the data folder with its parents, unless it is there. One folder at a time: below /proc Node's recursive mkdir
 * never returns.
 * @throws DataDirError
 */
export function makeDataDir(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw explained(error, folder, `sudo install -d -o ${user()} ${folder}`)
  }
}

/**
 * Reads or writes in the data folder.
 * @returns what the work returns
 * @throws DataDirError where the system refuses
 */
export function inDataDir<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explained(error, folder, `sudo chown -R ${user()} ${folder}`)
  }
}

/**
 * Writes and removes an empty file in the data folder: the system may call a folder writable that is not.
 * @throws DataDirError
 */
export function checkWritable(folder: string): void {
  const probe = join(folder, `.writable-${process.pid}`)
  inDataDir(folder, () => {
    writeFileSync(probe, '')
    rmSync(probe)
  })
}

function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
    // Whatever our umask: PostgreSQL and decoders, which have accounts of their own, pass it on the way to their folders.
    chmodSync(folder, PASSED)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** @throws the system's error where something else has this name or a parent's */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw Object.assign(new Error(path), { code: 'ENOTDIR', path })
  return found !== undefined
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

function explained(error: unknown, folder: string, command: string): unknown {
  const { code, path = folder } = error as NodeJS.ErrnoException
  // A full disk is no fault of the setting, and what is not the system's error is a fault of ours.
  if (code === undefined || code === 'ENOSPC') return error
  if (code === 'ENOTDIR' || code === 'EEXIST') return new DataDirError(`${path} is not a folder; ${ANOTHER}`)
  if (code === 'EROFS') return new DataDirError(`${path} lies on a file system that is read-only; ${ANOTHER}`)
  if (code === 'EACCES' || code === 'EPERM')
    return new DataDirError(`${user()} may not use ${path}. Type: ${command}; or ${ANOTHER}`)
  return new DataDirError(`${path} cannot be made (${code}); ${ANOTHER}`)
}

function user(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run a number that no user has.
    return String(process.getuid?.())
  }
}
