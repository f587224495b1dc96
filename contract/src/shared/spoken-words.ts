/** A spoken word; seconds. Speakers are counted from 1, and absent where voices were not told apart. */
export interface SpokenWord {
  readonly word: string
  readonly start: number
  readonly end: number
  readonly speaker?: number | undefined
}

/** Words in the order in which they are said. */
export type Words = readonly SpokenWord[]

/** The marks that end a sentence in any script, and the quotation marks and brackets that may follow them. */
const SENTENCE_END = /[.!?…。！？؟।]["'”’»)\]]*$/u

/** Whether a sentence ends with a word or line, as far as punctuation shows. */
export const endsSentence = (text: string): boolean => SENTENCE_END.test(text)

/** A letter or a mark of the scripts that put no space between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
const UNSPACED =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uff65]$/u

/** What separates two words that follow each other. */
export const gapBetween = (word: string, next: string): '' | ' ' =>
  UNSPACED.test([...word].at(-1) ?? '') && UNSPACED.test([...next].at(0) ?? '') ? '' : ' '

/** Puts words together as their script does. */
export const joinWords = (words: readonly string[]): string =>
  words.map((word, place) => (place === 0 ? word : gapBetween(words[place - 1] ?? '', word) + word)).join('')

/** The name of somebody whose real name nobody knows. @param speaker counted from 1 */
export const speakerName = (speaker: number): string => `Speaker ${speaker}`
