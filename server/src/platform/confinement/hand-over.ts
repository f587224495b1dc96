import { chmod, chown, constants, copyFile, link, open, readdir, rm, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { ownWay } from './way.ts'

/** A job's folder as decoders of another account write to it: what they make belongs to their group. */
const SHARED_FOLDER = 0o2770
const READ = 0o640
const WRITTEN = 0o660
const PRIVATE = 0o600

/** By job folder: the files that lie elsewhere, and under which path in the folder decoders read each. */
const lent = new Map<string, Map<string, string>>()
let turn: Promise<unknown> = Promise.resolve()

/** Several jobs may hold one file: lending it and taking it back must not cross. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const result = turn.then(act)
  turn = result.catch(() => undefined)
  return result
}

/**
 * Opens a job's folder, one input and other files to decoders that run as another account; where they run as
 * ourselves nothing is to be done. A file that lies elsewhere comes into the folder as a hard link, since decoders can
 * enter no other one.
 * @param files absolute paths inside the folder; what is missing is made, so that it is ours and not the decoders'
 * @returns the path under which decoders read the input
 */
export async function handOver(folder: string, input: string, files: readonly string[]): Promise<string> {
  const way = ownWay()
  if (way.kind === 'own') return input
  const { gid } = way.account
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
    // Another disk, or a file of somebody else's.
    if (error.code !== 'EXDEV' && error.code !== 'EPERM' && error.code !== 'EMLINK') throw error
    await copyFile(file, here, constants.COPYFILE_FICLONE)
  })
  files.set(file, here)
  return here
}

/** A file that a decoder has made is open to its group as it is, and not ours to change unless we are root. */
async function openTo(file: string, gid: number, mode: number): Promise<void> {
  const found = await stat(file)
  if (found.uid !== process.getuid?.()) return
  if (found.gid !== gid) await chown(file, -1, gid)
  if ((found.mode & 0o777) !== mode) await chmod(file, mode)
}

/** Takes back what was lent to a folder whose job has ended: a file that no other job holds is private again. */
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
 * Makes a file private where nobody holds it. Another process may lend it at the same time: it links first and opens then, so that whoever
 * closes sees the link afterwards and opens the file again.
 * @param links that the file has while nobody holds it
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

/** Takes back what a killed process had lent to a folder, which is to be removed: a job of another process may hold the same files. */
export async function takeBackAbandoned(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const file = path.join(folder, entry.name)
    // The file that is stored, and the link to it in this folder.
    const found = entry.isFile() ? await stat(file).catch(() => undefined) : undefined
    if (found && found.nlink > 1) await keepPrivate(file, 2)
  }
}

/**
 * Removes what is neither a file nor a folder: a decoder that a file has taken over may have left a link to what it
 * cannot read itself, for us to follow.
 */
export async function removeLinks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []))
    if (!entry.isFile() && !entry.isDirectory()) await rm(path.join(entry.parentPath, entry.name), { force: true })
}
