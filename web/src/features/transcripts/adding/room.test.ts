import { expect, test } from 'vitest'
import { endOfLine, isFree, roomFrom } from './room.ts'

const said = (...times: [start: number, end: number][]) => times.map(([start, end]) => ({ word: 'word', start, end }))

test('a line begins where the video is, when nobody speaks there for more than a second', () => {
  const words = said([0, 1], [4, 5])
  expect(roomFrom([], 12.3456, 60)).toEqual({ start: 12.346, end: 60 })
  expect(roomFrom(words, 2, 60)).toEqual({ start: 2, end: 4 })
  expect(roomFrom(words, 30, 60)).toEqual({ start: 30, end: 60 })
  expect(roomFrom(words, 30, null)).toEqual({ start: 30, end: Number.POSITIVE_INFINITY })
})

test('while somebody speaks, a line begins at the next pause of more than a second', () => {
  const words = said([0, 1], [1.2, 2], [2.9, 3.5], [2.95, 3.1], [6, 7], [7.5, 59.5])
  for (const position of [0, 0.5, 1.1, 2, 2.5, 3.2])
    expect(roomFrom(words, position, 60)).toEqual({ start: 3.5, end: 6 })
  for (const position of [5.5, 6.5, 59]) expect(roomFrom(words, position, 60)).toBeNull()
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
