import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NOTICES, notices, packages, refusedParts, unlisted, weights } from './notices.ts'

test('THIRD_PARTY_NOTICES.md lists what the lock file and the catalogue name; after a change of those run npm run notices', () => {
  expect(packages({ dev: false }).length).toBeGreaterThan(100)
  expect(weights().length).toBeGreaterThan(10)
  expect(readFileSync(NOTICES, 'utf8')).toBe(notices())
})

test('every licence goes together with the AGPL', () => {
  expect(refusedParts()).toEqual([])
})

test('a licence that is not on the list is refused, and so is none; of alternatives one suffices', () => {
  const part = (licence: string | null) => ({ name: 'a package', licence })
  const refused = [part(null), part('GPL-2.0-only'), part('MIT AND SSPL-1.0'), part('(BUSL-1.1)')]
  expect(unlisted([...refused, part('MIT'), part('(GPL-2.0-only OR MIT)'), part('Apache-2.0 AND MIT')])).toEqual(
    refused,
  )
})
