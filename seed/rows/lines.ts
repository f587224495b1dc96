/** A line that somebody says: words of half a second each, without pauses. */
export interface SaidLine {
  /** Seconds. */
  readonly start: number
  readonly text: string
  /** Counted from 1. */
  readonly speaker?: number
}

/** Words of a line, with their times. */
export const saidWords = ({ start, text }: SaidLine) =>
  text.split(' ').map((word, at) => ({ word, start: start + at / 2, end: start + (at + 1) / 2, confidence: 0.8 }))

/** Rows of spoken lines with their words. @param language BCP 47 tag */
export const saidRows = (video_id: string, engine: string, lines: readonly SaidLine[], language = 'en') =>
  lines.map((line, number) => {
    const words = saidWords(line)
    const times = { start_time: line.start, end_time: words.at(-1)?.end ?? line.start }
    const said = { text: line.text, language, words: JSON.stringify(words), speaker: line.speaker ?? null }
    return { video_id, engine, number, ...times, ...said }
  })
