import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listedFiles } from './listed-files.ts'

const root = dirname(import.meta.dirname)
/** This file: it holds the words as examples. */
const EXAMPLES = 'bin/plain-english.test.ts'

/** Folders and files whose prose is checked. Add one when its comments and test titles are plain. */
const CHECKED = [
  'docs/decisions',
  'docs/reference',
  'bin',
  'contract',
  'server',
  'web',
  'bench',
  'soak',
  'seed',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'e2e',
  'samples',
  'SECURITY.md',
  'CHANGELOG.md',
  'docs/benchmarks.md',
  'docs/guide',
  'docs/deploy.md',
  'docs/glossary.md',
  'docs/operate.md',
  'docs/privacy.md',
  'docs/security.md',
  'docs/settings.md',
]

/** Words that a plainer word replaces, and that word. */
const PLAINER: readonly (readonly [RegExp, string])[] = [
  [/\btold\b/i, 'name who learns it: "the client learns", "the log says", "unless the caller passes"'],
  [/\banew\b/i, 'again'],
  [/\bstands\b/i, 'is'],
  [/\blies\b/i, 'is'],
]

/** A comment that fills a line, or the rest of one. */
const COMMENT = /^\s*(?:\/\/|\/?\*|--)(.*)$|\s(?:\/\/|--) (.*)$/
/** The first argument of a call whose next argument is a function: the title of a test. */
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1).)+)\1,\s*(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>/g
/** What Markdown quotes. */
const QUOTED = /`[^`]*`|'[^']*'|"[^"]*"/g

interface Prose {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
}

/** The comments of a file, the titles of its tests, and of Markdown all but quotations and code. */
function proseOf(file: string, text: string): Prose[] {
  const lines = text.split('\n').map((written, index) => ({ line: index + 1, text: written }))
  if (file.endsWith('.md')) return lines.map((written) => ({ ...written, text: written.text.replaceAll(QUOTED, '') }))
  const comments = lines.flatMap((written) => {
    const found = COMMENT.exec(written.text)
    return found ? [{ ...written, text: found[1] ?? found[2] ?? '' }] : []
  })
  if (!/\.test\.tsx?$/.test(file)) return comments
  const titles = [...text.matchAll(TITLE)].map((found) => ({
    line: text.slice(0, found.index).split('\n').length,
    text: found[2] ?? '',
  }))
  return [...comments, ...titles]
}

/** @returns one line for each word to replace: its place, and the plainer word */
function findings(file: string, text: string): string[] {
  return proseOf(file, text).flatMap((prose) =>
    PLAINER.flatMap(([word, plainer]) => {
      const found = word.exec(prose.text)
      return found ? [`${file}:${prose.line} ${found[0]}: ${plainer}`] : []
    }),
  )
}

test('comments, test titles and documents use plain words', () => {
  const files = listedFiles(...CHECKED).filter((file) => /\.(?:tsx?|mjs|sql|md)$/.test(file) && file !== EXAMPLES)
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap((file) => findings(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test.each([
  ['a.ts', '// The log is told.', 'told'],
  ['a.tsx', 'const a = 1 // Counted anew.', 'anew'],
  ['a.ts', ' * Where the file lies.', 'lies'],
  ['a.sql', '-- What stands in the row.', 'stands'],
  ['a.test.ts', "test('every viewer is told', async () => {", 'told'],
  ['a.test.ts', "test.each(KINDS)('%s is counted anew', (kind) => {", 'anew'],
  ['a.test.ts', "test(\n  'a long title lies on a line of its own',\n  async () => {", 'lies'],
  ['a.md', 'The number stands here.', 'stands'],
])('the words are found in %s: %s', (file, line, word) => {
  expect(findings(file, line)).toEqual([expect.stringContaining(`${file}:1 ${word}:`)])
})

test.each([
  ['a.ts', "const told = tell('anew')"],
  ['a.ts', "const address = 'https://stands.example'"],
  ['a.test.ts', "expect(words('He lies anew')).toEqual(['told'])"],
  ['a.test.ts', "const lines = [\n  'He lies',\n]"],
  ['a.md', "Write 'again', not 'anew', and call `told`."],
])('code and quotations keep their words: %s %s', (file, line) => {
  expect(findings(file, line)).toEqual([])
})
