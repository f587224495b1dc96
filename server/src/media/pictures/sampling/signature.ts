import type { PictureSize } from '../../rendition-plan.ts'
import { sampleSize } from './sample-size.ts'

/** Where a picture has text. */
export interface TextSignature {
  /** Cells in a row. */
  readonly columns: number
  /** Brightness of each pixel, 0 to 255. */
  readonly luma: Uint8Array
  /** 1 for each cell that looks like part of a line of text. */
  readonly text: Uint8Array
}

/**
 * Features for comparing pictures, from a copy of 320x180 (or 180x320) pixels:
 * - a colour histogram and the mean colours of a grid, the two classic measures of shot changes (Zhang, Kankanhalli and
 *   Smoliar, 'Automatic partitioning of full-motion video', 1993; Lienhart, 'Comparison of automatic shot boundary
 *   detection algorithms', 1999);
 * - cells dense with strokes, after the vertical-edge texture that finds text (Wu, Manmatha and Riseman, 'TextFinder',
 *   1999).
 */
export interface PictureSignature extends TextSignature {
  /** Shares of brightness and colour bins; their sum is 1. */
  readonly histogram: Float32Array
  /** Mean brightness and both mean colour differences of each cell, 0 to 255. */
  readonly means: Float32Array
  /** The text at twice the width and height, for films whose smallest letters are lost in the copy; null for others. */
  readonly finer: TextSignature | null
}

/** Long and short side of the copy, and side of its square cells, in pixels. */
const LONG = 320
const SHORT = 180
export const CELL = 10
/** Bins of brightness and of each colour difference. */
const LIGHT_BINS = 12
const COLOUR_BINS = 8
/**
 * A step this large (of 255) over two pixels is the edge of a stroke, as in text of 16 pixels in 720p, dark on light.
 */
export const EDGE = 20
/** A word covers at least this many cells in a row: 120 pixels of a picture of 1280. */
export const RUN = 3
/** A text cell has at least this many edges of each direction among its 100 pixels. */
export const STROKES = 3

/** Brightness, and both colour differences at half the width and height. */
interface Planes {
  readonly luma: Uint8Array
  readonly blue: Uint8Array
  readonly red: Uint8Array
}

/** A film whose samples are longer (pixels) has smaller letters than the copy shows: it needs one of twice the size. */
const USUAL_SAMPLE = 1280

/** Size of the copy of a film's sample, in pixels. */
export function copySize(film: PictureSize): PictureSize {
  const sample = sampleSize(film)
  const times = Math.max(sample.width, sample.height) > USUAL_SAMPLE ? 2 : 1
  const [long, short] = [times * LONG, times * SHORT]
  return film.width >= film.height ? { width: long, height: short } : { width: short, height: long }
}

/**
 * Position of a value (0 to 255) among bins. The fraction counts for the next bin, so that a small change of light
 * changes little.
 */
function placeIn(bins: number, value: number): number {
  return Math.min((Math.max(0, Math.min(255, value)) / 255) * (bins - 1), bins - 1.001)
}

function histogramOf({ luma, blue, red }: Planes, width: number): Float32Array {
  const histogram = new Float32Array(LIGHT_BINS + COLOUR_BINS * COLOUR_BINS)
  const add = (bin: number, weight: number) => {
    histogram[bin] = (histogram[bin] ?? 0) + weight
  }
  const step = 4
  const half = step / luma.length / 2
  for (let pixel = 0; pixel < luma.length; pixel += step) {
    const light = placeIn(LIGHT_BINS, luma[pixel] ?? 0)
    const low = Math.floor(light)
    add(low, half * (1 - light + low))
    add(low + 1, half * (light - low))
    // Most footage is in the middle half of the colour plane, so that half is spread over all bins.
    const row = Math.floor(pixel / width)
    const colour = Math.floor(row / 2) * (width / 2) + (pixel - row * width) / 2
    const u = placeIn(COLOUR_BINS, 2 * (blue[colour] ?? 0) - 128)
    const v = placeIn(COLOUR_BINS, 2 * (red[colour] ?? 0) - 128)
    const bin = LIGHT_BINS + Math.floor(u) * COLOUR_BINS + Math.floor(v)
    const uShare = u - Math.floor(u)
    const vShare = v - Math.floor(v)
    add(bin, half * (1 - uShare) * (1 - vShare))
    add(bin + 1, half * (1 - uShare) * vShare)
    add(bin + COLOUR_BINS, half * uShare * (1 - vShare))
    add(bin + COLOUR_BINS + 1, half * uShare * vShare)
  }
  return histogram
}

function meansOf({ luma, blue, red }: Planes, width: number): Float32Array {
  const columns = width / CELL
  const means = new Float32Array((luma.length / CELL ** 2) * 3)
  for (let cell = 0; 3 * cell < means.length; cell += 1) {
    const place = { row: Math.floor(cell / columns), column: cell % columns }
    means[3 * cell] = meanOf(luma, width, CELL, place)
    means[3 * cell + 1] = meanOf(blue, width / 2, CELL / 2, place)
    means[3 * cell + 2] = meanOf(red, width / 2, CELL / 2, place)
  }
  return means
}

/** The mean of a square cell. @param side in pixels */
function meanOf(plane: Uint8Array, width: number, side: number, { row, column }: { row: number; column: number }) {
  let sum = 0
  const corner = row * side * width + column * side
  for (let start = corner; start < corner + side * width; start += width)
    for (let pixel = start; pixel < start + side; pixel += 1) sum += plane[pixel] as number
  return sum / side ** 2
}

/** Cells in which strokes rise and fall again within a few pixels. */
function textCellsOf(luma: Uint8Array, width: number): Uint8Array {
  const columns = width / CELL
  const cells = luma.length / CELL ** 2
  const rising = new Uint8Array(cells)
  const falling = new Uint8Array(cells)
  for (let pixel = 1; pixel < luma.length - 1; pixel += 1) {
    const step = (luma[pixel + 1] ?? 0) - (luma[pixel - 1] ?? 0)
    if (step < EDGE && step > -EDGE) continue
    const row = Math.floor(pixel / width)
    const cell = Math.floor(row / CELL) * columns + Math.floor((pixel - row * width) / CELL)
    const counts = step > 0 ? rising : falling
    counts[cell] = (counts[cell] ?? 0) + 1
  }
  const dense = rising.map((count, cell) => (count >= STROKES && (falling[cell] ?? 0) >= STROKES ? 1 : 0))
  return keepRuns(dense, columns)
}

/** Keeps runs of marked cells that are long enough for a word. */
function keepRuns(marked: Uint8Array, columns: number): Uint8Array {
  const kept = new Uint8Array(marked.length)
  for (let start = 0, cell = 0; cell <= marked.length; cell += 1) {
    const goesOn = cell < marked.length && marked[cell] === 1 && (cell % columns !== 0 || cell === start)
    if (goesOn) continue
    if (cell - start >= RUN) kept.fill(1, start, cell)
    start = marked[cell] === 1 ? cell : cell + 1
  }
  return kept
}

/** Half the width and height of a plane; each pixel is the mean of four. */
function halved(plane: Uint8Array, width: number): Uint8Array {
  const half = new Uint8Array(plane.length / 4)
  for (let pixel = 0, at = 0; pixel < half.length; at += width)
    for (const end = at + width; at < end; at += 2, pixel += 1)
      half[pixel] =
        ((plane[at] as number) +
          (plane[at + 1] as number) +
          (plane[at + width] as number) +
          (plane[at + width + 1] as number) +
          2) >>
        2
  return half
}

/**
 * Computes the signature of a picture from a copy of it.
 * @param copy planes of 8 bits at full range, one after the other: brightness, and both colour differences at half the
 * width and height
 * @param size of the copy, see `copySize`
 */
export function pictureSignatureOf(copy: Uint8Array, { width, height }: PictureSize): PictureSignature {
  const [pixels, colours] = [width * height, (width * height) / 4]
  const planes = {
    luma: copy.subarray(0, pixels),
    blue: copy.subarray(pixels, pixels + colours),
    red: copy.subarray(pixels + colours),
  }
  if (Math.max(width, height) === LONG) return { ...usualSignatureOf(planes, width), finer: null }
  const { luma, blue, red } = planes
  const half = { luma: halved(luma, width), blue: halved(blue, width / 2), red: halved(red, width / 2) }
  const finer = { columns: width / CELL, luma, text: textCellsOf(luma, width) }
  return { ...usualSignatureOf(half, width / 2), finer }
}

function usualSignatureOf(planes: Planes, width: number): Omit<PictureSignature, 'finer'> {
  return {
    columns: width / CELL,
    luma: planes.luma,
    histogram: histogramOf(planes, width),
    means: meansOf(planes, width),
    text: textCellsOf(planes.luma, width),
  }
}
