import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listedFiles } from './listed-files.ts'
import { WINGS } from './wing-order.ts'

const root = dirname(import.meta.dirname)
/** Largest number of files in a folder, besides tests. */
const MOST_FILES = 14
/** Largest number of lines of a file, and of a test file. */
const MOST_LINES = 250
const MOST_TEST_LINES = 400
/** Largest number of folders in `server/src`: its layers. */
const MOST_LAYERS = 7
/** Folders that may have more, and why. */
const MAY_HOLD_MORE = new Map([
  ['server/src/platform/db/migrations', 'each change of the schema adds one, and their numbers order them'],
])

const files = listedFiles('contract/src', 'server/src', 'web/src')

/** Names directly below a folder, without extensions. */
const namesIn = (folder: string) =>
  new Set(
    files
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => (file.slice(folder.length + 1).split('/')[0] as string).replace(/\.ts$/, '')),
  )

test('the server has at most seven layers', () => {
  const layers = namesIn('server/src')
  expect(layers).toContain('features')
  expect(layers.size).toBeLessThanOrEqual(MOST_LAYERS)
})

test.each(['contract/src', 'server/src', 'web/src'])('no folder of %s has too many files', (tree) => {
  const held = new Map<string, number>()
  for (const file of files.filter((name) => name.startsWith(`${tree}/`) && !/\.test\.tsx?$/.test(name)))
    held.set(dirname(file), (held.get(dirname(file)) ?? 0) + 1)
  expect(held.size).toBeGreaterThan(0)
  const heaps = [...held].filter(([folder, count]) => count > MOST_FILES && !MAY_HOLD_MORE.has(folder))
  expect(heaps).toEqual([])
})

test('a file that is too long gives its reason in the first line', () => {
  const sources = listedFiles().filter((file) => /\.(?:tsx?|mjs|css)$/.test(file))
  expect(sources.length).toBeGreaterThan(2000)
  const faults = sources.filter((file) => {
    const lines = readFileSync(join(root, file), 'utf8').trimEnd().split('\n')
    const most = /\.test\.tsx?$/.test(file) ? MOST_TEST_LINES : MOST_LINES
    return lines.length > most && !/^(?:\/\/|\/\*) Past \d+ lines: \S/.test(lines[0] ?? '')
  })
  expect(faults).toEqual([])
})

/** The nouns of a tree, whatever wing they stand in. */
const nounsIn = (tree: string) => new Set([...namesIn(tree)].flatMap((wing) => [...namesIn(`${tree}/${wing}`)]))

test('the nouns of contract, server and web stand in the wings', () => {
  const wings = WINGS.map(({ name }) => name)
  expect(wings).toEqual(expect.arrayContaining([...namesIn('contract/src/nouns')]))
  expect([...namesIn('server/src/features')].sort()).toEqual([...wings, 'hooks', 'services'].sort())
  // The pages of the site are no nouns of the product.
  expect([...wings, 'public']).toEqual(expect.arrayContaining([...namesIn('web/src/features')]))
})

describe('a noun has the same name everywhere', () => {
  test.each([...nounsIn('contract/src/nouns')])(
    '%s has a folder of the same name in the server and in the web app',
    (noun) => {
      expect(nounsIn('server/src/features')).toContain(noun)
      expect(nounsIn('web/src/features')).toContain(noun)
    },
  )
})
