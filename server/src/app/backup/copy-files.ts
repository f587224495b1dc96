import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ProductError } from '../../platform/errors.ts'
import { pathOfHandle } from '../../platform/storage/local/open-inside.ts'
import { flush } from '../../platform/storage/moving.ts'
import type { KeyedFile, Storage } from '../../platform/storage/storage.ts'
import { FILES, type FileMode, INCOMPLETE, type ListedFile, listedFiles } from './manifest.ts'
import { openBackup } from './open-backup.ts'

/** What became of the files of a backup. */
export interface CopiedFiles {
  count: number
  bytes: number
  /** Files that no earlier backup had. */
  fresh: number
  /** Files that were removed while the backup ran. */
  vanished: number
}

/** A backup that is being written, and the one before. */
interface Places {
  readonly folder: string
  readonly previous: string | null
}

/**
 * Adds the stored files to a backup. Files that the previous backup has become hard links to it.
 * @yields what the list of files says of each
 */
export async function* copyFiles(
  storage: Storage,
  { folder, previous }: Places,
  mode: Exclude<FileMode, 'none'>,
  done: CopiedFiles,
): AsyncGenerator<ListedFile> {
  for await (const { file, before } of withEarlier(storage, previous)) {
    const target = path.join(folder, FILES, file.key)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    const linked = before && previous ? await linkIfPossible(path.join(previous, FILES, file.key), target) : false
    const listed = linked && before ? before : await addFile(storage, file, target, mode)
    if (!listed) {
      done.vanished += 1
      continue
    }
    done.count += 1
    done.bytes += listed.size
    if (!linked) done.fresh += 1
    yield listed
  }
}

/** Whether the disk of a folder makes links between its files. */
export async function makesLinks(folder: string): Promise<boolean> {
  const trial = path.join(folder, `${INCOMPLETE}${randomUUID()}`)
  await writeFile(trial, '', { mode: 0o600 })
  try {
    return await linkIfPossible(trial, `${trial}.link`)
  } finally {
    for (const file of [trial, `${trial}.link`]) await rm(file, { force: true })
  }
}

/** Whether a folder can have links to the stored files. */
export async function linksToFiles(storage: Storage, folder: string): Promise<boolean> {
  const trial = path.join(folder, `${INCOMPLETE}${randomUUID()}`)
  try {
    for await (const { key } of storage.list(''))
      return storage.kind === 'disk' && (await linkIfPossible(await storage.local(key, ''), trial))
    return true
  } finally {
    await rm(trial, { force: true })
  }
}

/** Bytes of the stored files that the previous backup does not have. */
export async function newBytes(storage: Storage, previous: string | null): Promise<number> {
  let bytes = 0
  for await (const { file, before } of withEarlier(storage, previous)) if (!before) bytes += file.size
  return bytes
}

/** The stored files; `before` is the same file in the previous backup, by key, size and time. */
async function* withEarlier(
  storage: Storage,
  previous: string | null,
): AsyncGenerator<{ file: KeyedFile; before: ListedFile | null }> {
  const known = new Map<string, ListedFile>()
  if (previous) for await (const file of listedFiles(previous)) known.set(file.key, file)
  for await (const file of storage.list('')) {
    const before = known.get(file.key)
    const same = before?.size === file.size && before.modified === file.modified.getTime()
    yield { file, before: same ? before : null }
  }
}

/** @returns false when the file system refuses, or the file is not there */
async function linkIfPossible(from: string, to: string): Promise<boolean> {
  return await link(from, to).then(
    () => true,
    () => false,
  )
}

/** @returns null for a file that is gone */
async function addFile(
  storage: Storage,
  { key, modified }: KeyedFile,
  target: string,
  mode: FileMode,
): Promise<ListedFile | null> {
  try {
    if (mode === 'link' && storage.kind === 'disk' && (await linkIfPossible(await storage.local(key, ''), target))) {
      const { size, sha256 } = await measure(createReadStream(target))
      return { key, size, modified: modified.getTime(), sha256 }
    }
    const { size, sha256 } = await copyStream(await storage.read(key), target)
    await utimes(target, modified, modified)
    return { key, size, modified: modified.getTime(), sha256 }
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

const isGone = (error: unknown): boolean =>
  (error instanceof ProductError && error.code === 'not_found') || (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Copies a stream to a new file, to the disk itself, and measures it. */
export async function copyStream(from: Readable, target: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(from, meter, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
  return { size, sha256: hash.digest('hex') }
}

/** Measures a stream. */
export async function measure(from: AsyncIterable<Buffer>): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of from) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

/**
 * Copies a file of a backup to a new one, to the disk itself; shares its blocks if the system can.
 * @throws CommandError for a link
 */
export async function cloneFile(folder: string, within: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  await using handle = await openBackup(folder, within)
  const from = pathOfHandle(handle)
  if (from) {
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await flush(to)
  } else await copyStream(handle.createReadStream({ autoClose: false }), to)
}

/** Writes the entries of a folder and of all folders below it to the disk itself. */
export async function flushFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await flushFolders(path.join(folder, entry.name))
  await flush(folder)
}
