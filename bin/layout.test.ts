import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
/** Largest number of files in a folder, besides tests. */
const MOST_FILES = 14
/** Largest number of folders in `server/src`: its layers. */
const MOST_LAYERS = 7
/** Folders that may have more, and why. */
const MAY_HOLD_MORE = new Map([
  ['server/src/platform/db/migrations', 'each change of the schema adds one, and their numbers order them'],
])

const files = execFileSync('git', ['ls-files', 'contract/src', 'server/src', 'web/src'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

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

describe('a noun has the same name everywhere', () => {
  test.each([...namesIn('contract/src/nouns')])(
    '%s has a folder of the same name in the server and in the web app',
    (noun) => {
      expect(namesIn('server/src/features')).toContain(noun)
      expect(namesIn('web/src/features')).toContain(noun)
    },
  )
})
