import { execFile, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..')
/** In any folder, so that moving migrations does not count as adding them. */
const MIGRATIONS = ':(glob)server/**/migrations/*.sql'

/** Names the last release; in a clone without its tag, the commit before the one that added the newest migration. */
export const LAST_RELEASE = 'last-release'

/** An earlier version of the product, in its own folder with its own packages. */
export interface EarlierVersion {
  readonly root: string
  /** The full hash. */
  readonly commit: string
  remove(): Promise<void>
}

/** Why no earlier version is available here; null if one is. */
export function whyNoEarlierVersion(): string | null {
  if (lastRelease() !== null) return null
  return 'the history has neither the last release, nor the commit before the newest migration'
}

/** Hash of the newest release before this commit, or of the commit that replaces it in a clone without tags. */
function lastRelease(): string | null {
  const tag = git('describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD^')
  if (tag !== null) return hashOf(tag)
  const added = git('log', '--max-count=1', '--format=%H', '--find-renames', '--diff-filter=A', '--', MIGRATIONS)
  return hashOf(`${added}^`)
}

/** The full hash of a commit as git names it; null if it knows none. */
const hashOf = (name: string): string | null => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)

/** What git prints; null when it fails. */
function git(...words: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/**
 * Checks a version out beside this one.
 * @param from a commit as git names it, or `LAST_RELEASE`
 * @throws Error when git knows no such commit, or packages cannot be installed
 */
export async function checkOut(from: string): Promise<EarlierVersion> {
  const commit = from === LAST_RELEASE ? lastRelease() : hashOf(from)
  if (commit === null) throw new Error(`git knows no commit ${from}`)
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-earlier-'))
  const root = path.join(folder, 'footnote')
  const remove = async () => {
    await run('git', ['worktree', 'remove', '--force', root], { cwd: ROOT })
    await rm(folder, { recursive: true, force: true })
  }
  await run('git', ['worktree', 'add', '--detach', root, commit], { cwd: ROOT })
  try {
    // The account that the version runs as must be able to read it.
    await chmod(folder, 0o755)
    await givePackages(root)
    return { root, commit, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Modules look for packages upwards from their own files, so a link to our packages would lead them into this version.
 */
async function givePackages(root: string): Promise<void> {
  const lock = (folder: string) => readFile(path.join(folder, 'package-lock.json'), 'utf8')
  if ((await lock(root)) === (await lock(ROOT))) {
    const copy = (words: readonly string[]) => run('cp', [...words, path.join(ROOT, 'node_modules'), root])
    // Hard links do not work across file systems.
    await copy(['-al']).catch(() => copy(['-a', '--remove-destination']))
  } else await run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], { cwd: root })
}
