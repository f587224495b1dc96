import type { Hit } from '@footnote/contract/nouns/output/search.ts'
import { plainText } from '@footnote/contract/shared/language/letters.ts'
import { type ParsedQuery, phrasesOf, wordsOf } from '@footnote/contract/shared/language/query.ts'
import { tokensOf } from '@footnote/contract/shared/language/tokens.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { exactWords, phraseOf, placesOf } from './exact-words.ts'
import { isNumber } from './forms/number-words.ts'
import { fitAlone, formsOf, type WordForm } from './forms/word-forms.ts'
import { isCompact, type WordKind, wordKind } from './word-kinds.ts'

/** A video whose file name has every word of the query, and the places of the words. */
export interface FoundVideo {
  readonly video_id: string
  readonly hits: readonly Hit[]
}

const RUN = /[\p{L}\p{M}\p{N}]+/gu
/** Parts of a run of letters and digits that begin a word: `DrillBriefing2` has three. */
const PART = /\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}+/gu
/** Shorter words, and numbers, must equal a whole part: `art 1` does not match `Artist 12`. */
const BEGINS = 3
const UNTOLD: ReadonlySet<WordKind> = new Set(['function', 'asking', 'preposition', 'negation'])

/**
 * Finds videos whose file names have every significant word of a query at the beginning of a word, its phrases in
 * order, and no excluded word.
 * @returns first the names with the largest matching part, then in the given order
 */
export function searchNames(
  videos: readonly { readonly id: string; readonly file_name: string }[],
  query: ParsedQuery,
): FoundVideo[] {
  const words = tellingWords(wordsOf(query))
  if (words.length === 0) return []
  const phrases = phrasesOf(query)
  return videos
    .filter(({ file_name }) => phrases.every((phrase) => isIn(file_name, phrase)))
    .filter(({ file_name }) => !query.left_out.some((text) => isIn(file_name, text)))
    .flatMap(({ id, file_name }) => {
      const hits = hitsIn(file_name, words)
      return hits ? [{ video_id: id, hits, share: shareOf(file_name, hits) }] : []
    })
    .sort((a, b) => b.share - a.share)
    .slice(0, SEARCH.max_named)
    .map(({ video_id, hits }) => ({ video_id, hits }))
}

interface NamedForm {
  readonly letters: string
  /** A name with the form has one of these letters together: all, the longest part, or the first or last two. */
  readonly together: readonly string[]
}

/** A word of the query, and the other ways to write it. */
interface NamedWord {
  /** Runs of letters and digits that must all begin words of the name; empty if only the forms count. */
  readonly runs: readonly string[]
  /** Letters that consecutive parts of the name may make instead. */
  readonly forms: readonly NamedForm[]
}

/** The words without those that every query has, unless there are no others. */
function tellingWords(query: string): NamedWord[] {
  const typed = tokensOf(query)
  const words = typed.map(({ plain }, place): NamedWord => {
    const forms = formsOf(typed, place)
      .filter(({ said }) => !said)
      .map((form): NamedForm => ({ letters: form.letters, together: togetherIn(form) }))
    const lone = fitAlone(typed, place) === 1 || !isNumber(plain)
    const runs = lone ? (plain.match(RUN) ?? []) : []
    return { runs, forms }
  })
  const telling = words.flatMap(({ runs, forms }) => {
    const told = runs.filter((run) => !UNTOLD.has(wordKind(run)))
    return told.length > 0 || runs.length === 0 ? [{ runs: told, forms }] : []
  })
  return telling.length > 0 ? telling : words
}

/** Whether the words of a text are consecutive words of a name. */
const isIn = (name: string, text: string): boolean => placesOf(exactWords(name), phraseOf(text)).length > 0

/** The place of each word, in order and without overlaps; null when one is missing or only the extension matches. */
function hitsIn(name: string, words: readonly NamedWord[]): Hit[] | null {
  const plain = plainText(name)
  const found: Hit[] = []
  for (const { runs, forms } of words) {
    const places = runs.every((run) => plain.includes(singular(run)))
      ? runs.map((run) => placeOf(name, run) ?? placeOf(name, singular(run)))
      : [null]
    const begun = places.length > 0 && places.every((place) => place !== null)
    const form = begun ? null : placeOfForms(name, plain, forms)
    if (!begun && !form) return null
    for (const hit of form ? [form] : places) if (hit) found.push(hit)
  }
  const hits = found.sort((a, b) => a.from - b.from || b.to - a.to)
  if ((hits[0]?.from ?? 0) > stemOf(name).length) return null
  return hits.filter((hit, index) => hits.slice(0, index).every(({ to }) => to <= hit.from))
}

function togetherIn({ letters, parts, apart }: WordForm): string[] {
  if (!apart) return [letters]
  if (parts.length === 1) return [letters.slice(0, 2), letters.slice(-2)]
  return [parts.reduce((a, b) => (b.length > a.length ? b : a))]
}

function placeOfForms(name: string, plain: string, forms: readonly NamedForm[]): Hit | null {
  for (const { letters, together } of forms) {
    const hit = together.some((part) => plain.includes(part)) ? placeOfForm(name, plain, letters) : null
    if (hit) return hit
  }
  return null
}

/** The first consecutive parts of a name that are together a word, whatever separates them. */
function placeOfForm(name: string, plain: string, letters: string): Hit | null {
  if (!hasInOrder(plain, letters)) return null
  const parts = Array.from(name.matchAll(RUN), ({ 0: run, index }) =>
    Array.from(run.matchAll(PART), (part) => ({
      from: index + part.index,
      plain: plainText(part[0]),
      letters: part[0].length,
    })),
  ).flat()
  for (const [at, { from }] of parts.entries()) {
    let together = ''
    for (const part of parts.slice(at)) {
      together += part.plain
      if (together === letters) return { from, to: part.from + part.letters }
      if (!letters.startsWith(together)) break
    }
  }
  return null
}

/** Whether a text has some letters in their order, with any others between them. */
function hasInOrder(text: string, letters: string): boolean {
  let at = -1
  for (const letter of letters) {
    at = text.indexOf(letter, at + 1)
    if (at < 0) return false
  }
  return true
}

/** A plural also finds its singular; the singular is the beginning of its plural anyway. */
const singular = (word: string): string => (word.length > BEGINS ? word.replace(/s$/, '') : word)

/** The first word of a name that begins with a word. */
function placeOf(name: string, word: string): Hit | null {
  const whole = word.length < BEGINS || /^\p{N}+$/u.test(word)
  for (const { 0: run, index } of name.matchAll(RUN)) {
    const parts = Array.from(run.matchAll(PART), (part) => part.index)
    const starts = isCompact(word) ? Array.from({ length: run.length }, (_, place) => place) : parts
    for (const start of starts) {
      const rest = plainText(run.slice(start))
      if (!rest.startsWith(word)) continue
      const end = start + word.length
      if (whole && !isCompact(word) && end !== run.length && !parts.includes(end)) continue
      // Plain text changes the number of some letters, so their positions cannot be counted.
      const exact = rest.length === run.length - start
      return { from: index + start, to: index + (exact ? end : run.length) }
    }
  }
  return null
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '')

/** Matching share of a name's letters, 0 to 1, and above if the extension matches, too. */
function shareOf(name: string, hits: readonly Hit[]): number {
  const letters = (stemOf(name).match(RUN) ?? []).join('').length
  return hits.reduce((sum, { from, to }) => sum + to - from, 0) / Math.max(1, letters)
}
