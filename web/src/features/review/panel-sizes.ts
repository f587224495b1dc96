import { PANELS } from '@footnote/contract/shared/limits.ts'

export const PARTS = ['transcript', 'video', 'comments'] as const
export type Part = (typeof PARTS)[number]
/** Which of the panels stand beside the video. */
export interface Shown {
  readonly transcript: boolean
  readonly comments: boolean
}
/** Share of the width by panel, 0 to 1; together 1. */
export type Sizes = Readonly<Partial<Record<Part, number>>>

const STORAGE_KEY = 'panelSizes'
/** How far from 1 the sum of kept shares may be: they were rounded. */
const SLACK = 0.01

type Layout = 'all' | 'transcript' | 'comments' | 'video'
const DEFAULTS: Readonly<Record<Layout, Sizes>> = { ...PANELS, video: { video: 1 } }

const layoutOf = ({ transcript, comments }: Shown): Layout => {
  if (transcript) return comments ? 'all' : 'transcript'
  return comments ? 'comments' : 'video'
}

/** Sizes that a layout begins with. */
export const defaultSizes = (shown: Shown): Sizes => DEFAULTS[layoutOf(shown)]

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

/** Sizes as this browser last had them for these panels; the default ones when it kept none, or none that make sense. */
export function readSizes(shown: Shown): Sizes {
  const layout = layoutOf(shown)
  const kept = readAll()[layout]
  return isLayout(kept, Object.keys(DEFAULTS[layout])) ? kept : DEFAULTS[layout]
}

/** Keeps sizes for the next visit. @param sizes shares, 0 to 1 */
export function keepSizes(shown: Shown, sizes: Sizes): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readAll(), [layoutOf(shown)]: sizes }))
}
