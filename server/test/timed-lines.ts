/** A spoken line, or a text on the screen. Times in seconds. */
export type TimedLine = readonly [start: number, end: number, text: string]

const rowsOf = (video_id: string, engine: string, lines: readonly TimedLine[]) =>
  lines.map(([start_time, end_time, text], number) => ({ video_id, engine, number, start_time, end_time, text }))

/**
 * Rows of spoken lines.
 * @param language BCP 47 tag
 */
export const cueRows = (video_id: string, engine: string, lines: readonly TimedLine[], language = 'en') =>
  rowsOf(video_id, engine, lines).map((row) => ({ ...row, language, words: '[]' }))

/** Rows of texts on the screen that were recognised with high confidence. */
export const spanRows = (video_id: string, engine: string, lines: readonly TimedLine[]) =>
  rowsOf(video_id, engine, lines).map((row) => ({ ...row, confidence: 0.9 }))
