/**
 * `npm run patterns`: refuses regular expressions that may take more than linear time. They run on texts that anybody
 * may write, in the thread that answers everybody.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { check, type Diagnostics } from 'recheck'

/** Milliseconds after which a pattern counts as undecided. It only ends a proof that hangs. */
const MOST_MS = 120_000
const SOURCES = ['contract/src/**/*.ts', 'server/src/**/*.ts', 'web/src/**/*.{ts,tsx}']

/** Patterns that recheck cannot decide, because they look around or back, and why they take linear time. */
const REASONS = new Map<string | null, string>([
  [
    String.raw`(?<=[\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036f]+`,
    'It looks back at one character, and a match takes every accent after it.',
  ],
  [
    String.raw`\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}+`,
    'It looks at the character after a run of capitals, and gives back one of them at most.',
  ],
  [
    String.raw`((?<=^|\s)[-−])?(?:(?<![\p{L}\p{N}])|(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}]))["“”„«»＂](?=\S)([^"“”„«»＂]+)(?:["“”„«»＂]|$)|(?<=^|\s)[-−]([\p{L}\p{N}]\S*)`,
    'It looks at the characters beside a mark, and a phrase ends at the next mark or at the end, so that it always fits.',
  ],
])

/** A regular expression of the sources. */
export interface Pattern {
  /** File and line. */
  readonly place: string
  /** Null if it is put together from what only the running program knows. */
  readonly source: string | null
  readonly flags: string
  /** Whether it is searched for again after each match. */
  readonly repeated: boolean
}

type Node = Readonly<Record<string, unknown>>

/** Finds every regular expression in the sources below a folder, besides those of tests. */
export const findPatterns = (root: string): Pattern[] =>
  globSync(SOURCES, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
    .flatMap((file) => patternsIn(file, readFileSync(join(root, file), 'utf8')))

function patternsIn(file: string, text: string): Pattern[] {
  const nodes = [...nodesOf(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }))]
  const values = new Map(
    nodes.flatMap(({ type, id, init }) => (type === 'VariableDeclarator' ? [[nameOf(id), init]] : [])),
  )
  const split = new Set(nodes.flatMap((node) => (methodOf(node) === 'split' ? [argumentOf(node, 0)] : [])))
  return nodes.flatMap((node) => {
    const made = node.type === 'RegExpLiteral' ? literal(node) : constructed(node, values)
    if (!made) return []
    const at = text.indexOf(node.type === 'RegExpLiteral' ? `/${made.source}/` : 'RegExp(')
    const line = text.slice(0, Math.max(at, 0)).split('\n').length
    return [{ ...made, place: `${file}:${line}`, repeated: /[gy]/.test(made.flags) || split.has(node) }]
  })
}

function* nodesOf(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) yield value as Node
  for (const part of Object.values(value)) yield* nodesOf(part)
}

const literal = ({ pattern, flags }: Node) => ({ source: String(pattern), flags: String(flags) })

/** Methods of texts that make a regular expression of a text. */
const SEARCHES = ['match', 'matchAll', 'search']

/** The regular expression that a call makes of a text; null if it makes none. */
function constructed(node: Node, values: ReadonlyMap<unknown, unknown>) {
  const written = argumentOf(node, 0)
  const isText = ['StringLiteral', 'TemplateLiteral'].includes(String(written?.type))
  const byMethod = isText && SEARCHES.includes(methodOf(node) ?? '')
  const made = node.type === 'NewExpression' || node.type === 'CallExpression'
  if (!byMethod && !(made && nameOf(node.callee) === 'RegExp')) return null
  const flags = byMethod || !argumentOf(node, 1) ? '' : textOf(argumentOf(node, 1), values)
  return { source: flags === null ? null : textOf(written, values), flags: flags ?? '' }
}

/** The text of an expression of constant texts; null for every other. */
function textOf(value: unknown, values: ReadonlyMap<unknown, unknown>): string | null {
  const node = (value ?? {}) as Node
  if (node.type === 'StringLiteral') return String(node.value)
  if (node.type === 'Identifier') return values.has(node.value) ? textOf(values.get(node.value), values) : null
  const raw = node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'String.raw'
  const { type, quasis, expressions } = (raw ? node.template : node) as Node
  if (type !== 'TemplateLiteral') return null
  const parts = (expressions as unknown[]).map((part) => textOf(part, values))
  if (parts.includes(null)) return null
  return (quasis as Node[]).map((quasi, place) => `${quasi[raw ? 'raw' : 'cooked']}${parts[place] ?? ''}`).join('')
}

/** The name of a variable, or of a member: `String.raw`. */
function nameOf(value: unknown): string | null {
  const { type, value: name, object, property } = (value ?? {}) as Node
  if (type === 'MemberExpression') return `${nameOf(object) ?? ''}.${nameOf(property)}`
  return type === 'Identifier' ? String(name) : null
}

const methodOf = ({ type, callee }: Node): string | null =>
  type === 'CallExpression' && (callee as Node).type === 'MemberExpression' ? nameOf((callee as Node).property) : null

const argumentOf = ({ arguments: given }: Node, place: number): Node | undefined =>
  (given as { expression: Node }[] | null | undefined)?.[place]?.expression

/** Whether a pattern takes linear time, null if that is not decided, and why. */
async function judge({ source, flags, repeated }: Pattern): Promise<{ linear: boolean | null; why: string }> {
  if (source === null) return { linear: false, why: 'its text is not known before it runs: write a literal, or code' }
  const once = await prove(source, flags)
  // After a match the search goes on, so that a match that reads far ahead of its end is slow, too.
  const again = repeated && once.status === 'safe' && once.complexity.type === 'linear'
  const found = again ? await prove(`^(?:${source}|[^])*$`, flags) : once
  if (found.status === 'unknown') return { linear: null, why: 'recheck cannot decide it' }
  return { linear: found.status === 'safe', why: found.complexity.summary }
}

/** Asks recheck for a proof. Its other way is to try some texts. */
function prove(source: string, flags: string): Promise<Diagnostics> {
  // Its other programs are not installed: one of 30 MB for each system, and one for Java.
  process.env.RECHECK_BACKEND = 'pure'
  return check(source, flags, { checker: 'automaton', timeout: MOST_MS })
}

/**
 * Judges every pattern in the sources below a folder.
 * @param reasons why patterns that recheck cannot decide take linear time, by their text
 * @returns how many there are, and a line for each that is refused and for each needless reason
 */
export async function checkPatterns(root: string, reasons = REASONS): Promise<{ patterns: number; refused: string[] }> {
  const places = Map.groupBy(findPatterns(root), ({ source, flags, repeated }) => `/${source}/${flags} ${repeated}`)
  const refused: string[] = []
  const undecided = new Set<string | null>()
  for (const same of places.values()) {
    const { source, flags } = same[0]!
    const { linear, why } = await judge(same[0]!)
    if (linear === null) undecided.add(source)
    if (linear ?? reasons.has(source)) continue
    for (const { place } of same) refused.push(`${place} /${source}/${flags}: ${why}`)
  }
  for (const source of reasons.keys())
    if (!undecided.has(source)) refused.push(`bin/patterns.ts /${source}/: no pattern needs this reason`)
  return { patterns: places.size, refused }
}

if (import.meta.main) {
  const { patterns, refused } = await checkPatterns(process.cwd())
  for (const line of refused) console.error(line)
  console.log(`${patterns} patterns, ${refused.length} refused`)
  // If it found no pattern, it checked nothing.
  process.exitCode = refused.length > 0 || patterns === 0 ? 1 : 0
}
