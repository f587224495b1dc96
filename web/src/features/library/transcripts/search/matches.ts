import { plainText } from '@footnote/contract/shared/language/letters.ts'
import { gapBetween, type Words } from '@footnote/contract/shared/language/spoken-words.ts'

/** A part of one word, `to` excluded. */
export interface Stretch {
  readonly word: number
  readonly from: number
  readonly to: number
}
/** One match of a search: the matching part of each of its words. */
export type Match = readonly Stretch[]

/** The letters of a transcript in comparable form, with the place of each. */
interface Letters {
  readonly text: string
  readonly word: readonly number[]
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** Cache of folded letters: a transcript has few different ones, many times. */
const folds = new Map<string, string>()

/** As search folds letters, a hyphen for signs within words, nothing for other punctuation: 'É' is 'e', '’' is '-'. */
function fold(letter: string): string {
  const known = folds.get(letter)
  if (known !== undefined) return known
  const folded = plainText(letter)
    .normalize('NFKD')
    .replaceAll("'", '-')
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
  folds.set(letter, folded)
  return folded
}

/** How a text to replace is found: as the server finds it, with accents and punctuation. */
export interface Exactness {
  readonly match_case: boolean
  readonly whole_words: boolean
}

/** How letters compare. @param exact null for a search, which ignores case, accents and punctuation */
const foldOf = (exact: Exactness | null) => {
  if (!exact) return fold
  return exact.match_case ? (letter: string) => letter : (letter: string) => letter.toLowerCase()
}

/** Prepares a transcript for searching: words separated by one space, or as their script does it. */
export function lettersOf(words: Words, exact: Exactness | null = null): Letters {
  const fold = foldOf(exact)
  const text: string[] = []
  const places: { word: number[]; from: number[]; to: number[] } = { word: [], from: [], to: [] }
  const add = (folded: string, word: number, from: number, to: number) => {
    for (let unit = 0; unit < folded.length; unit += 1) {
      text.push(folded[unit] ?? '')
      places.word.push(word)
      places.from.push(from)
      places.to.push(to)
    }
  }
  words.forEach(({ word }, place) => {
    let offset = 0
    for (const letter of exact ? word.normalize() : word) {
      add(fold(letter), place, offset, offset + letter.length)
      offset += letter.length
    }
    if (text.at(-1) !== ' ' && gapBetween(word, words[place + 1]?.word ?? '')) add(' ', place, offset, offset)
  })
  return { text: text.join(''), ...places }
}

/** The letters between two places, word by word. */
function stretches({ text, word, from, to }: Letters, start: number, end: number): Match {
  const found: Stretch[] = []
  for (let place = start; place < end; place += 1) {
    if (text[place] === ' ' || text[place] === '-') continue
    const letter = { word: word[place] ?? 0, from: from[place] ?? 0, to: to[place] ?? 0 }
    const last = found.at(-1)
    if (last?.word === letter.word) found[found.length - 1] = { ...last, to: letter.to }
    else found.push(letter)
  }
  return found
}

const LETTER = /[\p{L}\p{M}\p{N}_]/u

/** Whether a word goes on at a place. Scripts without spaces do not show where words end. */
const goesOn = (text: string, place: number): boolean => {
  const [before, after] = [text[place - 1] ?? '', text[place] ?? '']
  return LETTER.test(before) && LETTER.test(after) && gapBetween(before, after) !== ''
}

/** A letter to find, and what may be before it: signs, or signs and blanks. */
interface SoughtLetter {
  readonly letter: string
  readonly gap: 'signs' | 'blanks' | 'needed'
}

const isSign = (letter: string | undefined): boolean => letter === '-'
const isGap = (letter: string | undefined): boolean => letter === ' ' || isSign(letter)
const isNumber = (letter: string): boolean => /\p{N}/u.test(letter)

/**
 * The letters of a folded text in each form that people write: 'covid 19', 'covid-19' and 'covid19' find each other, and
 * 'follow-up' finds 'followup' and 'follow up'.
 */
function soughtLetters(sought: string): SoughtLetter[] {
  const letters: SoughtLetter[] = []
  let between = ''
  for (const letter of sought) {
    if (isGap(letter)) {
      between += letter
      continue
    }
    const before = letters.at(-1)?.letter ?? letter
    const parts = between.includes('-') || isNumber(before) !== isNumber(letter)
    letters.push({ letter, gap: parts ? 'blanks' : between === '' ? 'signs' : 'needed' })
    between = ''
  }
  return letters
}

/** Where letters that begin at a place of a text end; null if they are not there. */
function endOf(text: string, start: number, sought: readonly SoughtLetter[]): number | null {
  let place = start
  for (const [at, { letter, gap }] of sought.entries()) {
    const before = place
    if (at > 0) while (gap === 'signs' ? isSign(text[place]) : isGap(text[place])) place += 1
    if (at > 0 && gap === 'needed' && place === before) return null
    if (!text.startsWith(letter, place)) return null
    place += letter.length
  }
  return place
}

/**
 * Finds a text in a transcript, also across words, whatever its case, accents and punctuation, unless it is exact.
 * @param letters prepared with the same exactness
 * @returns matches in order, without overlap; empty for a text without letters
 */
export function findMatches(letters: Letters, query: string, exact: Exactness | null = null): Match[] {
  const fold = foldOf(exact)
  const sought = [...(exact ? query.normalize() : query)].map(fold).join('').trim().replace(/\s+/g, ' ')
  if (!exact) {
    const wanted = soughtLetters(sought)
    const [first] = wanted
    const found: Match[] = []
    for (let place = first ? letters.text.indexOf(first.letter) : -1; first && place >= 0; ) {
      const end = endOf(letters.text, place, wanted)
      if (end !== null) found.push(stretches(letters, place, end))
      place = letters.text.indexOf(first.letter, end ?? place + 1)
    }
    return found
  }
  if (sought === '') return []
  const matches: Match[] = []
  for (
    let place = letters.text.indexOf(sought);
    place >= 0;
    place = letters.text.indexOf(sought, place + sought.length)
  )
    if (!exact.whole_words || !(goesOn(letters.text, place) || goesOn(letters.text, place + sought.length)))
      matches.push(stretches(letters, place, place + sought.length))
  return matches
}
