import type { BigIntStats, Dirent } from 'node:fs'
import { lstat, readdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { isVideoName } from '../../../../platform/net/media-types.ts'
import { inFolder, isInside, PathExchanged } from '../../../../platform/storage/local/open-inside.ts'

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
  /** Tells files apart whatever their names, until the next start of the machine. */
  readonly identity: string
}

/** Why an entry of a folder is left out. */
export type LeftOut = 'system' | 'not_video' | 'link' | 'leads_out' | 'unreadable' | 'exchanged'

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
 * @param folder as `realFolder` returns it
 * @throws PathExchanged, or the system's error, when the folder itself cannot be read
 */
export async function* scanFolder(folder: string, within = ''): AsyncGenerator<Entry> {
  for (const entry of await entriesOf(folder, within)) {
    const here = path.join(within, entry.name)
    if (isSystem(entry.name)) yield skippedEntry(here, 'system')
    else if (entry.isSymbolicLink()) yield skippedEntry(here, await whereTo(folder, here))
    else if (entry.isDirectory()) yield* scanInner(folder, here)
    else if (!entry.isFile() || !isVideoName(entry.name)) yield skippedEntry(here, 'not_video')
    else {
      const file = await findFile(folder, here)
      // It may have been removed meanwhile.
      if (file) yield { kind: 'video', file }
    }
  }
}

const skippedEntry = (within: string, why: LeftOut): Entry => ({ kind: 'left_out', within, why })

async function entriesOf(folder: string, within: string): Promise<Dirent[]> {
  const entries = await inFolder(folder, within, (place) => readdir(place, { withFileTypes: true }))
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Reasons for which a folder is left out; no writer of one may stop a look at the others. */
const CLOSED: Readonly<Record<string, LeftOut | null>> = {
  EACCES: 'unreadable',
  EPERM: 'unreadable',
  ENAMETOOLONG: 'unreadable',
  ENOENT: null,
}

async function* scanInner(folder: string, within: string): AsyncGenerator<Entry> {
  try {
    yield* scanFolder(folder, within)
  } catch (error) {
    const why = error instanceof PathExchanged ? 'exchanged' : CLOSED[(error as NodeJS.ErrnoException).code ?? '']
    if (why === undefined) throw error
    if (why) yield skippedEntry(within, why)
  }
}

async function whereTo(folder: string, within: string): Promise<LeftOut> {
  const target = await realpath(path.join(folder, within)).catch(() => null)
  return target === null || !isInside(target, folder) ? 'leads_out' : 'link'
}

/** A file as it is now; null when it is gone, or is no file any more. */
export async function findFile(folder: string, within: string): Promise<FoundFile | null> {
  const found = await inFolder(folder, path.dirname(within), (place) =>
    lstat(path.join(place, path.basename(within)), { bigint: true }),
  ).catch(() => null)
  return found?.isFile() ? { path: path.join(folder, within), within, ...looksOf(found) } : null
}

/** How a file looks. */
export const looksOf = ({ size, mtimeMs, dev, ino }: BigIntStats): Omit<FoundFile, 'path' | 'within'> => ({
  size: Number(size),
  mtime: new Date(Number(mtimeMs)),
  identity: `${dev}:${ino}`,
})

/** How a file looked, as the database keeps it. */
type FileFacts = Pick<FoundFile, 'size' | 'mtime'>

/** Whether a file has neither grown nor been written to between two looks. */
export const isUnchanged = (before: FileFacts, now: FileFacts | null): boolean =>
  now !== null && now.size === before.size && now.mtime.getTime() === before.mtime.getTime()

/** Removes a file, unless another one is in its place or somebody has written to it. */
export async function removeFile(folder: string, file: FoundFile): Promise<void> {
  await inFolder(folder, path.dirname(file.within), async (place) => {
    const name = path.join(place, path.basename(file.within))
    const found = await lstat(name, { bigint: true }).catch(() => null)
    if (!found?.isFile()) return
    const now = looksOf(found)
    if (now.identity === file.identity && isUnchanged(file, now)) await rm(name, { force: true })
  })
}
