import { type BigIntStats, constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises'
import path from 'node:path'

/** Here Linux names each file that this process has open, for functions that take paths only. Other systems lack it. */
const HANDLES = existsSync('/proc/self/fd') ? '/proc/self/fd' : null
/** O_NOFOLLOW_ANY of macOS (open(2)): no part of the path may be a link. Elsewhere only its end is refused so. */
const WITHOUT_LINKS = process.platform === 'darwin' ? 0x20000000 : (constants.O_NOFOLLOW ?? 0)
/** A pipe without a writer opens at once, so that it can be refused. */
const READING = constants.O_RDONLY | WITHOUT_LINKS | (constants.O_NONBLOCK ?? 0)
/** How systems say that a link, a pipe or a file is in place of what was named. */
const ANOTHER_KIND = ['ELOOP', 'EMLINK', 'ENOTDIR', 'ENXIO']

/** The path of a file or folder now leads elsewhere: to a link, another file, or a folder outside. */
export class PathExchanged extends Error {}

/** Whether a path is in a folder, or is the folder. Both absolute, without links. */
export const isInside = (file: string, folder: string): boolean => {
  const way = path.relative(folder, file)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

/** Whether two looks found the same file, whatever its names. */
export const isSameFile = (a: BigIntStats, b: BigIntStats): boolean => a.dev === b.dev && a.ino === b.ino

/** A path of an open file or folder that nobody can exchange; null where the system has none. */
export const pathOfHandle = ({ fd }: FileHandle): string | null => HANDLES && `${HANDLES}/${fd}`

/** A folder's path without links, spelled as the system spells it. @throws the system's error */
export async function realFolder(given: string): Promise<string> {
  const real = await realpath(given)
  if (!HANDLES) return real
  await using handle = await open(real, READING | constants.O_DIRECTORY)
  return await readlink(`${HANDLES}/${handle.fd}`)
}

/**
 * Opens a file for reading in a folder that other accounts may write to. What is open afterwards is a plain file and lay
 * in the folder, whatever was exchanged meanwhile. Without /proc the place is looked at after the file was opened, so
 * that somebody who exchanges a folder three times at the right moments could pass, except on macOS.
 * @param folder as `realFolder` returns it
 * @param within path within the folder
 * @throws PathExchanged, the system's error
 */
export async function openInside(folder: string, within: string): Promise<FileHandle> {
  const handle = await openAt(folder, within, 0)
  try {
    if (!(await handle.stat()).isFile()) throw new PathExchanged()
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/**
 * Acts on a folder within a folder that other accounts may write to. Names below the given path are those of that
 * folder, even if another one or a link takes its place meanwhile; without /proc only until the act begins.
 * @param folder as `realFolder` returns it
 * @param within path within the folder; empty for the folder itself
 * @param act gets a path that it may not keep
 * @throws PathExchanged, the system's error
 */
export async function inFolder<T>(folder: string, within: string, act: (place: string) => Promise<T>): Promise<T> {
  const place = path.join(folder, within)
  if (!HANDLES) {
    if (!isInside(place, folder) || (await realpath(place)) !== place) throw new PathExchanged()
    return await act(place)
  }
  await using handle = await openAt(folder, within, constants.O_DIRECTORY)
  return await act(`${HANDLES}/${handle.fd}`)
}

async function openAt(folder: string, within: string, kind: number): Promise<FileHandle> {
  const place = path.join(folder, within)
  const handle = await open(place, READING | kind).catch((error: NodeJS.ErrnoException) => {
    throw ANOTHER_KIND.includes(error.code ?? '') ? new PathExchanged() : error
  })
  try {
    if (!(await liesIn(folder, place, handle))) throw new PathExchanged()
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function liesIn(folder: string, place: string, handle: FileHandle): Promise<boolean> {
  if (HANDLES) return isInside(await readlink(`${HANDLES}/${handle.fd}`), folder)
  const above = await realpath(path.dirname(place))
  const there = await lstat(path.join(above, path.basename(place)), { bigint: true })
  return isInside(above, folder) && isSameFile(there, await handle.stat({ bigint: true }))
}
