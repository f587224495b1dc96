import { PARAGRAPH } from '@footnote/contract/shared/limits.ts'
import { endsSentence, type Words } from '@footnote/contract/shared/spoken-words.ts'

/** Words from one place to another, `to` not among them; seconds. */
export interface Paragraph {
  readonly from: number
  readonly to: number
  readonly start: number
}

/** Seconds of silence after a word. */
const pauseAfter = (words: Words, place: number): number =>
  (words[place + 1]?.start ?? Number.POSITIVE_INFINITY) - (words[place]?.end ?? 0)

/** Some engines write no punctuation; what ends in a full stop now and then, such as 'mr.', is none. */
const isPunctuated = (words: Words): boolean =>
  words.filter(({ word }) => endsSentence(word)).length * PARAGRAPH.words >= words.length

/** Where the longest pause stands, from one word up to another. */
function longestPause(words: Words, from: number, to: number): number {
  let longest = from
  for (let place = from; place <= to; place += 1)
    if (pauseAfter(words, place) > pauseAfter(words, longest)) longest = place
  return longest
}

/** The last word of the paragraph that begins at a word. */
function endOfParagraph(words: Words, from: number, punctuated: boolean): number {
  const enough = from + PARAGRAPH.words - 1
  const tooMuch = enough + PARAGRAPH.words
  for (let place = from; place < words.length - 1; place += 1) {
    if (words[place + 1]?.speaker !== words[place]?.speaker) return place
    if (pauseAfter(words, place) > PARAGRAPH.pause) return place
    if (place >= enough && endsSentence(words[place]?.word ?? '')) return place
    if (!punctuated && place >= tooMuch) return longestPause(words, enough, place)
  }
  return words.length - 1
}

/**
 * Parts a transcript into paragraphs: one ends where somebody else speaks, on a pause longer than `PARAGRAPH.pause` seconds, or with a sentence once
 * it has `PARAGRAPH.words` words. Where no sentence is written to its end, the longest pause among the next as many words
 * is taken for one.
 * @param words in the order in which they are said
 */
export function toParagraphs(words: Words): Paragraph[] {
  const punctuated = isPunctuated(words)
  const paragraphs: Paragraph[] = []
  for (let from = 0; from < words.length; ) {
    const to = endOfParagraph(words, from, punctuated) + 1
    paragraphs.push({ from, to, start: words[from]?.start ?? 0 })
    from = to
  }
  return paragraphs
}
