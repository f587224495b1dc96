import { PANELS } from '@footnote/contract/shared/review-limits.ts'

export const PARTS = ['transcript', 'video', 'comments'] as const
export type Part = (typeof PARTS)[number]
/** Parts that are beside the player, or below it. */
export type Below = Exclude<Part, 'video'>
/** Panels that are shown beside the video. */
export interface VisiblePanels {
  readonly transcript: boolean
  readonly comments: boolean
}
/** Share of the width by panel, 0 to 1; together 1. */
export type Sizes = Readonly<Partial<Record<Part, number>>>

const STORAGE_KEY = 'panelSizes'
/** The stored shares were rounded, so their sum may differ from 1 by this much. */
const SLACK = 0.01

type Layout = 'all' | 'transcript' | 'comments' | 'video'
const DEFAULTS: Readonly<Record<Layout, Sizes>> = { ...PANELS, video: { video: 1 } }

const layoutOf = ({ transcript, comments }: VisiblePanels): Layout => {
  if (transcript) return comments ? 'all' : 'transcript'
  return comments ? 'comments' : 'video'
}

/** Initial sizes of a layout. */
export const defaultSizes = (shown: VisiblePanels): Sizes => DEFAULTS[layoutOf(shown)]

function readAll(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')
    return kept && typeof kept === 'object' ? (kept as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function isLayout(kept: unknown, parts: readonly string[]): kept is Sizes {
  if (!kept || typeof kept !== 'object') return false
  const entries: [string, unknown][] = Object.entries(kept)
  const shares = entries.map(([, share]) => (typeof share === 'number' ? share : Number.NaN))
  return (
    entries.length === parts.length &&
    entries.every(([part]) => parts.includes(part)) &&
    shares.every((share) => share >= PANELS.minimum - SLACK) &&
    Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) <= SLACK
  )
}

/** The sizes that this browser last stored for these panels, or the default ones if it has none or invalid ones. */
export function readSizes(shown: VisiblePanels): Sizes {
  const layout = layoutOf(shown)
  const kept = readAll()[layout]
  return isLayout(kept, Object.keys(DEFAULTS[layout])) ? kept : DEFAULTS[layout]
}

/** Stores sizes for the next visit. @param sizes shares, 0 to 1 */
export function keepSizes(shown: VisiblePanels, sizes: Sizes): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readAll(), [layoutOf(shown)]: sizes }))
}
