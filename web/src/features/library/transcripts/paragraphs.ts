import { endsSentence, type Words } from '@footnote/contract/shared/language/spoken-words.ts'
import { PARAGRAPH } from '@footnote/contract/shared/review-limits.ts'

/** Indexes of words, from (included) to (excluded); times in seconds. */
export interface Paragraph {
  readonly from: number
  readonly to: number
  readonly start: number
}

/** Seconds of silence after a word. */
const pauseAfter = (words: Words, place: number): number =>
  (words[place + 1]?.start ?? Number.POSITIVE_INFINITY) - (words[place]?.end ?? 0)

/**
 * Some engines write no punctuation. A few words that end in a full stop, such as 'mr.', do not count as punctuation.
 */
const isPunctuated = (words: Words): boolean =>
  words.filter(({ word }) => endsSentence(word)).length * PARAGRAPH.words >= words.length

/** The word before the longest pause in a range of words. */
function longestPause(words: Words, from: number, to: number): number {
  let longest = from
  for (let place = from; place <= to; place += 1)
    if (pauseAfter(words, place) > pauseAfter(words, longest)) longest = place
  return longest
}

/** The last word of a paragraph that begins at a given word. */
function endOfParagraph(words: Words, from: number, punctuated: boolean): number {
  const enough = from + PARAGRAPH.words - 1
  const tooMuch = enough + PARAGRAPH.words
  for (let place = from; place < words.length - 1; place += 1) {
    if (words[place + 1]?.speaker !== words[place]?.speaker) return place
    if (words[place + 1]?.unsure !== words[place]?.unsure) return place
    if (pauseAfter(words, place) > PARAGRAPH.pause) return place
    if (place >= enough && endsSentence(words[place]?.word ?? '')) return place
    if (!punctuated && place >= tooMuch) return longestPause(words, enough, place)
  }
  return words.length - 1
}

/**
 * Splits a transcript into paragraphs. A paragraph ends at a change of speaker, where lines that may be wrong begin or
 * end, at a pause longer than `PARAGRAPH.pause` seconds, or at the end of a sentence after `PARAGRAPH.words` words. In
 * a text without punctuation, the longest pause in the next `PARAGRAPH.words` words counts as the end of a sentence.
 * @param words in the order in which people said them
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

/** A row of a transcript: a paragraph, or a field in its place. */
interface Row<Field> {
  /** Null for a field whose words somebody else has removed. */
  readonly paragraph: Paragraph | null
  readonly field: Field | null
}

/**
 * Puts fields in the places of paragraphs, by time, because other people's edits move words. A field takes the place of
 * the paragraph that is said when it begins, or has a row of its own before the next one.
 */
export function placeFields<Field extends { readonly start: number; readonly end: number }>(
  words: Words,
  paragraphs: readonly Paragraph[],
  fields: readonly Field[],
): Row<Field>[] {
  let waiting = [...fields].sort((one, other) => one.start - other.start)
  const rows = paragraphs.flatMap((paragraph): Row<Field>[] => {
    const end = words[paragraph.to - 1]?.end ?? paragraph.start
    const due = waiting.filter((field) => field.start < end)
    waiting = waiting.filter((field) => field.start >= end)
    const own = due.findLast((field) => field.end > paragraph.start)
    const others = due.filter((field) => field !== own).map((field) => ({ paragraph: null, field }))
    return [...others, { paragraph, field: own ?? null }]
  })
  return [...rows, ...waiting.map((field) => ({ paragraph: null, field }))]
}
