import { type Plane, scaled, type Window, whole } from './plain-picture.ts'

/** Id of these fingerprints among the engines' vectors. It changes whenever they change. */
export const FINGERPRINTS = 'fingerprint-1'
/** Columns and rows of a fingerprint, whatever the picture's shape. */
const COLUMNS = 32
const ROWS = 16
/** Parts on each side that a part's brightness is compared with: without a mean of its surroundings all skies are alike. */
const AROUND = 3
/** Mean step (of 255) from the surroundings below which a picture is flat. */
const FLAT = 0.6
/** Sizes of a question that is a part of a frame, as shares of the frame's sides, and places of each a side. */
const PARTS: readonly (readonly [share: number, places: number])[] = [
  [1, 1],
  [0.9, 3],
  [0.8, 3],
  [0.7, 2],
]
/** Sizes of a frame that is a part of the question, in the same way. */
const ZOOMS: readonly (readonly [share: number, places: number])[] = [
  [0.88, 1],
  [0.76, 1],
]
/** Shapes of frames: width by height. */
const SHAPES = [16 / 9, 4 / 3, 9 / 16]
/** Shapes that differ by less than this are one. */
const SAME_SHAPE = 1.1

/**
 * How much brighter each of a picture's 32 by 16 parts is than its surroundings, at unit length: the cosine of two is
 * their normalised cross-correlation.
 * @returns null for a flat picture
 */
export const fingerprintOf = (luma: Plane): Float32Array | null => printOf(luma, whole(luma), [0, 0, 1])

/**
 * The fingerprints that frames may have which show the same as a picture: the whole of it, a part of it, or more than it. Those
 * parts of a frame that the picture does not show are zero.
 */
export function placementsOf(luma: Plane): Float32Array[] {
  const all = PARTS.flatMap(([share, places]) =>
    placesOf(share, places).map(([x, y]) => printOf(luma, whole(luma), [x, y, share])),
  )
  const zoomed = ZOOMS.flatMap(([share, places]) =>
    placesOf(share, places).map(([x, y]) => printOf(luma, partOf(luma, x, y, share, share), [0, 0, 1])),
  )
  return [...all, ...zoomed, ...SHAPES.flatMap((shape) => inShape(luma, shape))].filter((print) => print !== null)
}

/** A picture of another shape than a frame: the frame shows its middle, or one of its ends. */
function inShape(luma: Plane, shape: number): (Float32Array | null)[] {
  const own = luma.width / luma.height
  const [wide, narrow] = [own / shape, shape / own]
  if (Math.max(wide, narrow) < SAME_SHAPE) return []
  const [across, down] = wide > 1 ? [narrow, 1] : [1, wide]
  return [0.5, 0.2, 0.8].map((place) =>
    printOf(luma, partOf(luma, place * (1 - across), place * (1 - down), across, down), [0, 0, 1]),
  )
}

const placesOf = (share: number, places: number): [x: number, y: number][] => {
  const steps = Array.from({ length: places }, (_, at) => (places === 1 ? 0.5 : at / (places - 1)) * (1 - share))
  return steps.flatMap((x) => steps.map((y): [number, number] => [x, y]))
}

const partOf = ({ width, height }: Plane, x: number, y: number, across: number, down: number): Window => ({
  left: x * width,
  top: y * height,
  width: across * width,
  height: down * height,
})

/** @param place of the picture in the frame: its left and upper edge, and its size, as shares of the frame's sides */
function printOf(luma: Plane, part: Window, [x, y, share]: readonly [number, number, number]): Float32Array | null {
  // The window of the whole frame in the picture's own pixels.
  const frame = {
    left: part.left - (x / share) * part.width,
    top: part.top - (y / share) * part.height,
    width: part.width / share,
    height: part.height / share,
  }
  const { values } = scaled(luma, frame, COLUMNS, ROWS)
  const shown = {
    left: Math.ceil(x * COLUMNS - 0.5),
    top: Math.ceil(y * ROWS - 0.5),
    right: Math.floor((x + share) * COLUMNS - 0.5),
    bottom: Math.floor((y + share) * ROWS - 0.5),
  }
  const print = new Float32Array(COLUMNS * ROWS)
  let [square, count] = [0, 0]
  for (let row = shown.top; row <= shown.bottom; row++)
    for (let column = shown.left; column <= shown.right; column++) {
      const step = (values[row * COLUMNS + column] as number) - meanAround(values, shown, column, row)
      print[row * COLUMNS + column] = step
      square += step * step
      count += 1
    }
  if (Math.sqrt(square / count) < FLAT) return null
  return print.map((value) => value / Math.sqrt(square))
}

/** Columns and rows, with the first and the last. */
interface CellArea {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function meanAround(values: Float32Array, { left, top, right, bottom }: CellArea, column: number, row: number): number {
  let sum = 0
  let count = 0
  for (let y = Math.max(top, row - AROUND); y <= Math.min(bottom, row + AROUND); y++)
    for (let x = Math.max(left, column - AROUND); x <= Math.min(right, column + AROUND); x++) {
      sum += values[y * COLUMNS + x] as number
      count += 1
    }
  return sum / count
}
