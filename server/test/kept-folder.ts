import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { PASSED } from '../src/platform/data-dir.ts'
import { openParent } from './open-folder.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Folders of what runs while a folder is made, and of its films. */
const FOLDERS = ['contract/src', 'server/src', 'samples']
const DAY = 86_400_000

/**
 * A folder that is made once for these sources, and kept for later runs of the same day: screens show the dates in it.
 * If two processes make it at once, one of them wins.
 * @param key what it depends on besides the product's sources, such as the source of its maker
 * @param make fills an empty folder that every account may pass through
 * @returns its path; nobody may write into it
 */
export async function keptFolder(
  name: string,
  key: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const root = rootOfKept()
  const day = new Date().toISOString().slice(0, 10)
  const made_from = createHash('sha256').update(`${day}\0${key}\0${digestOfSources()}`).digest('hex')
  const kept = path.join(root, `${name}-${made_from.slice(0, 24)}`)
  if (existsSync(kept)) return kept
  await removeOld(root)
  const partial = await mkdtemp(`${kept}.`)
  try {
    await chmod(partial, PASSED)
    await make(partial)
    await rename(partial, kept)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(kept)) throw error
  }
  return kept
}

/**
 * Settings with which Node keeps compiled modules for the next process, so that a start compiles only what has changed.
 * Processes of each account have a folder of their own in it.
 */
export function compileOnce(): { readonly NODE_COMPILE_CACHE: string } {
  const folder = path.join(rootOfKept(), 'compiled')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o1777)
  return { NODE_COMPILE_CACHE: folder }
}

/** Copies the content of a folder with its owners. Shares blocks if the file system can. */
export async function copyContent(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/** The folder of all that is kept. @throws Error when somebody else could write into it */
function rootOfKept(): string {
  const root = path.join(openParent(), `footnote-kept-${process.getuid?.() ?? 0}`)
  mkdirSync(root, { recursive: true, mode: PASSED })
  const { uid, mode } = lstatSync(root)
  if (process.getuid && (uid !== process.getuid() || (mode & 0o022) !== 0))
    throw new Error(`${root} belongs to somebody else. Remove it.`)
  chmodSync(root, PASSED)
  return root
}

/** Removes folders of other days, and halves that killed runs left. */
async function removeOld(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const found = await lstat(path.join(root, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > DAY) await rm(path.join(root, name), { recursive: true, force: true })
  }
}

/** A digest of all sources but tests. */
function digestOfSources(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map(({ parentPath, name }) => path.join(parentPath, name)),
  )
  const hash = createHash('sha256')
  for (const file of [...files.sort(), path.join(ROOT, 'package-lock.json')])
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}
