import { expect, test } from 'vitest'
import { objection, readAddresses } from './addresses.ts'

test('addresses are split however they were pasted, and each counts once', () => {
  expect(readAddresses(' a@b.co, c@d.co;\n<A@b.co>\te@f.co ')).toEqual(['a@b.co', 'c@d.co', 'e@f.co'])
  expect(readAddresses(' \n ')).toEqual([])
})

test('a text that is no address gets a message, among several with its name', () => {
  expect(objection(['nobody'])).toBe('Invalid email address')
  expect(objection(['a@b.co', 'x', 'y', 'z', 'w'])).toBe('Invalid email address: x, y, z and 1 more')
  expect(objection(['a@b.co', 'c@d.co'])).toBeNull()
})

test('a thousand at once are too many, and the sentence says how many there are', () => {
  const thousand = Array.from({ length: 1000 }, (_, place) => `person${place}@example.org`)
  expect(objection(thousand)).toMatch(/At most 100 people .* 1,000/)
})
