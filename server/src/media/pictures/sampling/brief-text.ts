import { CELL, EDGE, type PictureSignature, RUN, STROKES, type TextSignature } from './signature.ts'

/** Share of a cell's edges that are in the same place while letters are shown; those of moving things are not. */
const STAYS = 0.7
/** Share of a cell's edges by which another picture has a counterpart. Other letters share fewer. */
const COUNTERPART = 0.6
/** How far things move between two looks, in pixels of a copy of 320: a slow pan over half a second. */
const REACH = 8

/** Columns, rows and directions (1 to brighter, -1 to darker) of edges, one after the other. */
type Edges = readonly number[]

/** The direction of the edge at a pixel; 0 without one. */
function edgeAt(luma: Uint8Array, pixel: number): number {
  const step = (luma[pixel + 1] ?? 0) - (luma[pixel - 1] ?? 0)
  return step >= EDGE ? 1 : step <= -EDGE ? -1 : 0
}

function edgesIn({ columns, luma }: TextSignature, cell: number): Edges {
  const width = columns * CELL
  const [left, top] = [(cell % columns) * CELL, Math.floor(cell / columns) * CELL]
  const edges: number[] = []
  for (let row = top; row < top + CELL; row += 1) {
    for (let column = left; column < left + CELL; column += 1) {
      const direction = edgeAt(luma, row * width + column)
      if (direction !== 0) edges.push(column, row, direction)
    }
  }
  return edges
}

/** Numbers of edges in one direction and in the other that a picture has at a distance, in pixels. */
function found(edges: Edges, { columns, luma }: TextSignature, across: number, down: number): [number, number] {
  const width = columns * CELL
  let [rising, falling] = [0, 0]
  for (let at = 0; at < edges.length; at += 3) {
    const column = (edges[at] as number) + across
    const pixel = ((edges[at + 1] as number) + down) * width + column
    const direction = edges[at + 2]
    if (column < 0 || column >= width || edgeAt(luma, pixel) !== direction) continue
    if (direction === 1) rising += 1
    else falling += 1
  }
  return [rising, falling]
}

/** Looks for what cells of one picture show in another one, not far from the same place. */
class Counterparts {
  readonly #picture: TextSignature
  readonly #reach: number
  /** Where the last one was: things next to each other move alike. */
  #across = 0
  #down = 0

  constructor(picture: TextSignature, reach: number) {
    this.#picture = picture
    this.#reach = reach
  }

  has(edges: Edges): boolean {
    if (this.#isAt(edges, this.#across, this.#down)) return true
    for (let down = -this.#reach; down <= this.#reach; down += 1) {
      for (let across = -this.#reach; across <= this.#reach; across += 1) {
        if (!this.#isAt(edges, across, down)) continue
        this.#across = across
        this.#down = down
        return true
      }
    }
    return false
  }

  #isAt(edges: Edges, across: number, down: number): boolean {
    const [rising, falling] = found(edges, this.#picture, across, down)
    return 3 * (rising + falling) >= COUNTERPART * edges.length
  }
}

/**
 * Whether text was shown for a moment: cells of a word stay in their place from one picture to the next, and neither of
 * the pictures before and after has them, in this place or beside it. Things that move, however textured, do not stay, or have
 * a counterpart.
 */
export function hasBriefText(
  one: PictureSignature,
  next: PictureSignature,
  others: readonly PictureSignature[],
): boolean {
  if (isBrief(one, next, others, REACH)) return true
  const finer = others.flatMap((other) => other.finer ?? [])
  return one.finer !== null && next.finer !== null && isBrief(one.finer, next.finer, finer, 2 * REACH)
}

function isBrief(one: TextSignature, next: TextSignature, others: readonly TextSignature[], reach: number): boolean {
  const counterparts = others.map((other) => new Counterparts(other, reach))
  const isBriefCell = (cell: number): boolean => {
    if (!one.text[cell] || !next.text[cell]) return false
    const edges = edgesIn(next, cell)
    const [rising, falling] = found(edges, one, 0, 0)
    if (rising < STROKES || falling < STROKES || 3 * (rising + falling) < STAYS * edges.length) return false
    return counterparts.every((picture) => !picture.has(edges))
  }
  let run = 0
  for (let cell = 0; cell < one.text.length && run < RUN; cell += 1)
    run = isBriefCell(cell) ? 1 + (cell % one.columns === 0 ? 0 : run) : 0
  return run === RUN
}
