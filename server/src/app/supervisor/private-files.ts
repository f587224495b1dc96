import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chmod, lchown, lstat, mkdir, opendir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../../platform/confinement/accounts.ts'
import { PASSED } from '../../platform/data-dir.ts'

/** What API and worker write to in the data directory; the rest is the supervisor's and PostgreSQL's. */
const FOLDERS = ['files', 'models', 'outbox', 'work']
const SECRET = 'secret.key'
/** Says for whom which files have been made private: a copy that was put in their place is others. */
const MARKER = '.private.json'
const AT_ONCE = 64

/**
 * Lets others pass the data directory: the account that runs PostgreSQL on its way to the cluster, decoders to their job's folder. It
 * comes before anybody asks who may, since whoever made the directory may have closed it.
 */
export const openToAccounts = (data_dir: string): Promise<void> => allowed(chmod(data_dir, PASSED))

/**
 * Sees to it that what lies in the data directory can be read by its owner alone: folders 0700, files 0600, but for the
 * directory itself and `work`, which are 0711. What is there is put right once, PostgreSQL's folder never.
 * @param account whom API and worker run as; undefined where that is ourselves
 * @returns how many files and folders were changed
 */
export async function makePrivate(data_dir: string, account: Account | undefined): Promise<number> {
  if (process.platform === 'win32') return 0
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  await openToAccounts(data_dir)
  const changed = isDone(data_dir, owner) ? 0 : await putRight(data_dir, owner)
  for (const name of FOLDERS) {
    const folder = join(data_dir, name)
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await protect(await realpath(folder), name === 'work' ? PASSED : 0o700, owner)
  }
  if (existsSync(join(data_dir, SECRET))) await protect(join(data_dir, SECRET), 0o600, owner)
  writeFileSync(join(data_dir, MARKER), markOf(data_dir, owner), { mode: 0o600 })
  return changed
}

function isDone(data_dir: string, owner: Account): boolean {
  const marker = join(data_dir, MARKER)
  return existsSync(marker) && readFileSync(marker, 'utf8') === markOf(data_dir, owner)
}

function markOf(data_dir: string, { uid }: Account): string {
  const found = statSync(join(data_dir, 'files'), { throwIfNoEntry: false })
  return JSON.stringify({ uid, files: found ? `${found.dev}:${found.ino}` : null })
}

async function putRight(data_dir: string, owner: Account): Promise<number> {
  // Until it is written again, a start that is cut off here is followed by one that begins over.
  rmSync(join(data_dir, MARKER), { force: true })
  let changed = 0
  for await (const { name } of await opendir(data_dir)) {
    if (name === 'postgres' || name.startsWith('postgres.')) continue
    const ours = FOLDERS.includes(name) || name === SECRET
    // The administrator may have laid a folder onto another disk by a link; links below it are not followed.
    const path = ours ? await realpath(join(data_dir, name)) : join(data_dir, name)
    changed += await putRightBelow(path, ours ? owner : undefined)
  }
  return changed
}

async function putRightBelow(path: string, owner: Account | undefined): Promise<number> {
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isDirectory()) return found?.isFile() ? await protect(path, 0o600, owner) : 0
  let changed = await protect(path, 0o700, owner)
  let waiting: Promise<number>[] = []
  for await (const { name } of await opendir(path)) {
    waiting.push(putRightBelow(join(path, name), owner))
    if (waiting.length < AT_ONCE) continue
    for (const below of await Promise.all(waiting)) changed += below
    waiting = []
  }
  for (const below of await Promise.all(waiting)) changed += below
  return changed
}

/** @returns 1 where something was changed */
async function protect(path: string, mode: number, owner: Account | undefined): Promise<number> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isSymbolicLink()) return 0
  const moves = owner !== undefined && (found.uid !== owner.uid || found.gid !== owner.gid)
  if (moves) await allowed(lchown(path, owner.uid, owner.gid))
  if ((found.mode & 0o7777) === mode) return moves ? 1 : 0
  await allowed(chmod(path, mode))
  return 1
}

/** What belongs to somebody else stays as it is: only root changes it, and whoever needs it says what is refused. */
async function allowed(change: Promise<void>): Promise<void> {
  await change.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'ENOENT') throw error
  })
}
