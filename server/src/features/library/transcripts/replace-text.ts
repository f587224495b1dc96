import { gapBetween, isUnspaced } from '@footnote/contract/shared/language/spoken-words.ts'
import type { EditedWord } from '../../../platform/db/schema.ts'
import type { Range } from './edit-words.ts'

/** What to look for in a transcript, and what to put in its place. */
export interface Replacement {
  readonly find: string
  readonly replace: string
  readonly match_case: boolean
  readonly whole_words: boolean
}

/** A range of words, and what they say after the replacement. */
export interface ReplacedRange extends Range {
  readonly text: string
}

/** The letters of a transcript. */
interface Letters {
  readonly letters: readonly string[]
  /** Index of the word of each letter. Spaces belong to the word before. */
  readonly word_of: readonly number[]
  /** Index of the first letter of each word, and the number of all letters. */
  readonly first_of: readonly number[]
}

const composed = (text: string): string => text.normalize('NFC')
const LETTER = /[\p{L}\p{M}\p{N}_]/u

/**
 * Finds a text, also across words, and replaces it. The text is no pattern. Accents count; one space fits any.
 * @returns the number of places, and the words that change, in order
 */
export function replaceText(
  words: readonly EditedWord[],
  { find, replace, match_case, whole_words }: Replacement,
): { count: number; ranges: ReplacedRange[] } {
  const fold = (text: string) => (match_case ? text : text.toLowerCase())
  const { letters, word_of, first_of } = lettersOf(words)
  const sought = fold(composed(find.trim().replace(/\s+/gu, ' ')))
  const found = placesOf(letters.map(fold), sought).filter((place) => !whole_words || isWhole(letters, place))
  const ranges: { from: number; to: number; readonly places: Range[] }[] = []
  for (const place of found) {
    const [from, to] = [word_of[place.from] as number, (word_of[place.to - 1] as number) + 1]
    const last = ranges.at(-1)
    if (last && from < last.to) {
      last.to = to
      last.places.push(place)
    } else ranges.push({ from, to, places: [place] })
  }
  return {
    count: found.length,
    ranges: ranges.map(({ from, to, places }) => {
      const range = { from: first_of[from] as number, to: first_of[to] as number }
      return { from, to, text: rewritten(letters, range, places, replace) }
    }),
  }
}

/** The letters of all words in order, with the spaces that their script needs. */
function lettersOf(words: readonly EditedWord[]): Letters {
  const letters: string[] = []
  const word_of: number[] = []
  const first_of: number[] = []
  for (const [place, { word }] of words.entries()) {
    first_of.push(letters.length)
    for (const letter of composed(word.replace(/\s+/gu, ' '))) {
      letters.push(letter)
      word_of.push(place)
    }
    const next = words[place + 1]
    if (next && gapBetween(word, next.word)) {
      letters.push(' ')
      word_of.push(place)
    }
  }
  first_of.push(letters.length)
  return { letters, word_of, first_of }
}

/** Ranges of letters that say a text, without overlap. @param letters each as units of the text: folding may make several */
function placesOf(letters: readonly string[], sought: string): Range[] {
  if (sought === '') return []
  const text = letters.join('')
  const [from, to] = [letterAt(letters), letterAt(letters)]
  const places: Range[] = []
  for (let at = text.indexOf(sought); at >= 0; ) {
    const place = { from: from(at), to: to(at + sought.length) }
    // A match must not begin or end inside a letter.
    const fits = place.from !== null && place.to !== null
    if (fits) places.push(place as Range)
    at = text.indexOf(sought, at + (fits ? sought.length : 1))
  }
  return places
}

/** Finds the letter that begins at a unit of the text; null inside a letter. It is asked for ever later units. */
function letterAt(letters: readonly string[]): (unit: number) => number | null {
  let [letter, begins] = [0, 0]
  return (unit) => {
    while (begins < unit) begins += (letters[letter++] as string).length
    return begins === unit ? letter : null
  }
}

/** Whether no letter goes on before or after a place. Scripts without spaces do not show where words end. */
function isWhole(letters: readonly string[], { from, to }: Range): boolean {
  const goesOn = (one: number, next: number) => {
    const [before, after] = [letters[one] ?? '', letters[next] ?? '']
    return LETTER.test(before) && LETTER.test(after) && !(isUnspaced(before) && isUnspaced(after))
  }
  return !goesOn(from - 1, from) && !goesOn(to - 1, to)
}

function rewritten(letters: readonly string[], range: Range, places: readonly Range[], replace: string): string {
  const said = (from: number, to: number) => letters.slice(from, to).join('')
  let text = ''
  let from = range.from
  for (const place of places) {
    text += said(from, place.from) + replace
    from = place.to
  }
  return text + said(from, range.to)
}
