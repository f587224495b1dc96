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

test.each([
  ...['0.1.0', '0.0.9', '0.1.0-rc.1', '0.2', 'v0.2.0', ' 0.2.0', '=0.2.0', ''],
  ...['0.2.0-', '0.2.0-rc..1', '0.2.0-rc.01', '0.2.0+build', '01.2.0'],
])('%j is no version after 0.1.0', (version) => {
  expect(() => releaseOf(before('\n- A door.\n'), version, '2026-11-27')).toThrow('is no version after 0.1.0.')
})

// The example of Semantic Versioning 2.0.0, section 11, with what comes before and after it.
const IN_ORDER = [
  ...['0.9.9', '1.0.0-0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'],
  ...[
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0-rc.2',
    '1.0.0-rc.10',
    '1.0.0',
    '1.0.1-rc.1',
    '1.0.1',
    '1.10.0',
    '2.0.0-rc.1',
  ],
]

test('each version follows those before it, and none after it, as Semantic Versioning orders them', () => {
  for (const [at, last] of IN_ORDER.entries()) {
    const changelog = before('\n- A door.\n').replace('## 0.1.0', `## ${last} - 2026-11-26`)
    for (const [place, version] of IN_ORDER.entries()) {
      const attempt = () => releaseOf(changelog, version, '2026-11-27').changelog
      if (place > at) expect(attempt()).toContain(`## ${version} - 2026-11-27\n\n- A door.\n\n## ${last} - `)
      else expect(attempt).toThrow(`${version} is no version after ${last}.`)
    }
  }
})

test('the notes of a version are not those of its pre-release', () => {
  const changelog = '# Changelog\n\n## 1.0.0 - 2026-12-01\n\n- A lock.\n\n## 1.0.0-rc.1 - 2026-11-29\n\n- A door.\n'
  expect(notesOf(changelog, '1.0.0')).toBe('- A lock.')
  expect(notesOf(changelog, '1.0.0-rc.1')).toBe('- A door.')
  expect(() => notesOf(changelog, '1.0.0-rc')).toThrow('CHANGELOG.md has no lines of version')
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
