import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measured } from '../server/test/work.ts'
import { checkPatterns, findPatterns } from './patterns.ts'

const root = dirname(import.meta.dirname)

/** Lines of code with a pattern that takes more than linear time. */
const SLOW = [
  String.raw`export const one = (text: string) => text.replaceAll(/\s*[\r\n\u0085\u2028\u2029]+\s*/g, ' / ')`,
  String.raw`export const one = (text: string) => text.replaceAll(/\s*\r?\n\s*/g, ' ')`,
  String.raw`export const one = (text: string) => text.replace(/\s+$/, '')`,
  String.raw`export const one = /^\s*(?:<!--[\s\S]*?-->\s*)*<html\b/i`,
  String.raw`export const one = (text: string) => text.match('\\/+$')`,
  `const BLANKS = '\\\\s*'\nexport const one = new RegExp(\`\${BLANKS}x\`, 'u')`,
  // These find a match soon, but read to the end of the text for each.
  "export const one = (text: string) => text.replaceAll(/a(?:.*b)?/g, '')",
  'export const one = (text: string) => text.split(/,(?:.*;)?/)',
]
/** Lines whose pattern cannot be proven to take linear time. */
const UNKNOWN = [
  'export const one = (word: string) => new RegExp(word)',
  "export const one = (word: string, flags: string) => RegExp('a', flags)",
  'export const one = /a(?=.*b)/',
]
const LINEAR = [
  String.raw`export const one = (text: string) => text.split(/[\r\n\u0085\u2028\u2029]+/)`,
  String.raw`export const one = /^.*\S/s`,
  'export const one = /a(?:.*b)?/',
  `const WORD = String.raw\`^\\p{L}+\`\nexport const one = new RegExp(\`\${WORD}x\`, 'gu')`,
  'export const one = (text: string) => text.match(text.length > 1 ? /a/ : /b/)',
  '// A comment is no code: /a+$/',
]
const LINES = [...SLOW, ...UNKNOWN, ...LINEAR]
const fileOf = (line: string) => `server/src/planted-${LINES.indexOf(line)}.ts`

let copy: string
let refused: string[]
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'footnote-patterns-'))
  await mkdir(join(copy, 'server/src'), { recursive: true })
  for (const line of LINES) await writeFile(join(copy, fileOf(line)), `${line}\n`)
  ;({ refused } = await checkPatterns(copy, new Map()))
})
afterAll(() => rm(copy, { recursive: true, force: true }))
const reasonFor = (line: string) => refused.find((reason) => reason.startsWith(`${fileOf(line)}:`))

test.each(SLOW)('%s is refused', (line) => {
  expect(reasonFor(line)).toMatch(/polynomial|exponential/)
})

test.each(UNKNOWN)('%s is refused', (line) => {
  expect(reasonFor(line)).toMatch(/not known|cannot decide/)
})

test.each(LINEAR)('%s is allowed', (line) => {
  expect(reasonFor(line)).toBeUndefined()
})

test('a stated reason allows what cannot be decided, and a needless one is refused', async () => {
  const reasons = new Map([
    ['a(?=.*b)', 'It is planted.'],
    ['gone', 'No source has it.'],
  ])
  const lines = (await checkPatterns(copy, reasons)).refused
  expect(lines.filter((line) => line.includes('?=.*b'))).toEqual([])
  expect(lines).toContainEqual(expect.stringMatching(/^bin\/patterns\.ts \/gone\//))
})

/** What patterns repeat or look for: blanks, letters, digits, line ends and marks. */
const FILLINGS = [
  ' ',
  '\t',
  'a',
  'A',
  'é',
  '漢',
  '7',
  '\n',
  '\r\n',
  '\u2028',
  '/',
  '.',
  '-',
  '<',
  '%',
  '"',
  '!',
  'a ',
  '\u0301',
]
/** What comes after them, so that a pattern fits or does not. */
const ENDINGS = ['', 'x', '!', '\n']

/** Milliseconds in which a pattern reads texts of a length. */
async function workOf(pattern: RegExp, filling: string, length: number): Promise<number> {
  const texts = ENDINGS.map((ending) => filling.repeat(length / filling.length) + ending)
  return (await measured(() => texts.map((text) => text.replace(pattern, '')))).work
}

/** The fillings that a pattern reads in more than linear time. */
async function slowFillings({ source, flags }: { source: string | null; flags: string }): Promise<string[]> {
  const pattern = new RegExp(source ?? '', flags)
  const slow = []
  for (const filling of FILLINGS) {
    if ((await workOf(pattern, filling, 10_000)) < 20) continue
    // The first reading compiled the pattern.
    const short = await workOf(pattern, filling, 10_000)
    if (short > 50 || (await workOf(pattern, filling, 100_000)) > 20 * Math.max(short, 1)) slow.push(filling)
  }
  return slow
}

test.each([/\s*[\r\n\u0085\u2028\u2029]+\s*/g, /\s*\r?\n\s*/g, /\s+$/])('the measure finds %s', async (pattern) => {
  expect(await slowFillings(pattern)).toContain(' ')
})

test('every pattern of the sources reads ten times as long a text in about ten times the work', async () => {
  const patterns = findPatterns(root)
  expect(patterns.length).toBeGreaterThan(100)
  const slow = []
  for (const pattern of patterns) for (const filling of await slowFillings(pattern)) slow.push([pattern.place, filling])
  expect(slow).toEqual([])
})
