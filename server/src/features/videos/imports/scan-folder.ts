import type { Dirent, Stats } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { isVideoName } from '../media-types.ts'

/** A video file in a folder of this machine. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string
  /** Path within the folder. */
  readonly within: string
  /** Bytes. */
  readonly size: number
  /** To the millisecond. */
  readonly mtime: Date
}

/** Why an entry of a folder is left out. */
export type LeftOut = 'system' | 'not_video' | 'link' | 'leads_out' | 'unreadable'

/** What a look at a folder finds, in the order of names. */
export type Entry =
  | { readonly kind: 'video'; readonly file: FoundFile }
  | { readonly kind: 'left_out'; readonly within: string; readonly why: LeftOut }

/** Files and folders that systems and file servers make for themselves. */
const SYSTEM = new Set(['thumbs.db', 'desktop.ini', '__macosx', '@eadir', '$recycle.bin', 'lost+found'])
const isSystem = (name: string) => name.startsWith('.') || SYSTEM.has(name.toLowerCase())

/**
 * Looks at every file under a folder. It follows no links: one that leads out could show any file of the machine, and
 * the target of every other one is found itself.
 * @param folder absolute, without links in it
 * @throws the system's error when the folder itself cannot be read
 */
export async function* scanFolder(folder: string, within = ''): AsyncGenerator<Entry> {
  for (const entry of await entriesOf(path.join(folder, within))) {
    const here = path.join(within, entry.name)
    if (isSystem(entry.name)) yield leftOut(here, 'system')
    else if (entry.isSymbolicLink()) yield leftOut(here, await whereTo(folder, here))
    else if (entry.isDirectory()) yield* scanInner(folder, here)
    else if (!entry.isFile() || !isVideoName(entry.name)) yield leftOut(here, 'not_video')
    else {
      const file = await findFile(folder, here)
      // It may have been removed meanwhile.
      if (file) yield { kind: 'video', file }
    }
  }
}

const leftOut = (within: string, why: LeftOut): Entry => ({ kind: 'left_out', within, why })

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function* scanInner(folder: string, within: string): AsyncGenerator<Entry> {
  try {
    yield* scanFolder(folder, within)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ENOENT') throw error
    if (code !== 'ENOENT') yield leftOut(within, 'unreadable')
  }
}

async function whereTo(folder: string, within: string): Promise<LeftOut> {
  const target = await realpath(path.join(folder, within)).catch(() => null)
  return target === null || !isInside(target, folder) ? 'leads_out' : 'link'
}

/** Whether a path is in a folder, or is the folder. Both absolute, without links. */
export const isInside = (file: string, folder: string): boolean => {
  const way = path.relative(folder, file)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

/** A file as it is now; null when it is gone, or is no file any more. */
export async function findFile(folder: string, within: string): Promise<FoundFile | null> {
  const place = path.join(folder, within)
  const found: Stats | null = await lstat(place).catch(() => null)
  return found?.isFile() ? { path: place, within, size: found.size, mtime: new Date(Math.floor(found.mtimeMs)) } : null
}

/** Whether a file has neither grown nor been written to between two looks. */
export const isUnchanged = (before: Pick<FoundFile, 'size' | 'mtime'>, now: FoundFile | null): boolean =>
  now !== null && now.size === before.size && now.mtime.getTime() === before.mtime.getTime()
