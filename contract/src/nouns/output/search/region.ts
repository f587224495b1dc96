/** A part of a picture: its upper left corner and its size, as shares (0 to 1) of the picture's width and height. */
export interface Region {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Smallest side of a part that can be searched for, as a share of the picture's side. Of a kept picture of 480 px it is
 * 24 px; engines find nothing in less.
 */
export const LEAST_SIDE = 0.05

/** Digits after the point: less than a pixel of an 8K film. */
const DIGITS = 4
const UNIT = 10 ** DIGITS
const NUMBER = /^[01](?:\.\d{1,10})?$/
/** Longest text of a region. */
export const REGION_CHARACTERS = 64

const rounded = (share: number): number => Math.round(share * UNIT) / UNIT

/**
 * Writes a region as addresses and forms have it: `x,y,width,height`, each with at most four digits after the point. A
 * rounded region never reaches beyond the picture.
 */
export function writeRegion({ x, y, width, height }: Region): string {
  const [left, top] = [rounded(x), rounded(y)]
  const [right, bottom] = [Math.min(1, rounded(x + width)), Math.min(1, rounded(y + height))]
  return [left, top, rounded(right - left), rounded(bottom - top)].join(',')
}

/**
 * Reads what `writeRegion` writes.
 * @returns null for other text, and for a region without area or outside of the picture
 */
export function readRegion(text: string): Region | null {
  const parts = text.split(',')
  if (parts.length !== 4 || text.length > REGION_CHARACTERS || !parts.every((part) => NUMBER.test(part))) return null
  const [x = 0, y = 0, width = 0, height = 0] = parts.map((part) => rounded(Number(part)))
  const inside = rounded(x + width) <= 1 && rounded(y + height) <= 1
  return inside && width > 0 && height > 0 ? { x, y, width, height } : null
}

/** Whether a region is large enough to be searched for. */
export const isLargeEnough = ({ width, height }: Region): boolean => width >= LEAST_SIDE && height >= LEAST_SIDE
