import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import {
  access,
  constants,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import { type Config, PRODUCT } from '../../platform/config.ts'
import { ownAccount } from '../../platform/data-dir.ts'
import { type Connection, withConnection } from '../../platform/db/connections.ts'
import { isNoRoom } from '../../platform/errors.ts'
import { realFolder } from '../../platform/storage/local/open-inside.ts'
import { flush } from '../../platform/storage/moving.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { CommandError } from '../command-error.ts'
import { beginBackup } from './backup-beat.ts'
import { type CopiedFiles, copyFiles, flushFolders, linksToFiles, makesLinks, newBytes } from './copy-files.ts'
import {
  FILE_LIST,
  type FileMode,
  fingerprintOf,
  INCOMPLETE,
  listBackups,
  type Manifest,
  SECRET,
  TABLES,
  writeManifest,
} from './manifest.ts'
import { writeTables } from './write-tables.ts'

interface BackupOptions {
  readonly config: Config
  readonly storage: Storage
  /** Folder of the backups. */
  readonly target: string
  readonly mode: FileMode
}

/** A complete backup. */
export interface WrittenBackup {
  /** Of its row in `backups`. */
  readonly id: string
  readonly folder: string
  readonly manifest: Manifest
  readonly files: CopiedFiles
  /** Whether the disk makes links, so that the next backup only needs room for new files. */
  readonly makes_links: boolean
  /** Whether the SECRET_KEY is in it: in the settings, only the person who made them has it. */
  readonly keeps_secret: boolean
}

/**
 * Backs the product up while it runs: the rows of one moment, then the files, of which workers delete none meanwhile.
 * A backup gets its name when it is complete and on the disk.
 * @throws CommandError
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const beat = await beginBackup(options.config.database_url)
  try {
    const made = await write(options, beat.check)
    await beat.end({ folder: made.folder })
    return { ...made, id: beat.id }
  } catch (error) {
    await beat.end({ error: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

/** @param check throws when the backup was silent for too long */
async function write(options: BackupOptions, check: () => void): Promise<Omit<WrittenBackup, 'id'>> {
  const { config } = options
  const named = path.resolve(options.target)
  await refuseInside(named, config.data_dir)
  await makeFolder(named)
  const target = await realFolder(named)
  return await withConnection(config.database_url, 'footnote-backup', async (client) => {
    for (const name of await readdir(target))
      if (name.startsWith(INCOMPLETE)) await rm(path.join(target, name), { recursive: true })
    const makes_links = await makesLinks(target)
    await askForRoom(client, options, { target, makes_links })
    const { name, made_at } = await freeName(target)
    const folder = path.join(target, `${INCOMPLETE}${name}`)
    try {
      await mkdir(path.join(folder, TABLES), { recursive: true, mode: 0o700 })
      const rows = await writeTables(client, folder)
      const { files, list_sha256 } = await writeFiles(options, target, folder)
      const keeps_secret = await isSecretKept(config)
      if (keeps_secret) await writeFile(path.join(folder, SECRET), config.secret_key, { mode: 0o600, flush: true })
      const manifest: Manifest = {
        ...{ format: 1, version: PRODUCT.version, made_at: made_at.toISOString() },
        ...{ secret: fingerprintOf(config.secret_key), secret_kept: keeps_secret, ...rows },
        files: { mode: options.mode, count: files.count, bytes: files.bytes, list_sha256 },
      }
      await writeManifest(folder, manifest)
      await flushFolders(folder)
      check()
      const complete = path.join(target, name)
      await rename(folder, complete)
      await flush(target)
      return { folder: complete, manifest, files, makes_links, keeps_secret }
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      if (!isNoRoom(error)) throw error
      throw new CommandError(`The disk of ${target} became full. Nothing of this backup is left. ${MAKE_ROOM}`)
    }
  })
}

/** The time as a name, to the second; waits for the next one if a backup has it. */
async function freeName(target: string): Promise<{ name: string; made_at: Date }> {
  for (;;) {
    const made_at = new Date()
    const name = `${made_at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    if (!(await stat(path.join(target, name)).catch(() => null))) return { name, made_at }
    await wait(100)
  }
}

/** Whether the SECRET_KEY in use is that of the data folder. */
async function isSecretKept({ data_dir, secret_key }: Config): Promise<boolean> {
  const kept = await readFile(path.join(data_dir, SECRET), 'utf8').catch(() => null)
  return kept?.trim() === secret_key
}

async function writeFiles({ storage, mode }: BackupOptions, target: string, folder: string) {
  const files: CopiedFiles = { count: 0, bytes: 0, fresh: 0, vanished: 0 }
  const previous = (await listBackups(target)).at(-1) ?? null
  const hash = createHash('sha256')
  async function* lines() {
    if (mode === 'none') return
    for await (const file of copyFiles(storage, { folder, previous }, mode, files)) {
      const line = `${JSON.stringify(file)}\n`
      hash.update(line)
      yield line
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path.join(folder, FILE_LIST), { mode: 0o600, flush: true }))
  return { files, list_sha256: hash.digest('hex') }
}

/** Removes all but the newest backups of a folder. @returns their folders */
export async function removeOld(target: string, keep: number): Promise<string[]> {
  const old = (await listBackups(target)).slice(0, -keep)
  for (const folder of old) await removeBackup(folder)
  return old
}

/** Removes a backup; while it is being removed it has no backup's name. */
export async function removeBackup(folder: string): Promise<void> {
  const doomed = path.join(path.dirname(folder), `${INCOMPLETE}${path.basename(folder)}`)
  await rename(folder, doomed)
  await rm(doomed, { recursive: true })
}

/** @throws CommandError when one folder is in the other */
async function refuseInside(target: string, data_dir: string): Promise<void> {
  const [to, from] = [await realOf(target), await realOf(data_dir)]
  if (to === from || to.startsWith(`${from}${path.sep}`))
    throw new CommandError(`${target} is in DATA_DIR, so both would be lost together. Choose a folder on another disk.`)
  if (from.startsWith(`${to}${path.sep}`))
    throw new CommandError(`DATA_DIR is in ${target}. Choose a folder of its own for backups.`)
}

/**
 * Makes a folder and its parents, one at a time: below /proc Node's recursive mkdir never returns.
 * @throws CommandError
 */
async function makeFolder(folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: 0o700 })
  try {
    await make().catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || path.dirname(folder) === folder) throw error
      await makeFolder(path.dirname(folder))
      await make()
    })
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code } = error as NodeJS.ErrnoException
    const there = code === 'EEXIST' && (await stat(folder)).isDirectory()
    if (
      there &&
      (await access(folder, constants.W_OK).then(
        () => true,
        () => false,
      ))
    )
      return
    if (there || code === 'EACCES')
      throw new CommandError(
        `${ownAccount()} may not write to ${folder}. Choose another folder, or give it to that account with chown.`,
      )
    throw new CommandError(`${folder} cannot be made (${code}). Choose another folder.`)
  }
}

/** The real path of a folder that need not exist. */
async function realOf(folder: string): Promise<string> {
  const found = await realpath(folder).catch(() => null)
  return found ?? path.join(await realOf(path.dirname(folder)), path.basename(folder))
}

const MAKE_ROOM = 'Make room, or choose another folder.'

/** @throws CommandError when the database and the files that become no links may not fit */
async function askForRoom(
  client: Connection,
  { storage, mode }: BackupOptions,
  { target, makes_links }: { readonly target: string; readonly makes_links: boolean },
): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  let needed = Number(rows[0]?.bytes ?? 0)
  const copies = mode === 'copy' || (mode === 'link' && !(await linksToFiles(storage, target)))
  if (copies) needed += await newBytes(storage, makes_links ? ((await listBackups(target)).at(-1) ?? null) : null)
  const { bavail, bsize } = await statfs(target)
  if (bavail * bsize < needed)
    throw new CommandError(
      `The backup may need ${formatFileSize(needed)}, and ${formatFileSize(bavail * bsize)} are free in ${target}. ` +
        `${makes_links ? '' : 'Its disk makes no links, so each backup has all files again. '}${MAKE_ROOM}`,
    )
}
