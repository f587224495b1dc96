import { type Copies, copiesOf, copyFor, shrunk } from './copies.ts'
import { type Plane, scaled, type Window } from './plain-picture.ts'

/** A place of one picture on another, in pixels of the latter; not whole ones. */
export type Placement = Window

/** A picture in the pixels of a frame. */
export interface Laid extends Plane {
  /** The first column and row of the frame that it covers; below 0 outside. */
  readonly x: number
  readonly y: number
}

interface ScoredPlacement extends Placement {
  /** See `correlation`, −1 to 1. */
  readonly correlation: number
}

/** Longest side of the frame at each step, in pixels. */
const STEPS = [32, 64, 160, 480] as const
/** Factor between the sizes that are tried first, and the smallest and the largest size, relative to a fitting one. */
const SIZE_STEP = 1.07
const SIZES = [0.68, 1.47] as const
/** Sizes to try at each later step, on both sides of the one before, and the distance of two of them. */
const FINER = [[], [-2, -1, 0, 1, 2], [-2, -1, 0, 1, 2], [-1, 0, 1]] as const
const FINER_BY = [0, 0.0175, 0.006, 0.004] as const
/** Places that go on to the next step. */
const GO_ON = [12, 6, 2, 1] as const
/** Correlation at each step below which two pictures show different things. */
const LEAST_CORRELATION = [0.4, 0.5, 0.5, 0.5] as const
/** Change of the size at the end. */
const EXACT_SIZE = 0.002
const AROUND = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [1, -1],
] as const
/** Two places are one when their edges are no more pixels apart. */
const BESIDE = 2
/** Most steps of a pixel from where the smaller copy fitted: a pixel of that is up to three. */
const MOST_MOVES = 4
/** Least share of the smaller picture that must lie on the other. */
const LEAST_COMMON = 0.62
/** Power of the common share: a small part fits by chance in more places. */
const COMMON_COUNTS = 0.25
/** Of a frame with more rows than this, one in so many rows tells how well two places fit. */
const MANY_ROWS = 80
const ROW_STEP = 3
/** A picture within the frame and one that covers it are both tried when their sizes differ by this. */
const OTHER_FIT = 1.15

/**
 * Finds the place of a picture on a frame that may show the same: first in small copies at all sizes and places, then
 * more exactly in larger ones, coarse to fine.
 * @returns in pixels of `frame`; null when nothing fits
 */
export function align(picture: Plane, frame: Plane): Placement | null {
  const pictures = copiesOf(picture)
  const frames = copiesOf(frame)
  let small = shrunk(frames, STEPS[0])
  let found = best(firstPlaces(pictures, small), 0)
  for (let step = 1; step < STEPS.length && small.width < frame.width; step++) {
    const larger = shrunk(frames, STEPS[step] as number)
    const ratio = larger.width / small.width
    found = best(
      found.flatMap((place) => finerPlaces(pictures, larger, place, ratio, step)),
      step,
    )
    small = larger
  }
  return found[0] ? exactly(picture, frame, found[0]) : null
}

/** Lays a picture on the pixels of a frame. */
export function lay(picture: Plane, { left, top, width, height }: Placement): Laid {
  const x = Math.ceil(left)
  const y = Math.ceil(top)
  const to_width = Math.max(1, Math.floor(left + width) - x)
  const to_height = Math.max(1, Math.floor(top + height) - y)
  const [across, down] = [picture.width / width, picture.height / height]
  const part = { left: (x - left) * across, top: (y - top) * down, width: to_width * across, height: to_height * down }
  return { ...scaled(picture, part, to_width, to_height), x, y }
}

function firstPlaces(pictures: Copies, frame: Plane): ScoredPlacement[] {
  const [picture] = pictures
  const [by_width, by_height] = [frame.width / picture.width, frame.height / picture.height]
  const [inside, cover] = [Math.min(by_width, by_height), Math.max(by_width, by_height)]
  const places: ScoredPlacement[] = []
  for (const fit of cover / inside > OTHER_FIT ? [cover, inside] : [cover])
    for (let size = SIZES[0]; size <= SIZES[1]; size *= SIZE_STEP) {
      const [width, height] = [picture.width * fit * size, picture.height * fit * size]
      const laid = lay(copyFor(pictures, width), { left: 0, top: 0, width, height })
      const [lefts, tops] = [offsets(laid.width, frame.width), offsets(laid.height, frame.height)]
      for (let top = tops.first; top <= tops.last; top++)
        for (let left = lefts.first; left <= lefts.last; left++)
          places.push({ left, top, width, height, correlation: correlation(laid, frame, left, top) })
    }
  return places
}

/** The places of a length on another of which enough is common. */
function offsets(length: number, on: number): { first: number; last: number } {
  const common = Math.ceil(LEAST_COMMON * Math.min(length, on))
  return { first: common - length, last: on - common }
}

/** The best place of each size around one of a smaller copy. @param ratio of the two copies' sizes */
function finerPlaces(pictures: Copies, frame: Plane, place: Placement, ratio: number, step: number): ScoredPlacement[] {
  return (FINER[step] ?? []).map((change) => {
    const size = ratio * (1 + change * (FINER_BY[step] ?? 0))
    const [width, height] = [place.width * size, place.height * size]
    const left = Math.round((place.left + place.width / 2) * ratio - width / 2)
    const top = Math.round((place.top + place.height / 2) * ratio - height / 2)
    const laid = lay(copyFor(pictures, width), { left: 0, top: 0, width, height })
    return { ...climbed(laid, frame, left, top), width, height }
  })
}

/** The place to which steps of a pixel lead that each fit better. */
function climbed(laid: Laid, frame: Plane, left: number, top: number) {
  let found = { left, top, correlation: correlation(laid, frame, left, top) }
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const from = found
    for (const [x, y] of AROUND) {
      const moved = { left: from.left + x, top: from.top + y }
      const fit = correlation(laid, frame, moved.left, moved.top)
      if (fit > found.correlation) found = { ...moved, correlation: fit }
    }
    if (found === from) break
  }
  return found
}

/**
 * The place between the tried ones at which a parabola through the correlations is highest: fine strokes correlate only
 * if they lie on each other.
 */
function exactly(picture: Plane, frame: Plane, found: ScoredPlacement): Placement {
  const laid = lay(picture, found)
  const moved = (x: number, y: number) => correlation(laid, frame, laid.x + x, laid.y + y)
  const left = found.left + peak(moved(-1, 0), found.correlation, moved(1, 0))
  const top = found.top + peak(moved(0, -1), found.correlation, moved(0, 1))
  const resized = (size: number) => {
    const width = found.width * size
    const height = found.height * size
    return { left: left + (found.width - width) / 2, top: top + (found.height - height) / 2, width, height }
  }
  const [smaller, same, larger] = [1 - EXACT_SIZE, 1, 1 + EXACT_SIZE].map((size) => {
    const other = lay(picture, resized(size))
    return correlation(other, frame, other.x, other.y)
  }) as [number, number, number]
  return resized(1 + EXACT_SIZE * peak(smaller, same, larger))
}

/** Where between −1 and 1 a parabola through three values is highest. */
function peak(before: number, here: number, after: number): number {
  const bend = before - 2 * here + after
  return bend < 0 ? Math.max(-1, Math.min(1, (before - after) / (2 * bend))) : 0
}

/** The best places, without those beside a better one. */
function best(places: ScoredPlacement[], step: number): ScoredPlacement[] {
  const [least, most] = [LEAST_CORRELATION[step] as number, GO_ON[step] as number]
  const kept: ScoredPlacement[] = []
  for (const place of places.sort((a, b) => b.correlation - a.correlation)) {
    if (place.correlation < least || kept.length === most) break
    if (!kept.some((other) => isBeside(place, other))) kept.push(place)
  }
  return kept
}

const isBeside = (one: Placement, other: Placement): boolean =>
  Math.abs(one.left - other.left) <= BESIDE &&
  Math.abs(one.top - other.top) <= BESIDE &&
  Math.abs(one.left + one.width - other.left - other.width) <= BESIDE &&
  Math.abs(one.top + one.height - other.top - other.height) <= BESIDE

/** Normalised cross-correlation of the common part, less where less is common; 0 if that is too little. */
function correlation(picture: Plane, frame: Plane, left: number, top: number): number {
  const [from_x, from_y] = [Math.max(0, left), Math.max(0, top)]
  const [to_x, to_y] = [Math.min(frame.width, left + picture.width), Math.min(frame.height, top + picture.height)]
  const smaller = Math.min(picture.width * picture.height, frame.width * frame.height)
  if (to_x <= from_x || to_y <= from_y || (to_x - from_x) * (to_y - from_y) < LEAST_COMMON * smaller) return 0
  const ones = picture.values
  const others = frame.values
  const rows = frame.height > MANY_ROWS ? ROW_STEP : 1
  let count = 0
  let a = 0
  let b = 0
  let aa = 0
  let bb = 0
  let ab = 0
  for (let y = from_y; y < to_y; y += rows) {
    let at = (y - top) * picture.width + from_x - left
    const end = y * frame.width + to_x
    count += to_x - from_x
    for (let on = y * frame.width + from_x; on < end; on++) {
      const one = ones[at++] as number
      const other = others[on] as number
      a += one
      b += other
      aa += one * one
      bb += other * other
      ab += one * other
    }
  }
  const spread = (aa - (a * a) / count) * (bb - (b * b) / count)
  if (spread <= 0) return 0
  const common = ((to_x - from_x) * (to_y - from_y)) / smaller
  return ((ab - (a * b) / count) / Math.sqrt(spread)) * common ** COMMON_COUNTS
}
