import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { parseEntry } from '@footnote/contract/shared/timecode.ts'

/** Start time in an address: `?t=` in seconds, or as `mm:ss`. @returns seconds, or null without one */
export function startTime(search: URLSearchParams): number | null {
  const text = search.get('t')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  return parseEntry(text)
}

/** Most comments that an address may name: a root and the replies down to the deepest. */
const MOST = 1 + COMMENTS.depth

/** The comments in an address: `?comment=` with the ids of a root and of the replies below it, down to the comment that the link names. */
export const linkedPath = (text: string | null): readonly string[] =>
  (text ?? '').split(',').filter(Boolean).slice(0, MOST)
