import { CELL, EDGE, type PictureSignature, STROKES, type TextSignature } from './signature.ts'

/** Share of a cell's edges that stay in their place while letters are shown; those of moving things do not. */
const STAYS = 0.7
/** Share of a cell's edges that another picture may have in the same place by chance. */
const BY_CHANCE = 0.5

/** Edges of a cell in one picture, and those of them that another picture has in the same place. */
interface Edges {
  all: number
  /** Steps to brighter, and to darker. */
  rising: number
  falling: number
}

/** The direction of an edge: 1 for a step to brighter, -1 for one to darker, 0 for none. */
function edgeAt(luma: Uint8Array, pixel: number): number {
  const step = (luma[pixel + 1] ?? 0) - (luma[pixel - 1] ?? 0)
  return step >= EDGE ? 1 : step <= -EDGE ? -1 : 0
}

function commonEdges(one: TextSignature, other: TextSignature, cell: number): Edges {
  const width = one.columns * CELL
  const start = Math.floor(cell / one.columns) * CELL * width + (cell % one.columns) * CELL
  const edges: Edges = { all: 0, rising: 0, falling: 0 }
  for (let row = 0; row < CELL; row += 1) {
    for (let pixel = start + row * width; pixel < start + row * width + CELL; pixel += 1) {
      const edge = edgeAt(one.luma, pixel)
      if (edge === 0) continue
      edges.all += 1
      if (edgeAt(other.luma, pixel) !== edge) continue
      if (edge > 0) edges.rising += 1
      else edges.falling += 1
    }
  }
  return edges
}

const shareOf = ({ all, rising, falling }: Edges): number => (all === 0 ? 0 : (rising + falling) / all)

/**
 * Whether text was shown for a moment: a cell of text stays as it is from one picture to the next, and has no counterpart
 * in the pictures before and after. Things that move, however textured, do not stay in their place.
 */
export function hasBriefText(
  one: PictureSignature,
  next: PictureSignature,
  others: readonly PictureSignature[],
): boolean {
  const finer = others.flatMap((other) => other.finer ?? [])
  return (
    isBrief(one, next, others) || (one.finer !== null && next.finer !== null && isBrief(one.finer, next.finer, finer))
  )
}

function isBrief(one: TextSignature, next: TextSignature, others: readonly TextSignature[]): boolean {
  return one.text.some((text, cell) => {
    if (!text || !next.text[cell]) return false
    const stays = commonEdges(next, one, cell)
    if (stays.rising < STROKES || stays.falling < STROKES || shareOf(stays) < STAYS) return false
    return others.every((other) => shareOf(commonEdges(next, other, cell)) < BY_CHANCE)
  })
}
