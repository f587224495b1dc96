import { chmodSync, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'

const ANOTHER = 'choose another folder: DATA_DIR=~/footnote npm start'

/** Mode of the data folder: other accounts may pass through it, but not list it. */
export const PASSED = 0o711

/** An unusable data folder; the message gives the reason and what to type. */
export class DataDirError extends Error {}

/**
 * Creates the data folder with its parents, unless it exists. One folder at a time: below /proc Node's recursive mkdir
 * never returns.
 * @throws DataDirError
 */
export function makeDataDir(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw explained(error, folder, `sudo install -d -o ${ownAccount()} ${folder}`)
  }
}

/**
 * Reads or writes in the data folder.
 * @returns the result of the work
 * @throws DataDirError when the system refuses
 */
export function inDataDir<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explained(error, folder, `sudo chown -R ${ownAccount()} ${folder}`)
  }
}

/**
 * Writes and removes an empty file in the data folder, since the system may wrongly report a folder as writable.
 * @throws DataDirError
 */
export function checkWritable(folder: string): void {
  const probe = join(folder, `.writable-${process.pid}`)
  inDataDir(folder, () => {
    writeFileSync(probe, '')
    rmSync(probe)
  })
}

/**
 * Links a file in the data folder to another name, which the start of the embedded database does, and removes both.
 * @throws DataDirError on a disk without links
 */
export function checkLinks(folder: string): void {
  const probe = join(folder, `.linked-${process.pid}`)
  inDataDir(folder, () => writeFileSync(probe, ''))
  try {
    linkSync(probe, `${probe}.2`)
  } catch {
    throw new DataDirError(
      `the disk of ${folder} makes no links, as exFAT, FAT and some network disks, and the database needs them; ${ANOTHER}`,
    )
  } finally {
    for (const file of [probe, `${probe}.2`]) rmSync(file, { force: true })
  }
}

function makeFolder(folder: string): void {
  if (isFolder(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
    // Whatever our umask: PostgreSQL and decoders have accounts of their own, and pass through it to their folders.
    chmodSync(folder, PASSED)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** @throws the system's error when something else has its name or a parent's */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw Object.assign(new Error(path), { code: 'ENOTDIR', path })
  return found !== undefined
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

function explained(error: unknown, folder: string, command: string): unknown {
  const { code, path = folder } = error as NodeJS.ErrnoException
  // A full disk is not the setting's fault, and other errors are our own.
  if (code === undefined || code === 'ENOSPC') return error
  if (code === 'ENOTDIR' || code === 'EEXIST') return new DataDirError(`${path} is not a folder; ${ANOTHER}`)
  if (code === 'EROFS') return new DataDirError(`${path} is on a read-only file system; ${ANOTHER}`)
  if (code === 'EACCES' || code === 'EPERM') return new DataDirError(refused(path, command))
  return new DataDirError(`${path} cannot be made (${code}); ${ANOTHER}`)
}

function refused(path: string, command: string): string {
  // Our image and Podman set it, as systemd asks of container managers (systemd.io/CONTAINER_INTERFACE).
  if (!process.env.container) return `${ownAccount()} may not use ${path}. Type: ${command}; or ${ANOTHER}`
  const owner = `${process.getuid?.()}:${process.getgid?.()}`
  return (
    `the container runs as ${owner}, which may not use ${path}. On the host, type: sudo chown -R ${owner} FOLDER, ` +
    `where FOLDER is what is mounted at ${path}`
  )
}

/** The name of the account that runs this process, or its id: a container may run with an id that has no name. */
export function ownAccount(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
