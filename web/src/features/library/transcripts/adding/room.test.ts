import { expect, test } from 'vitest'
import { endOfLine, isFree, roomFrom } from './room.ts'

const said = (...times: [start: number, end: number][]) => times.map(([start, end]) => ({ word: 'word', start, end }))

const typed = (...times: [start: number, end: number][]) => said(...times).map((word) => ({ ...word, original: '' }))

test('a line begins where the video is, when nobody speaks within more than a second of it', () => {
  const words = said([0, 1], [6, 7])
  expect(roomFrom([], 12.3456, 60)).toEqual({ start: 12.346, end: 60 })
  expect(roomFrom(words, 2.5, 60)).toEqual({ start: 2.5, end: 4.999 })
  expect(roomFrom(words, 1, 60)).toEqual({ start: 2.001, end: 4.999 })
  expect(roomFrom(words, 30, 60)).toEqual({ start: 30, end: 60 })
  expect(roomFrom(words, 30, null)).toEqual({ start: 30, end: Number.POSITIVE_INFINITY })
})

test('while somebody speaks, a line begins more than a second after the last word of them', () => {
  const words = said([0, 1], [1.2, 2], [2.9, 3.5], [2.95, 3.1], [6.4, 6.6], [10, 11], [11.5, 59.5])
  for (const position of [0, 0.5, 1.1, 2, 2.5, 3.2, 4, 7])
    expect(roomFrom(words, position, 60)).toEqual({ start: 7.601, end: 8.999 })
  for (const position of [8, 10.5, 59]) expect(roomFrom(words, position, 60)).toBeNull()
})

test('typed lines follow each other at once', () => {
  expect(roomFrom(typed([1, 2]), 0, 60)).toEqual({ start: 2, end: 60 })
  expect(roomFrom([...typed([2.5, 4]), ...said([8, 9])], 4, 60)).toEqual({ start: 4, end: 6.999 })
})

test('a line ends where the video is if it played on, else when its letters are read, and never in the next line', () => {
  const room = { start: 10, end: 20 }
  expect(endOfLine(room, 'Good morning.', 14.5)).toBe(14.5)
  expect(endOfLine(room, 'Good morning.', 10)).toBe(11)
  expect(endOfLine(room, 'Good morning.', 3)).toBe(11)
  expect(endOfLine(room, 'x'.repeat(60), 10.2)).toBe(13)
  expect(endOfLine(room, 'x'.repeat(600), 10)).toBe(20)
  expect(endOfLine(room, 'Good morning.', 40)).toBe(20)
})

test('an interval is free until it reaches a word', () => {
  const words = said([0, 1], [4, 5])
  expect(isFree(words, { start: 1, end: 4 })).toBe(true)
  expect(isFree(words, { start: 1, end: 4.1 })).toBe(false)
  expect(isFree(words, { start: 0.9, end: 2 })).toBe(false)
})
