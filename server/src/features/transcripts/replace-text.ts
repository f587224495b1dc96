import { gapBetween, isUnspaced } from '@footnote/contract/shared/language/spoken-words.ts'
import type { EditedWord } from '../../platform/db/schema.ts'
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

/** A letter of a transcript, and the word that it is in; spaces belong to the word before. */
interface Letter {
  readonly letter: string
  readonly word: number
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
  const letters = lettersOf(words)
  const sought = fold(composed(find.trim().replace(/\s+/gu, ' ')))
  const found = placesOf(letters, sought, fold).filter((place) => !whole_words || isWhole(letters, place))
  const ranges: (Range & { places: Range[] })[] = []
  for (const place of found) {
    const [from, to] = [wordAt(letters, place.from), wordAt(letters, place.to - 1) + 1]
    const last = ranges.at(-1)
    if (last && from < last.to) ranges[ranges.length - 1] = { from: last.from, to, places: [...last.places, place] }
    else ranges.push({ from, to, places: [place] })
  }
  const first_of = firstLetters(letters, words.length)
  return {
    count: found.length,
    ranges: ranges.map(({ from, to, places }) => {
      const range = { from: first_of[from] as number, to: first_of[to] as number }
      return { from, to, text: rewritten(letters, range, places, replace) }
    }),
  }
}

/** The letters of all words in order, with the spaces that their script needs. */
function lettersOf(words: readonly EditedWord[]): Letter[] {
  const letters: Letter[] = []
  for (const [place, { word }] of words.entries()) {
    for (const letter of composed(word.replace(/\s+/gu, ' '))) letters.push({ letter, word: place })
    const next = words[place + 1]
    if (next && gapBetween(word, next.word)) letters.push({ letter: ' ', word: place })
  }
  return letters
}

const wordAt = (letters: readonly Letter[], index: number): number => letters[index]?.word ?? 0

/** Ranges of letters that say the text, without overlap. */
function placesOf(letters: readonly Letter[], sought: string, fold: (text: string) => string): Range[] {
  if (sought === '') return []
  // Folding may make several units of a letter, and a match must not begin or end inside one.
  const starts: number[] = []
  let text = ''
  for (const { letter } of letters) {
    starts.push(text.length)
    text += fold(letter)
  }
  starts.push(text.length)
  const letter_at = new Map(starts.map((start, index) => [start, index]))
  const places: Range[] = []
  for (let at = text.indexOf(sought); at >= 0; ) {
    const [from, to] = [letter_at.get(at), letter_at.get(at + sought.length)]
    const fits = from !== undefined && to !== undefined
    if (fits) places.push({ from, to })
    at = text.indexOf(sought, at + (fits ? sought.length : 1))
  }
  return places
}

/** Whether no letter goes on before or after a place. Scripts without spaces do not show where words end. */
function isWhole(letters: readonly Letter[], { from, to }: Range): boolean {
  const goesOn = (one: number, next: number) => {
    const [before, after] = [letters[one]?.letter ?? '', letters[next]?.letter ?? '']
    return LETTER.test(before) && LETTER.test(after) && !(isUnspaced(before) && isUnspaced(after))
  }
  return !goesOn(from - 1, from) && !goesOn(to - 1, to)
}

/** Index of the first letter of each word, and the number of letters at the end. */
function firstLetters(letters: readonly Letter[], count: number): number[] {
  const first_of: number[] = []
  for (const [index, { word }] of letters.entries()) while (first_of.length <= word) first_of.push(index)
  while (first_of.length <= count) first_of.push(letters.length)
  return first_of
}

function rewritten(letters: readonly Letter[], range: Range, places: readonly Range[], replace: string): string {
  const said = (from: number, to: number) =>
    letters
      .slice(from, to)
      .map(({ letter }) => letter)
      .join('')
  let text = ''
  let from = range.from
  for (const place of places) {
    text += said(from, place.from) + replace
    from = place.to
  }
  return text + said(from, range.to)
}
