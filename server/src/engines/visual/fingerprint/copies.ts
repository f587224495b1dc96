import { type Plane, scaled, whole } from './plain-picture.ts'

/** Least width and height of a copy, and how many times as wide as its result a copy is at least. */
const SMALLEST_COPY = 16
const SPARE = 1.5

/** A plane, and copies of it of half the size, a quarter, and so on: shrinking one of them takes less time. */
export type Copies = readonly [Plane, ...Plane[]]

/** Makes the copies of a plane. */
export function copiesOf(plane: Plane): Copies {
  const copies: [Plane, ...Plane[]] = [plane]
  for (let last = plane; Math.min(last.width, last.height) >= 2 * SMALLEST_COPY; copies.push(last)) last = halved(last)
  return copies
}

function halved({ width, height, values }: Plane): Plane {
  const [to_width, to_height] = [width >> 1, height >> 1]
  const half = new Float32Array(to_width * to_height)
  for (let y = 0; y < to_height; y++)
    for (let x = 0; x < to_width; x++) {
      const at = 2 * y * width + 2 * x
      const above = (values[at] as number) + (values[at + 1] as number)
      const below = (values[at + width] as number) + (values[at + width + 1] as number)
      half[y * to_width + x] = (above + below) / 4
    }
  return { width: to_width, height: to_height, values: half }
}

/** The smallest copy that has all the detail of a width. */
export const copyFor = (copies: Copies, width: number): Plane =>
  copies.findLast((copy) => copy.width >= SPARE * width) ?? copies[0]

/** A frame of a size, made from the copy that suffices. @param longest side in pixels */
export function shrunk(frames: Copies, longest: number): Plane {
  const [frame] = frames
  const share = longest / Math.max(frame.width, frame.height)
  if (share >= 1) return frame
  const [width, height] = [Math.round(frame.width * share), Math.round(frame.height * share)]
  const copy = copyFor(frames, width)
  return scaled(copy, whole(copy), width, height)
}
