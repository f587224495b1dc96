import type { Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { PARAGRAPH } from '@footnote/contract/shared/review-limits.ts'

/** Seconds. Players stop at the start of a frame: up to one frame, at 20 a second, before the chosen word. */
const FRAME = 0.05

/**
 * The current word, or the last one before a pause.
 * @param seconds from the start
 * @returns its index, or -1 before the first word
 */
export function wordAt(words: Words, seconds: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.start ?? 0) <= seconds + FRAME) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The current word, or the one just before, so that short pauses do not flicker. @returns its index, or -1 */
export function wordSaidAt(words: Words, seconds: number): number {
  const place = wordAt(words, seconds)
  const word = words[place]
  return word && seconds <= word.end + PARAGRAPH.pause ? place : -1
}
