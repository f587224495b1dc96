import { parseEntry } from '@footnote/contract/shared/timecode.ts'

/** Where an address has the video begin: `?t=` in seconds, or as `mm:ss`. @returns seconds, or null when it does not say */
export function startTime(search: URLSearchParams): number | null {
  const text = search.get('t')?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  return parseEntry(text)
}
