import { PANELS } from '@footnote/contract/shared/review-limits.ts'
import { PARTS, type Part, type Sizes } from './panel-sizes.ts'

/** Two panels beside each other: one grows by as much as the other shrinks. */
export interface Neighbours {
  readonly left: Part
  readonly right: Part
}

/** Share of the width by which an arrow key moves a handle. */
const STEP = 0.05

const shareOf = (sizes: Sizes, part: Part): number => sizes[part] ?? 0

/** Rounds to a ten-thousandth, so that sums of steps stay round numbers. */
const round = (share: number): number => Math.round(share * 10_000) / 10_000

/** Smallest and largest share of the width for the left one of two neighbours. */
export function bounds(sizes: Sizes, { left, right }: Neighbours): { least: number; most: number } {
  const both = shareOf(sizes, left) + shareOf(sizes, right)
  return { least: PANELS.minimum, most: round(both - PANELS.minimum) }
}

/** Gives the left one of two neighbours a share of the width, within the limits of both. */
export function moveHandle(sizes: Sizes, neighbours: Neighbours, share: number): Sizes {
  const { least, most } = bounds(sizes, neighbours)
  const { left, right } = neighbours
  const given = round(Math.min(most, Math.max(least, share)))
  return { ...sizes, [left]: given, [right]: round(shareOf(sizes, left) + shareOf(sizes, right) - given) }
}

/** Moves the handle by a key (WAI-ARIA Authoring Practices, window splitter). @returns null for other keys */
export function moveByKey(sizes: Sizes, neighbours: Neighbours, key: string): Sizes | null {
  const now = shareOf(sizes, neighbours.left)
  const { least, most } = bounds(sizes, neighbours)
  const goals: Partial<Record<string, number>> = {
    ArrowLeft: now - STEP,
    ArrowRight: now + STEP,
    Home: least,
    End: most,
  }
  const goal = goals[key]
  return goal === undefined ? null : moveHandle(sizes, neighbours, goal)
}

/** Share of the width of all panels before one. */
export const before = (sizes: Sizes, part: Part): number =>
  PARTS.slice(0, PARTS.indexOf(part)).reduce((sum, other) => sum + shareOf(sizes, other), 0)
