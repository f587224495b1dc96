import type { SelectItem } from '@footnote/contract/nouns/output/selects.ts'

/** What people change of a piece. */
export type Cut = Pick<SelectItem, 'id' | 'start_frame' | 'end_frame' | 'note'>
/** The pieces in their order. */
export type Cuts = readonly Cut[]

export const cutsOf = (items: readonly SelectItem[]): Cuts =>
  items.map(({ id, start_frame, end_frame, note }) => ({ id, start_frame, end_frame, note }))

const sameCut = (a: Cut, b: Cut | undefined): boolean =>
  b !== undefined &&
  a.id === b.id &&
  a.start_frame === b.start_frame &&
  a.end_frame === b.end_frame &&
  a.note === b.note

export const sameCuts = (a: Cuts, b: Cuts): boolean => a.length === b.length && a.every((cut, i) => sameCut(cut, b[i]))

/** Moves a piece to a place; the others keep their order. @param to place from 0 in the result */
export function moved(cuts: Cuts, id: string, to: number): Cuts {
  const cut = cuts.find((candidate) => candidate.id === id)
  if (!cut) return cuts
  return cuts.filter((candidate) => candidate !== cut).toSpliced(Math.min(cuts.length - 1, Math.max(0, to)), 0, cut)
}

export const removed = (cuts: Cuts, id: string): Cuts => cuts.filter((cut) => cut.id !== id)

export const changed = (cuts: Cuts, id: string, change: Partial<Omit<Cut, 'id'>>): Cuts =>
  cuts.map((cut) => (cut.id === id ? { ...cut, ...change } : cut))

/**
 * Begins a piece at a frame. If it ended before, it keeps its length, as far as the video goes.
 * @param count frames of the video
 */
export function withIn(
  { start_frame, end_frame }: Pick<Cut, 'start_frame' | 'end_frame'>,
  frame: number,
  count: number,
) {
  const start = Math.min(count - 1, Math.max(0, frame))
  const end = start < end_frame ? end_frame : Math.min(count, start + end_frame - start_frame)
  return { start_frame: start, end_frame: end }
}

/** Ends a piece before a frame. If it began later, it keeps its length, as far as the video goes. */
export function withOut(
  { start_frame, end_frame }: Pick<Cut, 'start_frame' | 'end_frame'>,
  frame: number,
  count: number,
) {
  const end = Math.min(count, Math.max(1, frame))
  const start = start_frame < end ? start_frame : Math.max(0, end - (end_frame - start_frame))
  return { start_frame: start, end_frame: end }
}

/** How one state of the pieces differs from another. */
export interface Difference {
  readonly added: Cuts
  readonly removed: Cuts
  /** Pieces with other frames or another note. */
  readonly changed: number
  /** Whether pieces that both have are in another order. */
  readonly moved: boolean
}

export function differenceOf(before: Cuts, after: Cuts): Difference {
  const had = new Map(before.map((cut) => [cut.id, cut]))
  const has = new Map(after.map((cut) => [cut.id, cut]))
  const kept = before.filter(({ id }) => has.has(id))
  const stayed = after.filter(({ id }) => had.has(id))
  return {
    added: after.filter(({ id }) => !had.has(id)),
    removed: before.filter(({ id }) => !has.has(id)),
    changed: kept.filter((cut) => !sameCut(cut, has.get(cut.id))).length,
    moved: kept.some(({ id }, place) => stayed[place]?.id !== id),
  }
}

/** What was added elsewhere, after one's own pieces. */
export function joined(mine: Cuts, added: Cuts): Cuts {
  const ids = new Set(mine.map(({ id }) => id))
  return [...mine, ...added.filter(({ id }) => !ids.has(id))]
}
