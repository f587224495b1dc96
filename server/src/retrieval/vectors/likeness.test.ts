import { expect, test } from 'vitest'
import { likeness } from './likeness.ts'

test('the reason claims no more than the score', () => {
  expect([0.76, 0.5].map((score) => likeness(score, 'picture'))).toEqual(Array(2).fill('Looks like the picture'))
  expect([0.49, 0.07].map((score) => likeness(score, 'picture'))).toEqual(Array(2).fill('A little like the picture'))
  expect(likeness(0.6, 'text')).toBe('Looks like what you asked for')
  expect(likeness(0.1, 'text')).toBe('A little like what you asked for')
})
