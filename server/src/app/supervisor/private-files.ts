import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chmod, lchown, lstat, mkdir, opendir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemAccount } from '../../platform/confinement/accounts/accounts.ts'
import { PASSED } from '../../platform/data-dir.ts'

/** Folders of the data directory that API and worker write to; the rest belongs to the supervisor and PostgreSQL. */
const FOLDERS = ['compiled', 'files', 'models', 'outbox', 'work']
/** Decoders enter their job's folder, and engines their models, which anybody may read. */
const PASSABLE: readonly string[] = ['models', 'work']
const SECRET = 'secret.key'
/** Names the files that were made private, and for which account. A restored copy is different files. */
const MARKER = '.private.json'
const AT_ONCE = 64

/**
 * Lets other accounts pass through the data directory: PostgreSQL to the cluster, decoders to their job's folder. It
 * runs before any check of access, since a strict umask may have closed the directory.
 */
export const openToAccounts = (data_dir: string): Promise<void> => allowed(chmod(data_dir, PASSED))

/**
 * Makes everything in the data directory readable by its owner alone: folders 0700, files 0600. The directory itself
 * `work` and `models` get 0711. Corrects existing files once, and never touches PostgreSQL's folder.
 * @param account of API and worker; undefined when it is our own
 * @returns how many files and folders changed
 */
export async function makePrivate(data_dir: string, account: SystemAccount | undefined): Promise<number> {
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  await openToAccounts(data_dir)
  const changed = isDone(data_dir, owner) ? 0 : await putRight(data_dir, owner)
  for (const name of FOLDERS) {
    const folder = join(data_dir, name)
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await protect(await realpath(folder), PASSABLE.includes(name) ? PASSED : 0o700, owner)
  }
  if (existsSync(join(data_dir, SECRET))) await protect(join(data_dir, SECRET), 0o600, owner)
  writeFileSync(join(data_dir, MARKER), markOf(data_dir, owner), { mode: 0o600 })
  return changed
}

function isDone(data_dir: string, owner: SystemAccount): boolean {
  const marker = join(data_dir, MARKER)
  return existsSync(marker) && readFileSync(marker, 'utf8') === markOf(data_dir, owner)
}

function markOf(data_dir: string, { uid }: SystemAccount): string {
  const found = statSync(join(data_dir, 'files'), { throwIfNoEntry: false })
  return JSON.stringify({ uid, files: found ? `${found.dev}:${found.ino}` : null })
}

async function putRight(data_dir: string, owner: SystemAccount): Promise<number> {
  // Without the marker, an interrupted start is followed by a complete one.
  rmSync(join(data_dir, MARKER), { force: true })
  let changed = 0
  for await (const { name } of await opendir(data_dir)) {
    if (name === 'postgres' || name.startsWith('postgres.')) continue
    const ours = FOLDERS.includes(name) || name === SECRET
    // The administrator may have linked a folder to another disk; links below it are not followed.
    const path = ours ? await realpath(join(data_dir, name)) : join(data_dir, name)
    changed += await putRightBelow(path, ours ? owner : undefined)
  }
  return changed
}

async function putRightBelow(path: string, owner: SystemAccount | undefined): Promise<number> {
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found?.isFile() ? await protect(path, 0o600, owner) : 0
  let changed = await protect(path, 0o700, owner)
  let waiting: Promise<number>[] = []
  // Leftovers of a restore are removed at the same time.
  const entries = await opendir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  for await (const { name } of entries) {
    waiting.push(putRightBelow(join(path, name), owner))
    if (waiting.length < AT_ONCE) continue
    for (const below of await Promise.all(waiting)) changed += below
    waiting = []
  }
  for (const below of await Promise.all(waiting)) changed += below
  return changed
}

/** @returns 1 when something changed */
async function protect(path: string, mode: number, owner: SystemAccount | undefined): Promise<number> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isSymbolicLink()) return 0
  const moves = owner !== undefined && (found.uid !== owner.uid || found.gid !== owner.gid)
  if (moves) await allowed(lchown(path, owner.uid, owner.gid))
  if ((found.mode & 0o7777) === mode) return moves ? 1 : 0
  await allowed(chmod(path, mode))
  return 1
}

/** Leaves what somebody else owns: only root may change it, and its reader reports the refusal. */
async function allowed(change: Promise<void>): Promise<void> {
  await change.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'ENOENT') throw error
  })
}
