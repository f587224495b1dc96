import { CELL, type PictureSignature } from './signature.ts'

/** A stretch of video between two cuts, in seconds. */
export interface Shot {
  /** From 0. */
  readonly number: number
  readonly start: number
  readonly end: number
}

/** How two pictures differ. All shares are 0 to 1. */
export interface PictureDifference {
  /** Share of the picture whose brightness and colours have no counterpart in the other. */
  readonly colour: number
  /** Share of the cells that changed visibly. */
  readonly cells: number
  /** Number of cells with text in one picture or both that changed. */
  readonly text_cells: number
  /** Share of the text of both pictures that is gone or new. */
  readonly text: number
}

/** A cell has changed when its mean brightness or colour moved by this (of 255). */
const CELL_STEP = 12
/** A text cell has changed when its pixels moved by this on average (of 255): a digit moves about 20, coding noise 2 to 5. */
const TEXT_STEP = 14

/** Mean movement of the pixels of one cell, of 255. */
function movement(one: PictureSignature, other: PictureSignature, cell: number): number {
  const width = one.columns * CELL
  const start = Math.floor(cell / one.columns) * CELL * width + (cell % one.columns) * CELL
  let sum = 0
  for (let row = 0; row < CELL; row += 1) {
    for (let pixel = start + row * width; pixel < start + row * width + CELL; pixel += 1) {
      sum += Math.abs((one.luma[pixel] ?? 0) - (other.luma[pixel] ?? 0))
    }
  }
  return sum / CELL ** 2
}

/** Measures how two pictures of one video differ. */
export function differenceOf(one: PictureSignature, other: PictureSignature): PictureDifference {
  const colour = one.histogram.reduce((sum, share, bin) => sum + Math.abs(share - (other.histogram[bin] ?? 0)), 0) / 2
  const count = one.text.length
  let cells = 0
  let text = 0
  let changed = 0
  for (let cell = 0; cell < count; cell += 1) {
    const moved = [0, 1, 2].some(
      (part) => Math.abs((one.means[3 * cell + part] ?? 0) - (other.means[3 * cell + part] ?? 0)) > CELL_STEP,
    )
    if (moved) cells += 1
    if (!one.text[cell] && !other.text[cell]) continue
    text += 1
    if (movement(one, other, cell) > TEXT_STEP) changed += 1
  }
  return { colour, cells: cells / count, text_cells: changed, text: text ? changed / text : 0 }
}

/** Above this share of colours without counterpart two samples a second apart belong to different shots. */
const COLOUR_CUT = 0.35
/** Or above this one, where most cells changed too. */
const COLOUR_SHIFT = 0.15
const CELLS_SHIFT = 0.6
/** Two pictures show the same where fewer cells than this changed. */
const SAME_CELLS = 0.01
const SAME_COLOUR = 0.04
/** This many changed text cells are new text. */
const NEW_TEXT_CELLS = 2

/** Whether a cut lies between two samples. */
export function isCut(difference: PictureDifference): boolean {
  const { colour, cells } = difference
  return colour > COLOUR_CUT || (colour > COLOUR_SHIFT && cells > CELLS_SHIFT)
}

/** Whether a sample shows nothing that the other does not. */
export function isNearEqual(difference: PictureDifference): boolean {
  return difference.cells < SAME_CELLS && difference.colour < SAME_COLOUR && !hasNewText(difference)
}

/** Whether text appeared, went or changed. */
export function hasNewText(difference: PictureDifference): boolean {
  return difference.text_cells >= NEW_TEXT_CELLS
}
