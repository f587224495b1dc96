import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NOTICES, notices, packages, refusedParts, unlisted, weights } from './notices.ts'

test('THIRD_PARTY_NOTICES.md matches the lock file and the catalogue; after a change of those run npm run notices', () => {
  expect(packages({ dev: false }).length).toBeGreaterThan(100)
  expect(weights().length).toBeGreaterThan(10)
  expect(readFileSync(NOTICES, 'utf8')).toBe(notices())
})

test('every licence is compatible with the AGPL', () => {
  expect(refusedParts()).toEqual([])
})

test('an unlisted or missing licence is refused; one listed alternative is enough', () => {
  const part = (licence: string | null) => ({ name: 'a package', licence })
  const refused = [part(null), part('GPL-2.0-only'), part('MIT AND SSPL-1.0'), part('(BUSL-1.1)')]
  expect(unlisted([...refused, part('MIT'), part('(GPL-2.0-only OR MIT)'), part('Apache-2.0 AND MIT')])).toEqual(
    refused,
  )
})
