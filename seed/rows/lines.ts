/** A spoken line, or a text on the screen. Times in seconds. */
export type TimedLine = readonly [start: number, end: number, text: string]

/** A line that somebody says: words of half a second each, without pauses. */
export interface SaidLine {
  /** Seconds. */
  readonly start: number
  readonly text: string
  /** Counted from 1. */
  readonly speaker?: number
}

const rowsOf = (video_id: string, engine: string, lines: readonly TimedLine[]) =>
  lines.map(([start_time, end_time, text], number) => ({ video_id, engine, number, start_time, end_time, text }))

/**
 * Rows of spoken lines whose words have no times.
 * @param language BCP 47 tag
 */
export const cueRows = (video_id: string, engine: string, lines: readonly TimedLine[], language = 'en') =>
  rowsOf(video_id, engine, lines).map((row) => ({ ...row, language, words: '[]' }))

/** Rows of texts on the screen that were recognised with high confidence. */
export const spanRows = (video_id: string, engine: string, lines: readonly TimedLine[]) =>
  rowsOf(video_id, engine, lines).map((row) => ({ ...row, confidence: 0.9 }))

/** Words of a line, with their times. */
export const saidWords = ({ start, text }: SaidLine) =>
  text.split(' ').map((word, at) => ({ word, start: start + at / 2, end: start + (at + 1) / 2, confidence: 0.8 }))

/** Rows of spoken lines with their words. @param language BCP 47 tag */
export const saidRows = (video_id: string, engine: string, lines: readonly SaidLine[], language = 'en') =>
  lines.map((line, number) => {
    const words = saidWords(line)
    const [row] = cueRows(video_id, engine, [[line.start, words.at(-1)?.end ?? line.start, line.text]], language)
    return { ...row!, number, words: JSON.stringify(words), speaker: line.speaker ?? null }
  })
