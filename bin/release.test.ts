import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { notesOf, releaseOf } from './release.ts'

const before = (unreleased: string) =>
  `# Changelog\n\nAbout it.\n\n## Unreleased\n${unreleased}\n## 0.1.0\n\n- The first.\n`

test('the unreleased lines become a version of a day, and its notes', () => {
  const { changelog, notes } = releaseOf(before('\n### Added\n\n- A door.\n'), '0.2.0', '2026-11-27')
  expect(notes).toBe('### Added\n\n- A door.')
  expect(changelog).toBe(
    '# Changelog\n\nAbout it.\n\n## Unreleased\n\n## 0.2.0 - 2026-11-27\n\n### Added\n\n- A door.\n\n## 0.1.0\n\n- The first.\n',
  )
})

test.each(['0.1.0', '0.0.9', '0.2', 'v0.2.0', ''])('%j is no version after 0.1.0', (version) => {
  expect(() => releaseOf(before('\n- A door.\n'), version, '2026-11-27')).toThrow('is no version after 0.1.0.')
})

test('without a line there is nothing to release', () => {
  expect(() => releaseOf(before(''), '0.2.0', '2026-11-27')).toThrow('nothing unreleased')
  expect(() => releaseOf('# Changelog\n', '0.2.0', '2026-11-27')).toThrow('no part Unreleased')
})

test('the notes of a version end at the next one', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-27\n\n- A door.\n\n## 0.1.0\n\n- The first.\n'
  expect(notesOf(changelog, '0.2.0')).toBe('- A door.')
  expect(notesOf(changelog, '0.1.0')).toBe('- The first.')
  for (const version of ['0.2', '0.3.0', 'Unreleased'])
    expect(() => notesOf(changelog, version)).toThrow('CHANGELOG.md has no lines of version')
})

test('the package has the version and the day of the newest release in the changelog', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')
  const { version, released } = JSON.parse(read('package.json'))
  expect(/^## (\d.*)$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(`${version} - ${released}`)
})
