import { chmod, chown, constants, copyFile, link, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { SystemAccount } from './accounts/accounts.ts'

/** Mode of a job's folder for decoders of another account: their files belong to their group. */
const SHARED_FOLDER = 0o2770
/** Several jobs with an account each may read a file. Nobody else can enter the folders that contain it. */
const READ = 0o644
const WRITTEN = 0o660
const PRIVATE = 0o600

/** For each job folder: the lent files from other folders, and the path under which decoders read each. */
const lent = new Map<string, Map<string, string>>()
let turn: Promise<unknown> = Promise.resolve()

/** Several jobs may use one file, so lending it and taking it back run one at a time. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const result = turn.then(act)
  turn = result.catch(() => undefined)
  return result
}

/**
 * Opens a job's folder, one input and other files to the account of its decoders; does nothing if they run as
 * ourselves. A file in another folder is hard-linked into the job's folder, the only one that decoders can enter.
 * @param files absolute paths inside the folder; missing ones are created, so that we own them
 * @returns the path under which decoders read the input
 */
export async function handOver(
  folder: string,
  input: string,
  files: readonly string[],
  account: SystemAccount | null,
): Promise<string> {
  if (!account) return input
  const { gid } = account
  return await inTurn(async () => {
    await chown(folder, -1, gid)
    await chmod(folder, SHARED_FOLDER)
    for (const each of files) {
      await (await open(each, 'a')).close()
      await openTo(each, gid, WRITTEN)
    }
    const file = input.startsWith(`${folder}${path.sep}`) ? input : await lend(folder, input)
    await openTo(file, gid, READ)
    return file
  })
}

async function lend(folder: string, file: string): Promise<string> {
  const files = lent.get(folder) ?? new Map<string, string>()
  lent.set(folder, files)
  const known = files.get(file)
  if (known) return known
  const here = path.join(folder, `input-${files.size}${path.extname(file)}`)
  await link(file, here).catch(async (error: NodeJS.ErrnoException) => {
    // The file is on another disk, or belongs to somebody else.
    if (error.code !== 'EXDEV' && error.code !== 'EPERM' && error.code !== 'EMLINK') throw error
    await copyFile(file, here, constants.COPYFILE_FICLONE)
  })
  files.set(file, here)
  return here
}

/** A decoder's own file is already open to its group, and only root could change it. */
async function openTo(file: string, gid: number, mode: number): Promise<void> {
  const found = await stat(file)
  if (found.uid !== process.getuid?.()) return
  if (found.gid !== gid) await chown(file, -1, gid)
  if ((found.mode & 0o777) !== mode) await chmod(file, mode)
}

/** Takes back the files lent to a finished job's folder: a file without other jobs becomes private again. */
export async function takeBack(folder: string): Promise<void> {
  const files = lent.get(folder)
  lent.delete(folder)
  for (const [file, here] of files ?? [])
    await inTurn(async () => {
      await unlink(here).catch(() => undefined)
      await keepPrivate(file, 1)
    })
}

/**
 * Makes a file private when no job uses it. Another process may lend it at the same time: it links first and opens
 * then, so that this one sees the link afterwards and opens the file again.
 * @param links of the file when no job uses it
 */
async function keepPrivate(file: string, links: number): Promise<void> {
  // The video may have been deleted meanwhile.
  const found = await stat(file).catch(() => undefined)
  if (!found || found.nlink > links || found.uid !== process.getuid?.()) return
  await chown(file, -1, process.getgid?.() ?? -1)
  await chmod(file, PRIVATE)
  const now = await stat(file).catch(() => undefined)
  if (now && now.nlink > links) await openTo(file, found.gid, READ)
}

/**
 * Takes back the files that a killed process had lent to a folder, which is then removed. A job of another process may
 * use the same files.
 */
export async function takeBackAbandoned(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const file = path.join(folder, entry.name)
    // The stored file, and its link in this folder.
    const found = entry.isFile() ? await stat(file).catch(() => undefined) : undefined
    if (found && found.nlink > 1) await keepPrivate(file, 2)
  }
}

/**
 * Removes everything except files and folders: a decoder controlled by a malicious file may have left a link to
 * something that only we can read.
 */
export async function removeLinks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []))
    if (!entry.isFile() && !entry.isDirectory()) await rm(path.join(entry.parentPath, entry.name), { force: true })
}
