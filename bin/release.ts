/**
 * `npm run release -- 0.2.0`, or `1.0.0-rc.1` for a pre-release: gives the unreleased lines of the changelog a version and
 * today's date, sets the version of all packages and the day of the release, commits that, and tags the commit with the
 * lines as notes. It pushes nothing. `npm run release -- --notes 0.2.0` prints the lines of a version.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gt, valid } from 'semver'

const root = join(import.meta.dirname, '..')
const FOLDERS = ['', 'contract', 'server', 'web'] as const
const UNRELEASED = '## Unreleased\n'

/** The changelog with a new version, and the lines of that version. */
interface Release {
  readonly changelog: string
  readonly notes: string
}

/**
 * @param version such as '0.2.0' or '1.0.0-rc.1', newer than the last one by section 11 of Semantic Versioning 2.0.0
 * @param day such as '2026-11-27'
 * @throws Error when nothing is unreleased, or the version is not newer
 */
export function releaseOf(changelog: string, version: string, day: string): Release {
  const begin = changelog.indexOf(UNRELEASED)
  if (begin < 0) throw new Error('CHANGELOG.md has no part Unreleased.')
  const after = changelog.slice(begin + UNRELEASED.length)
  const end = /^## /m.exec(after)?.index ?? after.length
  const notes = after.slice(0, end).trim()
  if (notes === '') throw new Error('CHANGELOG.md has nothing unreleased.')
  const last = /^## (\S+)/.exec(after.slice(end))?.[1] ?? '0.0.0'
  if (!isNewer(version, last)) throw new Error(`${version} is no version after ${last}.`)
  const heading = `${UNRELEASED}\n## ${version} - ${day}\n`
  return { changelog: changelog.slice(0, begin) + heading + after, notes }
}

/**
 * The lines of a version, from its heading to the next one.
 * @throws Error when the changelog has no such version, or none of its lines
 */
export function notesOf(changelog: string, version: string): string {
  const lines = changelog.split('\n')
  const begin = lines.findIndex((line) => line === `## ${version}` || line.startsWith(`## ${version} - `))
  const end = lines.findIndex((line, at) => at > begin && line.startsWith('## '))
  const notes = lines
    .slice(begin + 1, end < 0 ? undefined : end)
    .join('\n')
    .trim()
  if (begin < 0 || notes === '') throw new Error(`CHANGELOG.md has no lines of version ${version}.`)
  return notes
}

/** Whether a version comes after another one. Nothing but a plain version may: no `v`, and no data of a build. */
const isNewer = (version: string, last: string): boolean => valid(version) === version && gt(version, last)

interface Package {
  version?: string
  /** Day of the release, in the root's package alone. */
  released?: string
  dependencies?: Record<string, string>
}

function setVersion(of: Package, version: string): void {
  of.version = version
  for (const name of Object.keys(of.dependencies ?? {}))
    if (name.startsWith('@footnote/') && of.dependencies) of.dependencies[name] = version
}

function edit<T>(name: string, change: (content: T) => void): void {
  const file = join(root, name)
  const content = JSON.parse(readFileSync(file, 'utf8')) as T
  change(content)
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

function release(version: string): void {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.')
  const file = join(root, 'CHANGELOG.md')
  const day = new Date().toISOString().slice(0, 10)
  const { changelog, notes } = releaseOf(readFileSync(file, 'utf8'), version, day)
  writeFileSync(file, changelog)
  for (const folder of FOLDERS)
    edit<Package>(join(folder, 'package.json'), (of) => {
      setVersion(of, version)
      if (folder === '') of.released = day
    })
  edit<Package & { packages: Record<string, Package> }>('package-lock.json', (lock) => {
    lock.version = version
    for (const folder of FOLDERS) setVersion(lock.packages[folder] as Package, version)
  })
  execFileSync(process.execPath, [join(root, 'bin/openapi.ts')], { cwd: root, stdio: 'inherit' })
  git('commit', '--all', '--message', `Release ${version}`)
  git('tag', '--annotate', '--cleanup=verbatim', '--message', `Footnote ${version}\n\n${notes}`, `v${version}`)
  console.log(`v${version} is tagged. To publish it, type: git push --follow-tags`)
}

if (import.meta.main) {
  try {
    const [word = '', version = ''] = process.argv.slice(2)
    if (word === '--notes') console.log(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version))
    else release(word)
  } catch (error) {
    console.error(`footnote: ${(error as Error).message}`)
    process.exit(1)
  }
}
