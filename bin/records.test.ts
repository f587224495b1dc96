import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listedFiles } from './listed-files.ts'

const root = dirname(import.meta.dirname)
const FOLDER = 'docs/decisions'
const INDEX = `${FOLDER}/README.md`
/** A page. */
const MOST_WORDS = 600
const SECTIONS = ['Context', 'Alternatives', 'Decision', 'Consequences']
const RECORD = new RegExp(`^${FOLDER}/(\\d{3})-[a-z0-9-]+\\.md$`)
const DATE = /^Date: \d{4}-\d\d-\d\d(?:, written down on \d{4}-\d\d-\d\d)?$/m
const STATUS = /^Status: (accepted|superseded)\b(.*)$/m

/** Texts by their path in the repository. */
type Tree = ReadonlyMap<string, string>

interface DecisionRecord {
  readonly path: string
  readonly number: string
  readonly title: string
  readonly text: string
}

const recordsOf = (tree: Tree): DecisionRecord[] =>
  [...tree].flatMap(([path, text]) => {
    const number = RECORD.exec(path)?.[1]
    return number ? [{ path, number, title: /^# \d{3}: (.+)$/m.exec(text)?.[1] ?? '', text }] : []
  })

function numbering(tree: Tree): string[] {
  const numbers = recordsOf(tree).map(({ number }) => Number(number))
  const expected = numbers.map((_, at) => at + 1)
  return numbers.sort((a, b) => a - b).some((number, at) => number !== expected[at])
    ? [`Records are not numbered from 1 without gaps: ${numbers.join(' ')}`]
    : []
}

function shape({ path, number, text }: DecisionRecord): string[] {
  const faults: string[] = []
  if (!text.startsWith(`# ${number}: `)) faults.push(`${path} does not begin with its number and title`)
  if (!DATE.test(text)) faults.push(`${path} has no date`)
  if (!STATUS.test(text)) faults.push(`${path} has no status`)
  if (STATUS.exec(text)?.[2]?.includes('in part'))
    faults.push(`${path} is superseded, or supersedes, in part: whole or not at all`)
  const [, ...sections] = text.split(/^## /m)
  const headings = sections.map((section) => section.split('\n', 1)[0])
  if (headings.join() !== SECTIONS.join()) faults.push(`${path} has the sections ${headings.join(', ')}`)
  for (const [at, section] of sections.entries())
    if (section.split(/\s+/).length < 10) faults.push(`${path} says nothing in ${headings[at]}`)
  const words = text.trim().split(/\s+/).length
  if (words > MOST_WORDS) faults.push(`${path} has ${words} words, at most ${MOST_WORDS} fit a page`)
  return faults
}

/** The records that a status names after a word: `superseded by 031 and 032`. */
const named = (text: string, word: RegExp): string[] =>
  (STATUS.exec(text)?.[0].match(word)?.[0] ?? '').match(/\d{3}/g) ?? []
const replacesIn = (text: string) => named(text, /\bsupersedes [^;]+/)
const replacedBy = (text: string) => named(text, /\bsuperseded by [^;]+/)

/** A record that replaces another is named by it. */
function replacements(tree: Tree): string[] {
  const records = new Map(recordsOf(tree).map((record) => [record.number, record]))
  return [...records.values()].flatMap(({ path, number, text }) => [
    ...replacesIn(text)
      .filter((other) => !replacedBy(records.get(other)?.text ?? '').includes(number))
      .map((other) => `${path} replaces ${other}, whose status does not say so`),
    ...replacedBy(text)
      .filter((other) => !replacesIn(records.get(other)?.text ?? '').includes(number))
      .map((other) => `${path} is replaced by ${other}, whose status does not say so`),
  ])
}

/** The index has one line for each record, with its title. */
function index(tree: Tree): string[] {
  const lines = (tree.get(INDEX) ?? '').split('\n').filter((line) => line.startsWith('- '))
  const expected = recordsOf(tree).map(({ path, number, title }) => {
    const file = path.slice(FOLDER.length + 1)
    return `- [${number}](${file}) ${title}`
  })
  const missing = expected.filter((line) => !lines.includes(line)).map((line) => `${INDEX} lacks ${line}`)
  const more = lines.filter((line, at) => !expected.includes(line) || lines.indexOf(line) !== at)
  return [...missing, ...more.map((line) => `${INDEX} should not have ${line}`)]
}

/** Where the links of a document lead, without addresses on the web. */
function linksOf(path: string, text: string): { readonly label: string; readonly target: string }[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`]*`/g, '')
  return [...prose.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)]
    .map(([, label = '', target = '']) => ({ label, target: target.split('#')[0] ?? '' }))
    .filter(({ target }) => target !== '' && !/^[a-z]+:/.test(target))
    .map(({ label, target }) => ({ label, target: normalize(join(dirname(path), target)) }))
}

/** Each link leads to a file or a folder, and a number to the record of that number. */
function links(tree: Tree, files: readonly string[]): string[] {
  const leads = (target: string) => files.some((file) => file === target || file.startsWith(`${target}/`))
  return [...tree].flatMap(([path, text]) =>
    linksOf(path, text).flatMap(({ label, target }) => {
      if (!leads(target)) return [`${path} links to ${target}, which is not there`]
      const number = RECORD.exec(target)?.[1]
      const said = /\d{3}$/.exec(label)?.[0]
      return number && said && said !== number ? [`${path} calls ${target} ${label}`] : []
    }),
  )
}

/** A page of reference that nothing leads to is read by nobody. */
function references(tree: Tree): string[] {
  const linked = ['README.md', 'ARCHITECTURE.md'].flatMap((path) => linksOf(path, tree.get(path) ?? ''))
  return [...tree.keys()]
    .filter((path) => path.startsWith('docs/reference/') && !linked.some(({ target }) => target === path))
    .map((path) => `Neither README.md nor ARCHITECTURE.md links to ${path}`)
}

const faultsOf = (tree: Tree, files: readonly string[]): string[] => [
  ...numbering(tree),
  ...recordsOf(tree).flatMap(shape),
  ...replacements(tree),
  ...index(tree),
  ...links(tree, files),
  ...references(tree),
]

const files = listedFiles()
const documents: Tree = new Map(
  files.filter((file) => file.endsWith('.md')).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)
const pathOf = (number: string): string =>
  recordsOf(documents).find((record) => record.number === number)?.path ?? 'missing'

test('records are numbered, whole, short and listed, and links between documents lead somewhere', () => {
  expect(recordsOf(documents).length).toBeGreaterThan(60)
  expect(faultsOf(documents, files)).toEqual([])
})

test('documents that comments name are there', () => {
  const sources = files.filter((file) => /\.(?:tsx?|mjs|sql)$/.test(file) && file !== 'bin/records.test.ts')
  const cited = sources.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\bdocs\/[\w/-]+\.md/g) ?? [])
  expect(cited).toContain('docs/reference/scores.md')
  expect(cited.filter((path) => !documents.has(path))).toEqual([])
})

describe('a fault that is planted is found', () => {
  const without = (path: string): Tree => new Map([...documents].filter(([other]) => other !== path))
  const changed = (path: string, change: (text: string) => string): Tree =>
    new Map([...documents, [path, change(documents.get(path) ?? '')]])
  const second = pathOf('002')

  test.each<[string, Tree, string]>([
    ['a gap in the numbers', without(second), 'not numbered from 1 without gaps'],
    ['two records of one number', changed(`${FOLDER}/002-again.md`, () => '# 002: Again'), 'without gaps'],
    ['a title with another number', changed(second, (text) => text.replace('# 002', '# 003')), 'its number and title'],
    ['no date', changed(second, (text) => text.replace('Date: ', '')), 'has no date'],
    ['no status', changed(second, (text) => text.replace('accepted', 'maybe')), 'has no status'],
    ['no alternatives', changed(second, (text) => text.replace('## Alternatives', '')), 'has the sections'],
    ['an empty section', changed(second, (text) => text.replace(/(## Decision\n)[^#]+/, '$1')), 'nothing in Decision'],
    ['too many words', changed(second, (text) => text + ' word'.repeat(MOST_WORDS)), 'fit a page'],
    [
      'a record that replaces silently',
      changed(second, (text) => text.replace('accepted', 'accepted; supersedes 003')),
      'replaces 003',
    ],
    [
      'a record that is superseded in part',
      changed(second, (text) => text.replace('accepted', 'accepted; superseded in part by 003')),
      'whole or not at all',
    ],
    [
      'a record that supersedes another in part',
      changed(second, (text) => text.replace('accepted', 'accepted; supersedes 003 in part')),
      'whole or not at all',
    ],
    [
      'a replacement of nothing',
      changed(second, (text) => text.replace('accepted', 'superseded by 003')),
      'is replaced',
    ],
    ['an index without a record', changed(INDEX, (text) => text.replace(/^- \[002\].*\n/m, '')), 'lacks - [002]'],
    [
      'an index with a wrong title',
      changed(INDEX, (text) => text.replace(') Public pages', ') Pages')),
      'should not have',
    ],
    ['a dead link', changed('README.md', (text) => `${text}[here](docs/none.md)`), 'docs/none.md, which is not there'],
    ['a link by a wrong number', changed(second, (text) => `${text}[009](001-public-claims.md)`), 'calls'],
    ['a page that nothing leads to', changed('docs/reference/lonely.md', () => '# Lonely'), 'links to docs/reference'],
  ])('%s', (_, tree, fault) => {
    expect(faultsOf(tree, files).join('\n')).toContain(fault)
  })
})
