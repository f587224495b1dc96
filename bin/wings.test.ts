import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ARCHITECTURE, withWings } from './wings.ts'

test('ARCHITECTURE.md names the wings and their nouns; after a change of those run npm run wings', () => {
  const page = readFileSync(ARCHITECTURE, 'utf8')
  expect(page).toBe(withWings(page))
})
