import { randomUUID } from 'node:crypto'
import { access, readdir, readlink, realpath, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { ADVISORY_LOCKS } from '../../platform/db/advisory-locks.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { flush } from '../../platform/storage/moving.ts'

/** The folder of the files on this disk, and the folders beside it while a restore replaces it. */
export async function restorePlaces(data_dir: string, id: string = randomUUID()) {
  const files = await placeOf(path.join(data_dir, 'files'))
  return { id, files, staged: `${files}.restored-${id}`, aside: `${files}.before-${id}` }
}

/**
 * The real place of a folder, which an administrator may have linked to another disk. The link leads nowhere between
 * the two renames of a restore.
 */
async function placeOf(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => null)
  const link = real === null ? await readlink(folder).catch(() => null) : null
  return real ?? (link === null ? folder : await placeOf(path.resolve(path.dirname(folder), link)))
}

/**
 * Puts the files of a restore into their place once its rows are committed. A restore that was killed in between is
 * finished by the next start, or by the next command.
 */
export async function finishRestore(db: Database, data_dir: string): Promise<void> {
  if ((await unfinishedRestores(db)).length === 0) return
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.finish_restore})`.execute(transaction)
    for (const id of await unfinishedRestores(transaction)) {
      const { files, staged, aside } = await restorePlaces(data_dir, id)
      // Restored on another machine, which finishes it.
      if (!(await exists(staged)) && !(await exists(aside))) continue
      if (await exists(staged)) {
        if (!(await exists(aside)) && (await exists(files))) await rename(files, aside)
        await rename(staged, files)
        await flush(path.dirname(files))
      }
      await rm(aside, { recursive: true, force: true })
      await transaction.updateTable('backups').set({ finished_at: new Date() }).where('id', '=', id).execute()
    }
  })
}

/** Ids of restores whose rows are committed. A new database has no table of them. */
async function unfinishedRestores(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('public.backups') is not null as there`.execute(db)
  if (!rows[0]?.there) return []
  const unfinished = await db
    .selectFrom('backups')
    .select('id')
    .where('kind', '=', 'restore')
    .where('finished_at', 'is', null)
    .execute()
  return unfinished.map(({ id }) => id)
}

/** What the names of folders beside the files begin with. */
const KINDS = ['restored', 'before', 'removing']

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** A folder that a restore made beside the files, or that is being removed. */
interface FolderBeside {
  readonly folder: string
  /** Of the restore; null once the folder is being removed. */
  readonly id: string | null
}

/** Whether a restore has left a folder beside the files, or has moved them away. */
export async function hasRestored(data_dir: string): Promise<boolean> {
  const { files } = await restorePlaces(data_dir)
  const names = await readdir(path.dirname(files)).catch(() => [])
  return names.some((name) => KINDS.some((kind) => name.startsWith(`${path.basename(files)}.${kind}-`)))
}

/** The folders that restores have copied files to, and those that are being removed. */
export async function foldersBeside(files: string): Promise<FolderBeside[]> {
  const [parent, name] = [path.dirname(files), path.basename(files)]
  const found: FolderBeside[] = []
  for (const entry of await readdir(parent).catch(() => [])) {
    if (!entry.startsWith(`${name}.`)) continue
    const [kind = '', id = ''] = entry.slice(name.length + 1).split(/-(.*)/s)
    if (kind === 'restored' || kind === 'removing')
      found.push({ folder: path.join(parent, entry), id: kind === 'restored' ? id : null })
  }
  return found
}

/**
 * Folders that an interrupted restore left, each with a copy of all files: no row knows them, and no restore runs.
 * @returns none while a restore runs
 */
export async function restoreLeftovers(db: Database, data_dir: string): Promise<string[]> {
  return (await withoutRestore(db, data_dir, async (left) => left.map(({ folder }) => folder))) ?? []
}

/** Removes them, unless a restore runs. @returns what was removed; null while a restore runs */
export async function removeRestoreLeftovers(db: Database, data_dir: string): Promise<string[] | null> {
  // A name that no restore reads lets the lock end before the files are removed, which takes minutes in a large archive.
  const doomed = await withoutRestore(db, data_dir, async (left) => {
    const moved: { from: string; to: string }[] = []
    for (const { folder, id } of left) {
      const name = path.basename(folder).replace('restored-', 'removing-')
      const to = id === null ? folder : path.join(path.dirname(folder), name)
      if (to !== folder) await rename(folder, to)
      moved.push({ from: folder, to })
    }
    return moved
  })
  if (!doomed) return null
  for (const { to } of doomed) await rm(to, { recursive: true, force: true })
  return doomed.map(({ from }) => from)
}

/**
 * Removes them once no restore runs. The server may go on for a while with the last statement of a restore that was killed.
 * @param pause milliseconds before it tries again
 * @returns what was removed
 */
export async function removeRestoreLeftoversOnceFree(
  db: Database,
  data_dir: string,
  pause = 10_000,
): Promise<string[]> {
  for (;;) {
    const removed = await removeRestoreLeftovers(db, data_dir)
    if (removed) return removed
    await wait(pause, undefined, { ref: false })
  }
}

/** Works on the folders without a row while no restore can begin. @returns null while a restore runs */
async function withoutRestore<T>(
  db: Database,
  data_dir: string,
  work: (left: FolderBeside[]) => Promise<T[]>,
): Promise<T[] | null> {
  const { files } = await restorePlaces(data_dir)
  if ((await foldersBeside(files)).length === 0) return []
  return await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.restore}) as taken`.execute(transaction)
    if (!rows[0]?.taken) return null
    const needed = new Set(await unfinishedRestores(transaction))
    return await work((await foldersBeside(files)).filter(({ id }) => id === null || !needed.has(id)))
  })
}
