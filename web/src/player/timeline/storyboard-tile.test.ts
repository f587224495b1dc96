import { expect, test } from 'vitest'
import { haveTimes, pieceTile, storyboardTile } from './storyboard-tile.ts'

/** Ten pictures in one row, one each ten seconds. */
const board = (tile_width: number, tile_height: number) =>
  ({ url: '/s.jpg', columns: 10, count: 10, interval: 10, tile_width, tile_height, sheets: null }) as const
/** Number of the picture. */
const shown = (start: number, end: number) =>
  Math.round((9 * Number.parseFloat(String(pieceTile(board(160, 90), start, end).backgroundPosition))) / 100)

// Picture n is of the middle of its ten seconds.
test.each([
  [0, 5, 0],
  [14.9, 24, 1],
  [15.1, 24, 1],
  [12, 14, 1],
  [16, 26, 2],
  [14.9, 20, 1],
  [20, 21, 2],
  [95, 99, 9],
])(
  'a piece from %d to %d s shows picture %d, which is of the piece if one is, else the nearest',
  (start, end, picture) => {
    expect(shown(start, end)).toBe(picture)
  },
)

test.each([
  [160, 90, '100%'],
  [90, 160, '31.640625%'],
  [200, 90, '100%'],
])('a picture of %d by %d keeps its shape in a box of 16:9', (width, height, share) => {
  expect(pieceTile(board(width, height), 0, 5)).toMatchObject({ aspectRatio: width / height, width: share })
})

/** A film of 1,200 s: a picture each 12 s, and three sheets with one each 5 s. */
const long = {
  ...board(160, 90),
  count: 100,
  interval: 12,
  sheets: { interval: 5, count: 240, columns: 10, tiles: 100 },
}
const second = [{ number: 1, url: '/1.jpg' }]
const third = [{ number: 2, url: '/2.jpg' }]

test('a time has its picture of the sheet that is at hand, also of the last one, which has fewer rows', () => {
  expect(storyboardTile(long, 777, second)).toEqual({
    backgroundImage: 'url("/1.jpg")',
    backgroundSize: '1000% 1000%',
    backgroundPosition: `${(5 / 9) * 100}% ${(5 / 9) * 100}%`,
  })
  expect(storyboardTile(long, 1_199, third)).toEqual({
    backgroundImage: 'url("/2.jpg")',
    backgroundSize: '1000% 400%',
    backgroundPosition: '100% 100%',
  })
})

test('without its sheet, a time has the picture over the whole film', () => {
  const sprite = { backgroundImage: 'url("/s.jpg")', backgroundSize: '1000% 1000%' }
  expect(storyboardTile(long, 499, second)).toMatchObject(sprite)
  expect(storyboardTile(long, 499)).toMatchObject(sprite)
  expect(haveTimes(long, [501, 990], second)).toBe(true)
  expect(haveTimes(long, [499, 501], second)).toBe(false)
  expect(haveTimes({ ...long, sheets: null }, [501], second)).toBe(false)
})

test('the picture of a piece is of the piece where its sheet is at hand', () => {
  // The sheet has one at 502.5 s, the whole film one at 498 s.
  expect(pieceTile(long, 500, 504, second)).toMatchObject({
    backgroundImage: 'url("/1.jpg")',
    backgroundPosition: '0% 0%',
  })
  expect(pieceTile(long, 500, 504)).toMatchObject({ backgroundImage: 'url("/s.jpg")' })
})
