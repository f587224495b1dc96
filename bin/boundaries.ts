/** `npm run boundaries`: refuses an import that the table in ARCHITECTURE.md does not allow. */
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import type { Expression } from '@swc/core'
import { Visitor } from '@swc/core/Visitor.js'
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'

// The visitor by which the parser looks for imports throws at `using`. Its values are read like those of `const`.
const { visitStatement } = Visitor.prototype
Visitor.prototype.visitStatement = function (statement) {
  if ((statement.type as string) !== 'UsingDeclaration') return visitStatement.call(this, statement)
  const { decls } = statement as unknown as { readonly decls: readonly { readonly init: Expression | null }[] }
  for (const { init } of decls) if (init) this.visitExpression(init)
  return statement
}

const FOLDERS = ['contract/src', 'server/src', 'server/test', 'web', 'seed', 'e2e', 'bench', 'samples', 'soak', 'bin']

type Rules = NonNullable<Parameters<typeof cruise>[1]>['ruleSet']

interface Import {
  readonly from: string
  readonly to: string
}

interface Violation extends Import {
  readonly rule: NonNullable<IForbiddenRuleType['name']>
}

interface Boundaries {
  readonly modules: string[]
  readonly imports: Import[]
  readonly violations: Violation[]
}

/**
 * Reads every source under the root and compares its imports with the rules.
 * @returns the sources, relative to the root, their imports, and the refused ones
 */
export async function checkBoundaries(root: string): Promise<Boundaries> {
  const file = join(import.meta.dirname, '..', '.dependency-cruiser.mjs')
  const { options, ...ruleSet } = (await import(file)).default as NonNullable<Rules> & {
    options: Parameters<typeof cruise>[1] & { enhancedResolveOptions: object }
  }
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)))
  const settings = { ...options, baseDir: root, ruleSet, validate: true }
  const { output } = await cruise(folders, settings, options.enhancedResolveOptions)
  const { modules, summary } = output as ICruiseResult
  return {
    modules: modules
      .map(({ source }) => source)
      .filter((source) => folders.some((folder) => source.startsWith(folder))),
    imports: modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    ),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

/** Sources of the project that were not among the read ones; a rule for a folder that nothing reads checks nothing. */
function unreadSources(root: string, modules: readonly string[]): string[] {
  const read = new Set(modules)
  return ['contract/src', 'server/src', 'web/src', 'seed', 'bin'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root }).filter((file) => !read.has(file)),
  )
}

if (import.meta.main) {
  const root = process.cwd()
  const { modules, violations } = await checkBoundaries(root)
  const unread = unreadSources(root, modules)
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} -> ${to}`)
  for (const source of unread) console.error(`not read: ${source}`)
  console.log(`${modules.length} modules, ${violations.length} forbidden imports`)
  // If it read no module, it checked nothing.
  process.exitCode = violations.length + unread.length > 0 || modules.length === 0 ? 1 : 0
}
