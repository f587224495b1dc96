import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BACKUP } from '@footnote/contract/shared/limits.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { Config } from '../../platform/config.ts'
import { makeDataDir } from '../../platform/data-dir.ts'
import { ADVISORY_LOCKS } from '../../platform/db/advisory-locks.ts'
import { type Connection, withConnection } from '../../platform/db/connections.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { flush } from '../../platform/storage/moving.ts'
import { openStorage } from '../../platform/storage/open.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { cloneFile, flushFolders } from '../backup/copy-files.ts'
import { finishRestore, foldersBeside, restorePlaces } from '../backup/finish-restore.ts'
import { hashOf } from '../backup/hash-of.ts'
import { loadDatabase } from '../backup/load-database.ts'
import { FILES, findBackup, fingerprintOf, listedFiles, type Manifest, SECRET } from '../backup/manifest.ts'
import { readBackup } from '../backup/open-backup.ts'
import { CommandError } from '../command-error.ts'
import { openDatabaseServer } from './open-product.ts'

/** Another session held a table for longer than `lock_timeout` (postgresql.org/docs/current/errcodes-appendix.html). */
const LOCK_NOT_AVAILABLE = '55P03'

interface RestoreOptions {
  readonly env: NodeJS.ProcessEnv
  /** A backup, or a folder of backups, of which the newest is taken. */
  readonly target: string
  /** Whether to replace rows and files that are there. */
  readonly replace: boolean
  readonly say: (sentence: string) => void
}

/**
 * Replaces a product by a backup: its rows in one transaction, then its files by renaming two folders. A kill leaves
 * the old state, or the new one, which the next start completes.
 * @throws CommandError before anything is changed
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ folder: string; manifest: Manifest }> {
  const { env, say } = options
  const folder = await findBackup(options.target)
  const data_dir = path.resolve(env.DATA_DIR || './data')
  say(`checking ${folder}`)
  const present = env.SECRET_KEY || (await ownSecret(data_dir))
  const { manifest, secret } = await checkBackup(folder, { secret: present })
  const written = secretToWrite(present, secret, manifest, { env, data_dir })
  makeDataDir(data_dir)
  await askForRoom(data_dir, manifest, env)
  if (written !== null) {
    await writeFile(path.join(data_dir, SECRET), written, { mode: 0o600, flag: 'wx', flush: true })
    await flush(data_dir)
  }
  await using server = await openDatabaseServer(env, say)
  const { config } = server
  if (server.shared && !env.DATABASE_URL) throw new CommandError(`Footnote runs on ${data_dir}. Stop it, then restore.`)
  await withConnection(config.database_url, 'footnote-restore', async (client) => {
    await lockRestores(client)
    await finishEarlier(client, config)
    await refuseUsed(client, options.replace)
    await replaceAll(client, folder, manifest, { data_dir, storage: await openStorage(config), say })
  })
  await finish(config)
  return { folder, manifest }
}

/** Tells others until the connection ends that the files beside the present ones are needed. @throws CommandError */
async function lockRestores(client: Connection): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    ADVISORY_LOCKS.restore,
  ])
  if (!rows[0]?.taken) throw new CommandError('Another restore runs on this database.')
}

/** Finishes a restore that was killed: its rows are there already, and its files must not be lost when this one fails. */
async function finishEarlier(client: Connection, config: Config): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.backups') is not null as there`)
  if (rows[0]?.there) await finish(config)
}

async function finish({ database_url, data_dir }: Config): Promise<void> {
  // The server may list it for a moment after its end, and it is not one of those that `refuseUsed` looks for.
  const db = openDatabase(database_url, { name: 'finish-restore', connections: 1 })
  await finishRestore(db, data_dir).finally(() => db.destroy())
}

interface Target {
  readonly data_dir: string
  readonly storage: Storage
  readonly say: (sentence: string) => void
}

async function replaceAll(client: Connection, folder: string, manifest: Manifest, target: Target): Promise<void> {
  const { data_dir, storage, say } = target
  const staged = manifest.files.mode === 'none' ? null : await stage(folder, target)
  try {
    say('loading the database')
    await client.query('begin')
    await client.query(`set local lock_timeout = '10s'`)
    await loadDatabase(client, folder, manifest)
    if (staged) await client.query(`insert into backups (id, kind) values ($1, 'restore')`, [staged.id])
  } catch (error) {
    if (staged) await rm(staged.folder, { recursive: true, force: true })
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new CommandError('Another program holds a table of this database. End it, and restore again.')
  }
  // If its answer is lost, it may have happened: the next start puts the new files into their place then, else removes them.
  await client.query('commit')
  if (storage.kind === 's3' && manifest.files.mode !== 'none') await upload(folder, storage, 'different')
  // Whoever owned the old files, the next start gives the new ones to the product's account.
  await rm(path.join(data_dir, '.private.json'), { force: true })
}

/** Copies the files beside the present ones; into an object store, those that it lacks. */
async function stage(
  folder: string,
  { data_dir, storage, say }: Target,
): Promise<{ id: string; folder: string } | null> {
  say('copying the files')
  if (storage.kind === 's3') {
    await upload(folder, storage, 'missing')
    return null
  }
  const { id, files, staged } = await restorePlaces(data_dir)
  const parent = path.dirname(files)
  for (const left of await foldersBeside(files)) await rm(left.folder, { recursive: true })
  await mkdir(staged, { mode: 0o700 })
  try {
    for await (const { key } of listedFiles(folder))
      await cloneFile(folder, path.join(FILES, key), path.join(staged, key))
    // The rows are committed next, and must not survive a power cut that their files do not.
    await flushFolders(staged)
    await flush(parent)
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    throw error
  }
  return { id, folder: staged }
}

async function upload(folder: string, storage: Storage, which: 'missing' | 'different'): Promise<void> {
  for await (const { key, size, sha256 } of listedFiles(folder)) {
    const there = await storage.stat(key)
    if (which === 'missing' ? there : there?.size === size && (await hashOf(storage, key)) === sha256) continue
    await storage.write(key, await readBackup(folder, path.join(FILES, key)), 'application/octet-stream')
  }
}

const ownSecret = (data_dir: string): Promise<string | null> =>
  readFile(path.join(data_dir, SECRET), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )

/**
 * @returns the key to write into the data folder, or null when the machine has it
 * @throws CommandError when the machine has another one, or nobody has it
 */
function secretToWrite(
  present: string | null,
  secret: string | null,
  manifest: Manifest,
  { env, data_dir }: { readonly env: NodeJS.ProcessEnv; readonly data_dir: string },
): string | null {
  if (present !== null && fingerprintOf(present) === manifest.secret) return null
  if (present !== null)
    throw new CommandError(
      env.SECRET_KEY
        ? 'The backup belongs to another SECRET_KEY. Set the one that it was made with.'
        : `The backup belongs to another SECRET_KEY than ${path.join(data_dir, SECRET)}. Move that file away, and restore again.`,
    )
  if (secret === null)
    throw new CommandError(
      manifest.secret_kept === false
        ? 'The SECRET_KEY of this backup was in its settings, not in a file. Set it, and restore again.'
        : 'This backup has no secret.key: its SECRET_KEY was in its settings, or the file was lost. Set it, and restore again.',
    )
  return secret
}

/** @throws CommandError when rows and files may not fit */
async function askForRoom(data_dir: string, { tables, files }: Manifest, env: NodeJS.ProcessEnv): Promise<void> {
  const rows = env.DATABASE_URL ? 0 : tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const needed = BACKUP.room * rows + (env.S3_BUCKET ? 0 : files.bytes)
  const { bavail, bsize } = await statfs(data_dir)
  if (bavail * bsize < needed)
    throw new CommandError(
      `The restore needs ${formatFileSize(needed)} in ${data_dir}, where ${formatFileSize(bavail * bsize)} are free. Make room.`,
    )
}

/** @throws CommandError when Footnote runs on the database, or when it has people and may not be replaced */
async function refuseUsed(client: Connection, replace: boolean): Promise<void> {
  const { rows } = await client.query<{ names: string[] | null }>(`
    select array_agg(distinct application_name) as names from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'footnote%'
      and application_name <> 'footnote-supervisor'`)
  const names = rows[0]?.names
  if (names)
    throw new CommandError(`Footnote still uses this database (${names.join(', ')}). Stop it on every machine.`)
  const found = await client.query<{ there: boolean }>(`select to_regclass('public.users') is not null as there`)
  if (replace || !found.rows[0]?.there) return
  const people = await client.query('select from users limit 1')
  if (people.rowCount)
    throw new CommandError('This Footnote has people. To replace everything in it by the backup, add --replace.')
}
