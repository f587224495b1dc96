import sharp from 'sharp'
import { PIXEL_LIMIT } from '../networks/picture.ts'

/** Brightness of a picture without its bars, 0 to 255, row by row. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

/** A decoded picture without its bars: its brightness, and both colour differences (−128 to 128) at the same size. */
export interface PlainPicture {
  readonly luma: Plane
  readonly blue: Plane
  readonly red: Plane
}

/** Longest side of a decoded picture in pixels: as kept pictures have it. */
export const LONGEST = 480
/** A row or column of a bar is at most this bright (of 255), and varies by at most this. */
const BAR_LIGHT = 26
const BAR_STEP = 10
/** Largest share of a side that a bar takes: beside a picture of 9:16 in 16:9 a bar takes 0.34. */
const MOST_BAR = 0.36

/** Decodes a picture, the content of a file, and cuts off its black bars. */
export async function readPlain(content: Uint8Array): Promise<PlainPicture> {
  const pixels = await decode(content)
  const luma = lumaOf(pixels)
  const { blue, red } = colourDifferencesOf(pixels, luma)
  const part = withoutBars(luma)
  return { luma: cut(luma, part), blue: cut(blue, part), red: cut(red, part) }
}

/** The brightness alone: a third of the work and memory of `readPlain`. */
export async function readLuma(content: Uint8Array): Promise<Plane> {
  const luma = lumaOf(await decode(content))
  return cut(luma, withoutBars(luma))
}

interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: number
}

async function decode(content: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(content, { limitInputPixels: PIXEL_LIMIT })
    .rotate()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(LONGEST, LONGEST, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** By ITU-R BT.601 at full range, as JPEG has it. */
function lumaOf({ data, width, height, channels }: Pixels): Plane {
  const values = new Float32Array(width * height)
  const [green_at, blue_at] = channels >= 3 ? [1, 2] : [0, 0]
  for (let pixel = 0, at = 0; pixel < values.length; pixel++, at += channels)
    values[pixel] =
      0.299 * (data[at] as number) + 0.587 * (data[at + green_at] as number) + 0.114 * (data[at + blue_at] as number)
  return { width, height, values }
}

/** By the same standard. */
function colourDifferencesOf({ data, channels }: Pixels, { width, height, values }: Plane) {
  const plane = (): Plane => ({ width, height, values: new Float32Array(width * height) })
  const [blue, red] = [plane(), plane()]
  const blue_at = channels >= 3 ? 2 : 0
  for (let pixel = 0, at = 0; pixel < values.length; pixel++, at += channels) {
    const y = values[pixel] as number
    blue.values[pixel] = 0.564 * ((data[at + blue_at] as number) - y)
    red.values[pixel] = 0.713 * ((data[at] as number) - y)
  }
  return { blue, red }
}

/** The part of a picture between its black bars. */
function withoutBars({ width, height, values }: Plane): Window {
  const [top, bottom] = barsOf(height, (y) => isBar(values, y * width, 1, width))
  const [left, right] = barsOf(width, (x) => isBar(values, x, width, height))
  return { left, top, width: width - left - right, height: height - top - bottom }
}

/** Lines of the bars at both ends of a side. A picture that is black throughout has none. */
function barsOf(length: number, isBarAt: (at: number) => boolean): [number, number] {
  const most = Math.floor(length * MOST_BAR)
  let [before, after] = [0, 0]
  while (before < most && isBarAt(before)) before++
  while (after < most && isBarAt(length - 1 - after)) after++
  return [before, after]
}

function isBar(values: Float32Array, start: number, step: number, count: number): boolean {
  let [least, most] = [255, 0]
  for (let at = 0; at < count; at++) {
    const value = values[start + at * step] as number
    if (value < least) least = value
    if (value > most) most = value
    if (most > BAR_LIGHT || most - least > BAR_STEP) return false
  }
  return true
}

function cut(plane: Plane, { left, top, width, height }: Window): Plane {
  if (width === plane.width && height === plane.height) return plane
  const values = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = (top + y) * plane.width + left
    values.set(plane.values.subarray(start, start + width), y * width)
  }
  return { width, height, values }
}

/** Part of a plane, in its pixels; it may reach beyond the edges, where the edge continues. */
export interface Window {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Scales a part of a plane by averaging areas, or between pixels where it grows. */
export function scaled(plane: Plane, part: Window, to_width: number, to_height: number): Plane {
  const { width, values } = plane
  const across = tapsOf(part.left, part.width, width, to_width)
  const down = tapsOf(part.top, part.height, plane.height, to_height)
  const needed = new Uint8Array(plane.height)
  for (const row of down.places) needed[row] = 1
  const rows = new Float32Array(to_width * plane.height)
  for (let y = 0; y < plane.height; y++) {
    if (needed[y] === 0) continue
    const start = y * width
    for (let x = 0, tap = 0; x < to_width; x++) {
      let sum = 0
      for (const end = tap + across.count; tap < end; tap++)
        sum += (across.weights[tap] as number) * (values[start + (across.places[tap] as number)] as number)
      rows[y * to_width + x] = sum
    }
  }
  const result = new Float32Array(to_width * to_height)
  for (let y = 0; y < to_height; y++)
    for (let tap = y * down.count; tap < (y + 1) * down.count; tap++) {
      const weight = down.weights[tap] as number
      if (weight === 0) continue
      const end = (y + 1) * to_width
      for (let at = y * to_width, from = (down.places[tap] as number) * to_width; at < end; at++, from++)
        result[at] = (result[at] as number) + weight * (rows[from] as number)
    }
  return { width: to_width, height: to_height, values: result }
}

/** The source pixels of each target pixel, and their weights: a triangle as wide as two target or two source pixels. */
function tapsOf(start: number, length: number, side: number, targets: number) {
  const step = length / targets
  const reach = Math.max(1, step)
  const count = Math.ceil(2 * reach)
  const places = new Int32Array(targets * count)
  const weights = new Float32Array(targets * count)
  for (let target = 0; target < targets; target++) {
    const centre = start + (target + 0.5) * step - 0.5
    const first = Math.floor(centre - reach) + 1
    let sum = 0
    for (let tap = 0; tap < count; tap++) {
      const weight = Math.max(0, 1 - Math.abs(first + tap - centre) / reach)
      places[target * count + tap] = Math.min(side - 1, Math.max(0, first + tap))
      weights[target * count + tap] = weight
      sum += weight
    }
    for (let tap = target * count; tap < (target + 1) * count; tap++) weights[tap] = (weights[tap] as number) / sum
  }
  return { places, weights, count }
}

/** The whole of a plane. */
export const whole = ({ width, height }: Plane): Window => ({ left: 0, top: 0, width, height })
