import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { PARAGRAPH } from '@footnote/contract/shared/review-limits.ts'
import { readingTime } from '@footnote/contract/shared/subtitles.ts'

/** Seconds of a video in which nobody says anything. */
export interface Room {
  readonly start: number
  readonly end: number
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000

/**
 * The first pause at or after a time that is longer than `PARAGRAPH.pause` from there on. A line that is typed there is
 * a paragraph of its own.
 * @param words in the order of their starts
 * @param duration of the video in seconds; null when unknown
 * @returns null when people speak to the end
 */
export function roomFrom(words: Words, seconds: number, duration: number | null): Room | null {
  let start = Math.max(0, seconds)
  for (const word of words) {
    if (word.end <= start) continue
    if (word.start - start > PARAGRAPH.pause) return { start: milliseconds(start), end: word.start }
    start = word.end
  }
  const end = duration ?? Number.POSITIVE_INFINITY
  return end - start > PARAGRAPH.pause ? { start: milliseconds(start), end } : null
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
