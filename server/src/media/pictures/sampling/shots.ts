import { CELL, type PictureSignature, type TextSignature } from './signature.ts'

/** A stretch of video between two cuts, in seconds. */
export interface Shot {
  /** From 0. */
  readonly number: number
  readonly start: number
  readonly end: number
}

/** The differences between two pictures. All shares are 0 to 1. */
export interface PictureDifference {
  /** Share of the picture whose brightness and colours have no counterpart in the other. */
  readonly colour: number
  /** Share of the cells that changed visibly, after compensating a change of exposure. */
  readonly cells: number
  /** Number of changed cells with text in at least one picture. */
  readonly text_cells: number
  /** The same in cells of half the size, for films with smaller letters; 0 for others. */
  readonly finer_text_cells: number
  /** Share of the first picture's text that disappeared. */
  readonly text_gone: number
  /** Share of the second picture's text that is new. */
  readonly text_new: number
}

/** A cell has changed when its mean brightness or colour changed by this (of 255). */
const CELL_STEP = 12
/** Automatic exposure changes the brightness by at most this (of 255) in a second. */
const EXPOSURE = 40
/**
 * A pixel has changed when its brightness changed by this (of 255), more than coding noise; a text cell when this many
 * pixels changed.
 */
const PIXEL_STEP = 24
const STROKE_PIXELS = 4

/** Difference in overall brightness: the median over the cells, which no moving object can shift. */
function exposureChange(one: PictureSignature, other: PictureSignature): number {
  const changes = one.means.filter((_, part) => part % 3 === 0)
  for (let cell = 0; cell < changes.length; cell += 1)
    changes[cell] = (other.means[3 * cell] ?? 0) - (changes[cell] ?? 0)
  const median = changes.sort()[Math.floor(changes.length / 2)] ?? 0
  return Math.max(-EXPOSURE, Math.min(EXPOSURE, median))
}

/** Number of changed pixels in a cell. */
function changedPixels(one: TextSignature, other: TextSignature, cell: number, exposure: number): number {
  const width = one.columns * CELL
  const start = Math.floor(cell / one.columns) * CELL * width + (cell % one.columns) * CELL
  let count = 0
  for (let row = 0; row < CELL; row += 1) {
    for (let pixel = start + row * width; pixel < start + row * width + CELL; pixel += 1) {
      if (Math.abs((other.luma[pixel] ?? 0) - (one.luma[pixel] ?? 0) - exposure) > PIXEL_STEP) count += 1
    }
  }
  return count
}

/** Measures the differences between a picture and an earlier one of the same video. */
export function differenceOf(one: PictureSignature, other: PictureSignature): PictureDifference {
  const colour = one.histogram.reduce((sum, share, bin) => sum + Math.abs(share - (other.histogram[bin] ?? 0)), 0) / 2
  const exposure = exposureChange(one, other)
  const step = (cell: number, part: number) => (other.means[3 * cell + part] ?? 0) - (one.means[3 * cell + part] ?? 0)
  let cells = 0
  for (let cell = 0; cell < one.text.length; cell += 1) {
    const brightness = Math.abs(step(cell, 0) - exposure)
    if (Math.max(brightness, Math.abs(step(cell, 1)), Math.abs(step(cell, 2))) > CELL_STEP) cells += 1
  }
  const text = changedText(one, other, exposure)
  return {
    colour,
    cells: cells / one.text.length,
    text_cells: text.changed,
    finer_text_cells: one.finer && other.finer ? changedText(one.finer, other.finer, exposure).changed : 0,
    text_gone: text.before ? text.gone / text.before : 0,
    text_new: text.after ? text.new / text.after : 0,
  }
}

/** Numbers of cells with text in the first picture, in the second, and of those that changed. */
function changedText(one: TextSignature, other: TextSignature, exposure: number) {
  const text = { before: 0, after: 0, changed: 0, gone: 0, new: 0 }
  for (let cell = 0; cell < one.text.length; cell += 1) {
    const before = one.text[cell] ?? 0
    const after = other.text[cell] ?? 0
    text.before += before
    text.after += after
    if (!(before || after) || changedPixels(one, other, cell, exposure) < STROKE_PIXELS) continue
    text.changed += 1
    text.gone += before
    text.new += after
  }
  return text
}

/*
 * These thresholds come from reels of hard cuts and one-second dissolves between footage, photographs under a moving
 * camera, and slides, with samples a second apart. Across scene changes `colour` was at least 0.29 and `cells` at least
 * 0.67; inside shots one of the two was at most 0.17 and 0.21. Slides of one design share their colours, so the text
 * decides there.
 */

/** More new colours than any change of exposure makes. */
const COLOUR_CUT = 0.5
/** Enough new colours when nearly the whole picture changed, too. */
const COLOUR_SHIFT = 0.2
const CELLS_SHIFT = 0.6
/**
 * A new slide: this share of the old text disappeared and of the new text is new, both of some size, on an unchanged
 * background.
 */
const SLIDE_TEXT = 0.6
const SLIDE_CELLS = 12
const SLIDE_GROUND = 0.15
/** Below these, two pictures show the same. */
const SAME_CELLS = 0.006
const SAME_COLOUR = 0.06
/** This many changed text cells are new text. */
const NEW_TEXT_CELLS = 1

/**
 * Whether there is a cut between two samples.
 * @param still whether the picture was unchanged up to the first of them, as with slides
 */
export function isCut(difference: PictureDifference, still: boolean): boolean {
  const { colour, cells, text_cells, text_gone, text_new } = difference
  const slide =
    still && text_cells >= SLIDE_CELLS && text_gone > SLIDE_TEXT && text_new > SLIDE_TEXT && cells < SLIDE_GROUND
  return colour > COLOUR_CUT || (colour > COLOUR_SHIFT && cells > CELLS_SHIFT) || slide
}

/** Whether a sample shows nothing that the other does not. */
export function isNearEqual(difference: PictureDifference): boolean {
  return difference.cells < SAME_CELLS && difference.colour < SAME_COLOUR && !hasNewText(difference)
}

/** Whether text appeared, disappeared or changed. */
export function hasNewText(difference: PictureDifference): boolean {
  return difference.text_cells + difference.finer_text_cells >= NEW_TEXT_CELLS
}

/** Key frames at nearly (share) the largest distance are regular ones, not caused by the picture. */
const BY_THE_CLOCK = 0.98

/**
 * The time of a cut between two samples, in seconds. Encoders start a new shot with a key frame (x264's `scenecut`, on
 * by default), so this is the key frame with the shortest distance to the one before, else the middle.
 * @param keyTimes ascending
 * @param largestGap longest stretch without a key frame, in seconds
 * @param before time of the last sample of the old shot
 * @param after time of the first sample of the new one
 */
export function cutTime(keyTimes: Float64Array, largestGap: number, before: number, after: number): number {
  let best = (before + after) / 2
  let bestGap = Number.POSITIVE_INFINITY
  let candidates = 0
  for (let key = keyTimes.findLastIndex((time) => time <= after); key > 0 && (keyTimes[key] ?? 0) > before; key -= 1) {
    const time = keyTimes[key] ?? 0
    const gap = time - (keyTimes[key - 1] ?? 0)
    candidates += 1
    if (gap >= bestGap) continue
    best = time
    bestGap = gap
  }
  const clock = candidates > 0 && bestGap > BY_THE_CLOCK * largestGap && largestGap <= 2 * (after - before)
  return clock ? (before + after) / 2 : best
}
