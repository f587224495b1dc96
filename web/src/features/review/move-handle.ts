import { PANELS } from '@footnote/contract/shared/limits.ts'
import { PARTS, type Part, type Sizes } from './panel-sizes.ts'

/** Two panels beside each other: what one wins the other loses. */
export interface Neighbours {
  readonly left: Part
  readonly right: Part
}

/** Share of the width by which an arrow key moves a handle. */
const STEP = 0.05

const shareOf = (sizes: Sizes, part: Part): number => sizes[part] ?? 0

/** Rounded to a ten-thousandth, so that sums of steps stay the round numbers that they are. */
const round = (share: number): number => Math.round(share * 10_000) / 10_000

/** The least and the most of the width that the left one of two neighbours can have. */
export function bounds(sizes: Sizes, { left, right }: Neighbours): { least: number; most: number } {
  const both = shareOf(sizes, left) + shareOf(sizes, right)
  return { least: PANELS.minimum, most: round(both - PANELS.minimum) }
}

/** Gives the left one of two neighbours a share of the width, as far as both keep the least. */
export function moveHandle(sizes: Sizes, neighbours: Neighbours, share: number): Sizes {
  const { least, most } = bounds(sizes, neighbours)
  const { left, right } = neighbours
  const given = round(Math.min(most, Math.max(least, share)))
  return { ...sizes, [left]: given, [right]: round(shareOf(sizes, left) + shareOf(sizes, right) - given) }
}

/** Moves the handle by a key (WAI-ARIA Authoring Practices, window splitter). @returns null for a key that does not */
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

/** Share of the width that the panels before one have together. */
export const before = (sizes: Sizes, part: Part): number =>
  PARTS.slice(0, PARTS.indexOf(part)).reduce((sum, other) => sum + shareOf(sizes, other), 0)
