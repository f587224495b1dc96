import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { describe, expect, test } from 'vitest'
import { lengthOf, ownRate, type Piece, placePieces, sourceFrame } from './timeline.ts'

const at = (num: number, den = 1): FrameTiming => ({ rate: { num, den }, times: null })
const piece = (timing: FrameTiming, start_frame: number, end_frame: number): Piece => ({
  timing,
  start_frame,
  end_frame,
})
const varying: FrameTiming = { rate: null, times: [0, 0.1, 0.15, 0.4, 0.5] }

test('pieces of the rate keep their frames, wherever others of another rate are', () => {
  const pieces = [
    piece(at(25), 3, 10),
    piece(varying, 0, 3),
    piece(at(25), 7, 8),
    piece(at(24), 0, 13),
    piece(at(25), 0, 100),
  ]
  const placed = placePieces(pieces, { num: 25, den: 1 })
  expect(placed.map(({ frame, length }) => [frame, length])).toEqual([
    [0, 7],
    [7, 10],
    [17, 1],
    [18, 14],
    [32, 100],
  ])
  expect(lengthOf(placed)).toBe(132)
})

test('rounding does not add up over hundreds of pieces, and every piece has a frame', () => {
  const seconds = (500 * 101) / 24
  const placed = placePieces(
    Array.from({ length: 500 }, () => piece(at(24), 0, 101)),
    { num: 30_000, den: 1001 },
  )
  expect(Math.abs(lengthOf(placed) - (seconds * 30_000) / 1001)).toBeLessThan(1)
  const single = placePieces(
    Array.from({ length: 7 }, () => piece(at(60), 0, 1)),
    { num: 24, den: 1 },
  )
  expect(single.every(({ length }) => length >= 1)).toBe(true)
})

test('the rate is that of the first piece that has one', () => {
  expect(ownRate([piece(varying, 0, 1), piece(at(120), 0, 1), piece(at(25), 0, 1), piece(at(24), 0, 1)])).toEqual({
    num: 25,
    den: 1,
  })
  expect(ownRate([piece(varying, 0, 1)])).toBeNull()
})

describe('the source of a frame', () => {
  const shown = (of: Piece, num: number, count: number) =>
    Array.from({ length: count }, (_, place) => sourceFrame(of, { num, den: 1 }, place))
  test('is the next one at the same rate', () => {
    expect(shown(piece(at(25), 4, 8), 25, 5)).toEqual([4, 5, 6, 7, 7])
  })
  test('is every other one, or each of them twice', () => {
    expect(shown(piece(at(50), 0, 8), 25, 4)).toEqual([0, 2, 4, 6])
    expect(shown(piece(at(25), 2, 5), 50, 6)).toEqual([2, 2, 3, 3, 4, 4])
  })
  test('is the one on the screen where the rate varies', () => {
    expect(shown(piece(varying, 1, 4), 20, 8)).toEqual([1, 2, 2, 2, 2, 2, 3, 3])
  })
})
