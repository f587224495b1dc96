import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
// Biome runs no plugins on standard input.
const folder = mkdtempSync(join(tmpdir(), 'footnote-spread-lists-'))
for (const file of ['biome.json', 'bin/spread-lists.grit']) cpSync(join(root, file), join(folder, file))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lints a text as if it were a file of the repository. @returns how many spread lists the lint refuses */
function complaintsAbout(file: string, text: string): number {
  const place = join(folder, file)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, `${text}\n`)
  const words = ['lint', '--colors=off', '--vcs-enabled=false', file]
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), words, { cwd: folder, encoding: 'utf8' })
  return `${stdout}${stderr}`.split('A spread list is put on the stack').length - 1
}

test.each([
  'Math.max(0, ...list)',
  'list.push(1, ...others)',
  'this.#rows.unshift(...(await others()))',
  'list\n  .splice(\n    0, 1,\n    ...others,\n  )',
  'String.fromCharCode(...list)',
])('a list of any length is not put on the stack: %s', (text) => {
  for (const file of ['server/src/example.ts', 'contract/src/nouns/example.ts'])
    expect(complaintsAbout(file, text)).toBe(1)
})

test.each([
  ['server/src/example.ts', 'list.push([...others])'],
  ['server/src/example.ts', '// biome-ignore lint/plugin: two words\nlist.push(...others)'],
  ['server/src/example.test.ts', 'list.push(...others)'],
])('in %s this is allowed: %s', (file, text) => {
  expect(complaintsAbout(file, text)).toBe(0)
})
