import { expect, test } from 'vitest'
import { type BoxFile, headingOf, nextId, stateWords, totalsOf, totalsWords } from './sent-files.ts'

const MIB = 1024 ** 2
const aFile = (status: BoxFile['status'], changes: Partial<BoxFile> = {}): BoxFile => ({
  ...{ id: nextId(), name: 'A001.mov', size: 100 * MIB, status, file_id: 'a' },
  ...{ sent: 0, speed: 0, why: '', at: null, ends: null, ...changes },
})

test('files that are left out count for nothing', () => {
  const totals = totalsOf([
    aFile('arrived', { sent: 100 * MIB }),
    aFile('sending', { sent: 50 * MIB, speed: 10 * MIB }),
    aFile('left_out', { size: 7 * MIB }),
  ])
  expect(totals).toMatchObject({ count: 2, arrived: 1, size: 200 * MIB, sent: 150 * MIB, remaining: 5 })
  expect(headingOf(totals)).toBe('1 of 2 have arrived')
  expect(totalsWords(totals)).toBe('150 of 200 MB · about 5s left at 10.0 MB/s')
})

test('the heading counts in words when all have arrived', () => {
  const heading = (count: number) => headingOf(totalsOf(Array.from({ length: count }, () => aFile('arrived'))))
  expect([1, 2, 6, 11].map(heading)).toEqual([
    'Your video has arrived',
    'Both have arrived',
    'All six have arrived',
    'All 11 have arrived',
  ])
})

test('an interrupted file says what is here of it', () => {
  expect(stateWords(aFile('needs_file'))).toBe('Needs its file · nothing sent yet')
  expect(stateWords(aFile('needs_file', { sent: 69 * MIB }))).toBe('Needs its file · 69 of 100 MB sent')
  expect(stateWords(aFile('left_out', { why: 'Not a video, left out' }))).toBe('Not a video, left out')
})
