import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { readingTime } from '@footnote/contract/shared/language/subtitles.ts'
import { PARAGRAPH } from '@footnote/contract/shared/review-limits.ts'

/** Seconds of a video in which nobody says anything. */
export interface Room {
  readonly start: number
  readonly end: number
}

/**
 * Seconds between a typed line and words that were heard or imported. The server adds words within the pause of a
 * paragraph to the line beside them.
 */
const APART = PARAGRAPH.pause + 0.001
/** Seconds: a shorter line would flash by. */
const LEAST = 1

const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000

/**
 * The first room of more than a second at or after a time, more than the pause of a paragraph away from words that were
 * heard or imported. So a line that is typed there is a line of its own. It may follow another typed one at once.
 * @param words in the order of their starts
 * @param duration of the video in seconds; null when unknown
 * @returns null when people speak to the end
 */
export function roomFrom(words: Words, seconds: number, duration: number | null): Room | null {
  let start = Math.max(0, seconds)
  for (const word of words) {
    const apart = word.original === '' ? 0 : APART
    const [from, to] = [word.start - apart, word.end + apart]
    if (to <= start) continue
    if (from - start > LEAST) return { start: milliseconds(start), end: milliseconds(from) }
    start = to
  }
  const end = duration ?? Number.POSITIVE_INFINITY
  return end - start > LEAST ? { start: milliseconds(start), end } : null
}

/** Whether nobody says anything in an interval. Seconds. */
export const isFree = (words: Words, { start, end }: Room): boolean =>
  !words.some((word) => word.start < end && word.end > start)

/**
 * When a typed line ends: where the video is by now if it played on, else after the time in which its letters are read.
 * Never after its room.
 * @param position of the video in seconds
 */
export const endOfLine = (room: Room, text: string, position: number): number =>
  milliseconds(
    Math.min(
      room.end,
      position - room.start >= PARAGRAPH.pause ? position : room.start + readingTime([...text].length),
    ),
  )
