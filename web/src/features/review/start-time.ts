import { parseEntry } from '@footnote/contract/shared/timecode.ts'

/** Start time in an address: `?t=` in seconds, or as `mm:ss`. @returns seconds, or null without one */
export function startTime(search: URLSearchParams): number | null {
  const text = search.get('t')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  return parseEntry(text)
}
