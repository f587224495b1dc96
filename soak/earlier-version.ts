import { execFile, execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..')
/** Wherever their folder was: moving it brings none. */
const MIGRATIONS = ':(glob)server/**/migrations/*.sql'

/** Stands for the commit before the one that brought the newest migration. */
export const BEFORE_NEWEST_MIGRATION = 'before-newest-migration'

/** A version of the product from history, in a folder of its own with packages of its own. */
export interface EarlierVersion {
  readonly root: string
  /** In full. */
  readonly commit: string
  remove(): Promise<void>
}

/** Why no earlier version can be had here; null where one can. */
export function whyNoEarlierVersion(): string | null {
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', `${newestMigration()}^`], { cwd: ROOT })
    return null
  } catch {
    return 'the history does not reach back to before the newest migration'
  }
}

/** The commit that brought the newest migration. */
function newestMigration(): string {
  const added = ['log', '--max-count=1', '--format=%H', '--find-renames', '--diff-filter=A', '--', MIGRATIONS]
  return execFileSync('git', added, { cwd: ROOT, encoding: 'utf8' }).trim()
}

/**
 * Checks a version out beside this one.
 * @param from a commit as git names it, or `BEFORE_NEWEST_MIGRATION`
 * @throws Error where git knows no such commit or packages cannot be installed
 */
export async function checkOut(from: string): Promise<EarlierVersion> {
  const name = from === BEFORE_NEWEST_MIGRATION ? `${newestMigration()}^` : from
  const { stdout } = await run('git', ['rev-parse', '--verify', `${name}^{commit}`], { cwd: ROOT })
  const commit = stdout.trim()
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-earlier-'))
  const root = path.join(folder, 'footnote')
  const remove = async () => {
    await run('git', ['worktree', 'remove', '--force', root], { cwd: ROOT })
    await rm(folder, { recursive: true, force: true })
  }
  await run('git', ['worktree', 'add', '--detach', root, commit], { cwd: ROOT })
  try {
    // Whoever the version runs as must be able to read it.
    await chmod(folder, 0o755)
    await givePackages(root)
    return { root, commit, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Its modules look for packages upwards from where they lie, so a link to ours would lead them into this version. */
async function givePackages(root: string): Promise<void> {
  const lock = (folder: string) => readFile(path.join(folder, 'package-lock.json'), 'utf8')
  if ((await lock(root)) === (await lock(ROOT))) {
    const copy = (words: readonly string[]) => run('cp', [...words, path.join(ROOT, 'node_modules'), root])
    // Another file system takes no links.
    await copy(['-al']).catch(() => copy(['-a', '--remove-destination']))
  } else await run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], { cwd: root })
}
