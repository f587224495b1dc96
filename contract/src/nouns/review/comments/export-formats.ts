import type { FrameRate } from '../../../shared/frames.ts'

/**
 * Files that comments are exported to: DaVinci Resolve's EDL, markers for Avid Media Composer, FCPXML for Final Cut Pro,
 * XML for Premiere Pro, OpenTimelineIO, a table, Markdown, and plain text.
 */
export const EXPORT_FORMATS = ['resolve', 'avid', 'fcpxml', 'premiere', 'otio', 'csv', 'md', 'txt'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Rates of timelines in editing programs, in frames a second. */
export const EXPORT_RATES = ['23.976', '24', '25', '29.97', '30', '50', '59.94', '60'] as const
export type ExportRate = (typeof EXPORT_RATES)[number]

/** The exact rate: those of NTSC are a thousandth slower than a whole number. */
export function exactRate(rate: ExportRate): FrameRate {
  const nominal = Math.round(Number(rate))
  return Number(rate) === nominal ? { num: nominal, den: 1 } : { num: 1000 * nominal, den: 1001 }
}

/** Most markers of a list with three digits for their number. */
export const MOST_MARKERS = 999

const FOR_PEOPLE: ReadonlySet<string> = new Set(['md', 'txt'])

/** Whether a file leads programs to frames, of comments or of selects. The others are lists for people to read. */
export const needsFrames = (format: string): boolean => !FOR_PEOPLE.has(format)
