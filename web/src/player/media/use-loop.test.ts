import { expect, test } from 'vitest'
import { hasRunOver } from './use-loop.ts'

const range = { start: 4, end: 7 }

test('play that reaches the end of its range has run over', () => {
  expect(hasRunOver(range, 6.96, 7)).toBe(true)
  expect(hasRunOver(range, 6.8, 7.4)).toBe(true)
})

test('play inside the range goes on', () => {
  expect(hasRunOver(range, 4, 6.99)).toBe(false)
})

test('a person who went elsewhere is left there', () => {
  expect(hasRunOver(range, 9, 9.1)).toBe(false)
  expect(hasRunOver(range, 1, 7.5)).toBe(false)
})
