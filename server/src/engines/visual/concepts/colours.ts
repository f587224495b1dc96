import type { Box } from '../../engine.ts'
import type { Picture } from '../networks/picture.ts'

/** CIELAB, D65. */
type Lab = readonly [lightness: number, a: number, b: number]

/**
 * Examples of each basic colour term as sRGB: focal colours after Berlin and Kay (1969), and the paler, darker and
 * duller shades that cameras make of them.
 */
const EXAMPLES: Record<string, readonly string[]> = {
  black: ['#000000', '#161616', '#202225', '#241f1d'],
  grey: ['#4a4a4a', '#6b6b6b', '#8c8c8c', '#a8a8a8', '#c0c0c0', '#6f767d', '#9a948e', '#5a5f66', '#8d969e'],
  white: ['#ffffff', '#f2f2f2', '#e6e6e6', '#f4f1ea', '#e9eef2', '#d9d9d9'],
  red: ['#d01c24', '#a31621', '#7d1420', '#e43a3a', '#b5323a', '#c8102e', '#8f2230'],
  orange: ['#f07d1a', '#e8702a', '#ff9a3c', '#d9641e', '#f4a24a'],
  brown: ['#6b4423', '#8a5a33', '#4b3120', '#7a5c43', '#a0764d', '#5c4033', '#9c6b3f'],
  yellow: ['#f5d327', '#ffe135', '#e3c12f', '#fff176', '#d6b21f', '#f3e06b'],
  green: ['#2e8b3a', '#1f5f2b', '#6fbf44', '#9acd32', '#3f6b3a', '#7fae5a', '#a8cf3c', '#2f4f2f', '#b5d56a', '#4f7a3a'],
  blue: ['#1f4fd8', '#16308c', '#3a7bd5', '#5aa7e0', '#87ceeb', '#0b2a6b', '#4a6fa5', '#2a4a7f', '#6fb7c9', '#1515d0'],
  purple: ['#6a2c91', '#8e4bb5', '#4b1d6b', '#9b72c7', '#7b3f8c'],
  pink: ['#f4a6c1', '#e75a9b', '#ff8fb1', '#d96a8f', '#f7c6d4', '#d1478c'],
}

const NAMES = Object.keys(EXAMPLES)
/** Bits per channel in the table of colour names. */
const BITS = 5
const ACHROMATIC = new Set(['black', 'grey', 'white'])

/** Linear light (0 to 1) of each value of an sRGB channel. */
const LINEAR = Float64Array.from({ length: 256 }, (_, step) => {
  const value = step / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

const table = buildTable()

/** Shares (0 to 1) of the basic colours inside a box of a picture; most frequent first. */
export function colourShares(picture: Picture, box: Box): [name: string, share: number][] {
  const left = Math.floor(box.x * picture.width)
  const top = Math.floor(box.y * picture.height)
  const right = Math.min(picture.width, Math.ceil((box.x + box.width) * picture.width))
  const bottom = Math.min(picture.height, Math.ceil((box.y + box.height) * picture.height))
  const counts = new Float64Array(NAMES.length)
  let all = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const index = nameIndex(picture, (y * picture.width + x) * 3)
      counts[index] = (counts[index] as number) + 1
      all++
    }
  return NAMES.map((name, index): [string, number] => [name, all > 0 ? (counts[index] as number) / all : 0])
    .filter(([, share]) => share > 0)
    .sort((a, b) => b[1] - a[1])
}

const INNER_SHARE = 0.7
const LEAST_SHARE = 0.15
/** A colour with this share of an object's pixels still names it, since most of any object is highlight and shadow. */
const LEAST_CHROMATIC_SHARE = 0.1

/**
 * Names of the colours of the object in a box, most frequent first. Ignores the outer parts, which are mostly
 * background.
 */
export function objectColours(picture: Picture, box: Box): string[] {
  const margin = (1 - INNER_SHARE) / 2
  const inner = {
    x: box.x + box.width * margin,
    y: box.y + box.height * margin,
    width: box.width * INNER_SHARE,
    height: box.height * INNER_SHARE,
  }
  return colourShares(picture, inner)
    .filter(([name, share]) => share >= (ACHROMATIC.has(name) ? LEAST_SHARE : LEAST_CHROMATIC_SHARE))
    .map(([name]) => name)
}

/** Whether a colour has a hue. */
export function isChromatic(name: string): boolean {
  return !ACHROMATIC.has(name)
}

/** CIELAB of an sRGB colour (CIE 15:2004, D65). @param red whole number from 0 to 255, like green and blue */
export function toLab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [LINEAR[red] as number, LINEAR[green] as number, LINEAR[blue] as number]
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function nameIndex(picture: Picture, offset: number): number {
  const shift = 8 - BITS
  const red = (picture.pixels[offset] as number) >> shift
  const green = (picture.pixels[offset + 1] as number) >> shift
  const blue = (picture.pixels[offset + 2] as number) >> shift
  return table[(red << (2 * BITS)) | (green << BITS) | blue] as number
}

function buildTable(): Uint8Array {
  const examples = NAMES.flatMap((_, index) =>
    (EXAMPLES[NAMES[index] as string] as readonly string[]).map((hex) => {
      const value = Number.parseInt(hex.slice(1), 16)
      return { index, lab: toLab(value >> 16, (value >> 8) & 255, value & 255) }
    }),
  )
  const levels = 1 << BITS
  const half = 1 << (7 - BITS)
  const names = new Uint8Array(levels ** 3)
  for (let cell = 0; cell < names.length; cell++) {
    const level = (shift: number) => ((cell >> shift) & (levels - 1)) * (1 << (8 - BITS)) + half
    const lab = toLab(level(2 * BITS), level(BITS), level(0))
    let nearest = Number.POSITIVE_INFINITY
    for (const example of examples) {
      // Lightness has less weight than hue, so that a colour keeps its name in the shade.
      const distance =
        0.5 * (lab[0] - example.lab[0]) ** 2 + (lab[1] - example.lab[1]) ** 2 + (lab[2] - example.lab[2]) ** 2
      if (distance >= nearest) continue
      nearest = distance
      names[cell] = example.index
    }
  }
  return names
}
