import { expect, test } from 'vitest'
import { arrangeLines } from './lines.ts'

function reading(text: string, x: number, y: number, width = 0.1, confidence = 0.95) {
  return { text, confidence, box: { x, y, width, height: 0.05 } }
}

test('words on a row are joined from left to right, rows run from top to bottom', () => {
  const lines = arrangeLines([reading('below', 0.1, 0.5), reading('world', 0.22, 0.11), reading('hello', 0.1, 0.1)])
  expect(lines.map((line) => line.text)).toEqual(['hello world', 'below'])
  expect(lines[0]?.box.x).toBe(0.1)
  expect(lines[0]?.box.width).toBeCloseTo(0.22)
})

test('distant columns stay separate lines', () => {
  expect(arrangeLines([reading('right', 0.8, 0.1), reading('left', 0.1, 0.1)]).map((line) => line.text)).toEqual([
    'left',
    'right',
  ])
})

test('uncertain readings, single uncertain characters and mere marks are dropped', () => {
  const lines = arrangeLines([
    reading('guess', 0.1, 0.1, 0.1, 0.5),
    reading('7', 0.1, 0.3, 0.1, 0.8),
    reading('—', 0.1, 0.5),
    reading('9', 0.1, 0.7),
  ])
  expect(lines.map((line) => line.text)).toEqual(['9'])
})

test('full-width forms become plain ones', () => {
  expect(arrangeLines([reading('Ｒｏｏｍ ２：', 0.1, 0.1)])[0]?.text).toBe('Room 2:')
})

test('in right-to-left text the words of a row run from right to left', () => {
  const lines = arrangeLines([reading('العالم', 0.1, 0.1), reading('مرحبا', 0.22, 0.11), reading('2026', 0.34, 0.1)])
  expect(lines.map((line) => line.text)).toEqual(['2026 مرحبا العالم'])
  expect(lines[0]?.box.x).toBe(0.1)
  expect(lines[0]?.box.width).toBeCloseTo(0.34)
})

test('parts of a line in a script without spaces are joined without one, and distant words stay apart', () => {
  expect(arrangeLines([reading('会议', 0.1, 0.1), reading('记录', 0.21, 0.1)])[0]?.text).toBe('会议记录')
  expect(arrangeLines([reading('会议', 0.1, 0.1), reading('记录', 0.27, 0.1)])[0]?.text).toBe('会议 记录')
  expect(arrangeLines([reading('會議室', 0.1, 0.1), reading('Room', 0.21, 0.1)])[0]?.text).toBe('會議室 Room')
})
