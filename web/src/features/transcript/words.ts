import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { PARAGRAPH } from '@footnote/contract/shared/limits.ts'

/** What is said, in the order in which it is said; seconds. */
export type Words = Readonly<VideoDetail['subtitle_word']>

const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/u

/** Whether a sentence ends with a word, as far as punctuation tells. */
export const endsSentence = (word: string): boolean => SENTENCE_END.test(word)

/** A letter or a mark of the scripts that put no space between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uff65]$/u

/** What stands between two words that follow each other. */
export const gapBetween = (word: string, next: string): '' | ' ' =>
  UNSPACED.test([...word].at(-1) ?? '') && UNSPACED.test([...next].at(0) ?? '') ? '' : ' '

/** Puts words together as their script does. */
export const joinWords = (words: readonly string[]): string =>
  words.map((word, place) => (place === 0 ? word : gapBetween(words[place - 1] ?? '', word) + word)).join('')

/** What somebody is called whose name nobody knows. @param speaker counted from 1 */
export const speakerName = (speaker: number): string => `Speaker ${speaker}`

/** Seconds. Players stand on the start of a frame: up to one frame, at 20 a second, before the word that was asked for. */
const FRAME = 0.05

/** The word that is being said, or was said last. @param seconds from the start @returns its place, or -1 before the first */
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

/** The word that is being said, or was just said, so that short pauses do not flicker. @returns its place, or -1 */
export function wordSaidAt(words: Words, seconds: number): number {
  const place = wordAt(words, seconds)
  const word = words[place]
  return word && seconds <= word.end + PARAGRAPH.pause ? place : -1
}
