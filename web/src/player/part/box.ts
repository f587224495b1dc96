import { LEAST_SIDE, type Region } from '@footnote/contract/nouns/output/search/region.ts'

/** A place on the picture, as shares of its width and height. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The box that a person begins with. */
export const FIRST_BOX: Region = { x: 0.3, y: 0.3, width: 0.4, height: 0.4 }
/** Step of the arrow keys, as a share of the picture. */
export const STEP = 0.02

export const CORNERS = ['nw', 'ne', 'sw', 'se'] as const
export type Corner = (typeof CORNERS)[number]

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** One side of a box from a fixed end to a moving one: inside the picture, and long enough to be searched for. */
function side(fixed: number, moving: number): [start: number, length: number] {
  const [from, to] = [clamp(fixed, 0, 1), clamp(moving, 0, 1)]
  const length = Math.max(LEAST_SIDE, Math.abs(to - from))
  const start = to < from ? from - length : from
  return [clamp(start, 0, 1 - length), length]
}

/** The box between a corner that stays and one that a pointer moves. */
export function boxBetween(fixed: Point, moving: Point): Region {
  const [x, width] = side(fixed.x, moving.x)
  const [y, height] = side(fixed.y, moving.y)
  return { x, y, width, height }
}

/** The corner that stays while another one is moved. */
export const oppositeOf = ({ x, y, width, height }: Region, corner: Corner): Point => ({
  x: corner.endsWith('e') ? x : x + width,
  y: corner.startsWith('s') ? y : y + height,
})

/** The box at another place, kept inside the picture. */
export const movedBy = (box: Region, by: Point): Region => ({
  ...box,
  x: clamp(box.x + by.x, 0, 1 - box.width),
  y: clamp(box.y + by.y, 0, 1 - box.height),
})

/** The box with another lower right corner. */
export const sizedBy = ({ x, y, width, height }: Region, by: Point): Region => ({
  x,
  y,
  width: clamp(width + by.x, LEAST_SIDE, 1 - x),
  height: clamp(height + by.y, LEAST_SIDE, 1 - y),
})

const ROWS = ['upper', 'middle', 'lower'] as const
const COLUMNS = ['left', 'middle', 'right'] as const
const third = (middle: number) => clamp(Math.floor(middle * 3), 0, 2)
const percent = (share: number) => Math.round(share * 100)

/** Place and size of a box in words, for screen readers. */
export function describeBox({ x, y, width, height }: Region): string {
  const [row, column] = [ROWS[third(y + height / 2)], COLUMNS[third(x + width / 2)]]
  const place = row === column ? 'middle' : `${row} ${column}`
  return `Box on the frame, ${place}: ${percent(width)} by ${percent(height)} per cent`
}
