/** A spoken word; seconds. Speakers are counted from 1, and absent if the engine does not separate voices. */
export interface SpokenWord {
  readonly word: string
  readonly start: number
  readonly end: number
  readonly speaker?: number | undefined
  /** What the engine heard, if somebody edited the word. */
  readonly original?: string | undefined
  /** Whether its whole line may be wrong: another language, noise, or a machine's loop. */
  readonly unsure?: boolean | undefined
}

/** Words in the order in which people said them. */
export type Words = readonly SpokenWord[]

/** The marks that end a sentence in any script, and the quotation marks and brackets that may follow them. */
const SENTENCE_END = /[.!?…。！？؟।]["'”’»)\]]*$/u

/** Words whose full stop ends no sentence: titles, initials, and letters with full stops between them. */
const ABBREVIATION = /(?:^|\s)(?:mr|mrs|ms|dr|st|prof|vs|\p{L}|(?:\p{L}\.)+\p{L})\.$/iu

/** Whether a word or line ends a sentence, judged by punctuation. */
export const endsSentence = (text: string): boolean => SENTENCE_END.test(text) && !ABBREVIATION.test(text)

/** A letter or mark of a script without spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uff65]$/u

/** The first character of these scripts. Most words are below it, and a pattern is slow for words of whole films. */
const FIRST_UNSPACED = '\u0e00'

/** Whether a character is of a script without spaces between words. */
export const isUnspaced = (character: string): boolean => character >= FIRST_UNSPACED && UNSPACED.test(character)

/** The separator between two words. */
export const gapBetween = (word: string, next: string): '' | ' ' =>
  isUnspaced(lastCharacter(word)) && isUnspaced(String.fromCodePoint(next.codePointAt(0) ?? 0)) ? '' : ' '

function lastCharacter(word: string): string {
  const pair = word.slice(-2)
  const code = pair.codePointAt(0) ?? 0
  return code > 0xffff ? pair : pair.slice(-1)
}

/** Joins words as their script does. */
export const joinWords = (words: readonly string[]): string =>
  words.map((word, place) => (place === 0 ? word : gapBetween(words[place - 1] ?? '', word) + word)).join('')

/** Names that people gave to speakers. */
export type SpeakerNames = readonly { readonly speaker: number; readonly name: string }[]

/** Name of a speaker: the one that a person gave, else their number. @param speaker counted from 1 */
export const speakerName = (speaker: number, names: SpeakerNames): string =>
  names.find((named) => named.speaker === speaker)?.name ?? `Speaker ${speaker}`
