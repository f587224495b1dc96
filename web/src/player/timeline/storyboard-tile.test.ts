import { expect, test } from 'vitest'
import { pieceTile } from './storyboard-tile.ts'

/** Ten pictures in one row, one each ten seconds. */
const board = (tile_width: number, tile_height: number) =>
  ({ url: '/s.jpg', columns: 10, count: 10, interval: 10, tile_width, tile_height }) as const
/** Number of the picture. */
const shown = (start: number, end: number) =>
  Math.round((9 * Number.parseFloat(String(pieceTile(board(160, 90), start, end).backgroundPosition))) / 100)

test.each([
  [0, 5, 0],
  [14.9, 24, 2],
  [14.9, 20, 1],
  [20, 21, 2],
  [95, 99, 9],
])('a piece from %d to %d s shows picture %d, which is of the piece if any is', (start, end, picture) => {
  expect(shown(start, end)).toBe(picture)
})

test.each([
  [160, 90, '100%'],
  [90, 160, '31.640625%'],
  [200, 90, '100%'],
])('a picture of %d by %d keeps its shape in a box of 16:9', (width, height, share) => {
  expect(pieceTile(board(width, height), 0, 5)).toMatchObject({ aspectRatio: width / height, width: share })
})
