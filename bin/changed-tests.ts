import { execFileSync } from 'node:child_process'
import { join, matchesGlob } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import config from '../vitest.config.ts'

/** Folders whose sources import each other by paths that can be read. */
const SOURCES = ['contract/src', 'server/src', 'server/test', 'web', 'seed', 'e2e', 'soak', 'bin', 'bench', 'samples']
/** Projects that run a whole product, which any of these folders can change. */
const OF_PRODUCTS = [
  'processes',
  'soak',
  'journeys',
  'processes-full',
  'soak-full',
  'journeys-full',
  'frames-full',
  'plays-full',
]
const OF_THE_PRODUCT = ['contract/src/', 'server/src/', 'web/', 'bin/']
/** Files that no test can notice. The guide is built into the web app. */
const PROSE = /^(?!docs\/guide\/)(?:docs\/pictures\/|.*\.md$)/

/** The test files of each project of Vitest; a project without an entry has nothing to run, one without files runs all. */
type Tests = ReadonlyMap<string, readonly string[]>

/**
 * The tests that the changes since a commit can reach by imports, and all tests of whole products when the product has
 * changed. A change that imports do not show, such as of a migration or a style, means all.
 * @param root of the repository
 * @throws Error of git when it has no such commit
 */
export async function testsOfChange(root: string, commit: string): Promise<Tests | 'all'> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = [
    ...git('diff', '--name-only', '--no-renames', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  return testsReaching(
    await importersOf(root),
    changed.filter((file) => !PROSE.test(file)),
  )
}

/** The files that import each file. */
async function importersOf(root: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const rules = (await import(join(root, '.dependency-cruiser.mjs'))).default
  const { output } = await cruise(SOURCES, { ...rules.options, baseDir: root }, rules.options.enhancedResolveOptions)
  const importers = new Map<string, string[]>()
  for (const { source, dependencies } of (output as ICruiseResult).modules) {
    if (!importers.has(source)) importers.set(source, [])
    for (const { resolved } of dependencies) importers.set(resolved, [...(importers.get(resolved) ?? []), source])
  }
  return importers
}

/** @param changed files, relative to the root */
export function testsReaching(
  importers: ReadonlyMap<string, readonly string[]>,
  changed: readonly string[],
): Tests | 'all' {
  const tests = new Map<string, string[]>()
  for (const file of changed) {
    const reached = reachedFrom(file, importers)
    const found = [...reached].flatMap((name) => projectsOf(name).map((project) => [project, name] as const))
    if (found.length === 0) return 'all'
    for (const [project, name] of found) tests.set(project, [...new Set([...(tests.get(project) ?? []), name])])
  }
  if (changed.some((file) => OF_THE_PRODUCT.some((folder) => file.startsWith(folder))))
    for (const project of OF_PRODUCTS) tests.set(project, [])
  return tests
}

function reachedFrom(file: string, importers: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set([file])
  // A set also visits what is added meanwhile.
  for (const name of reached) for (const importer of importers.get(name) ?? []) reached.add(importer)
  return reached
}

/** Names of the projects of Vitest that have a file: one for each test file. */
export function projectsOf(file: string): string[] {
  return (config.test?.projects ?? []).flatMap((project) => {
    const {
      name,
      include = [],
      exclude = [],
    } = (project as { test: { name: string; include: string[]; exclude: string[] } }).test
    const has = (globs: readonly string[]) => globs.some((glob) => matchesGlob(file, glob))
    return has(include) && !has(exclude) ? [name] : []
  })
}
