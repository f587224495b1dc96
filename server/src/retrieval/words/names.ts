import type { Hit } from '@footnote/contract/nouns/search.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { type ParsedQuery, phrasesOf, wordsOf } from '@footnote/contract/shared/query.ts'
import { isCompact, plainText, type WordKind, wordKind } from './query-words.ts'

/** A video whose file name has every word asked for, and where in the name the words are. */
export interface FoundVideo {
  readonly video_id: string
  readonly hits: readonly Hit[]
}

const RUN = /[\p{L}\p{M}\p{N}]+/gu
/** Parts of a run of letters and digits that begin a word: `DrillBriefing2` has three. */
const PART = /\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}+/gu
/** Shorter words, and numbers, have to be the whole of a part: `art 1` does not mean `Artist 12`. */
const BEGINS = 3
const UNTOLD: ReadonlySet<WordKind> = new Set(['function', 'asking', 'preposition', 'negation'])

/**
 * Finds videos whose file names have every word of a query that tells something, at the beginning of a word of the name; phrases
 * in order, and nothing of what the query leaves out.
 * @returns those first of whose names the words are the greatest part, then in the order given
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

/** Without words that every question has, unless there are no others. */
function tellingWords(query: string): string[] {
  const all = [...new Set((query.match(RUN) ?? []).map(plainText))]
  const telling = all.filter((word) => !UNTOLD.has(wordKind(word)))
  return telling.length > 0 ? telling : all
}

/** Whether the words of a text are words of a name, one after the other. */
const isIn = (name: string, text: string): boolean =>
  isCompact(plainText(text)) ? plainText(name).includes(plainText(text)) : spaced(name).includes(spaced(text))

const spaced = (text: string): string => ` ${(text.match(RUN) ?? []).map(plainText).join(' ')} `

/** Where each word is, in order and without overlaps; null where one is missing or only the extension answers. */
function hitsIn(name: string, words: readonly string[]): Hit[] | null {
  const plain = plainText(name)
  if (!words.every((word) => plain.includes(singular(word)))) return null
  const found = words.map((word) => placeOf(name, word) ?? placeOf(name, singular(word)))
  const hits = found.filter((hit) => hit !== null).sort((a, b) => a.from - b.from || b.to - a.to)
  if (hits.length < words.length || (hits[0]?.from ?? 0) > stemOf(name).length) return null
  return hits.filter((hit, index) => hits.slice(0, index).every(({ to }) => to <= hit.from))
}

/** A plural also finds its singular; the singular is the beginning of its plural in any case. */
const singular = (word: string): string => (word.length > BEGINS ? word.replace(/s$/, '') : word)

/** Where a word first begins in a name. */
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
      // Letters that are written otherwise in plain text cannot be counted by it.
      const exact = rest.length === run.length - start
      return { from: index + start, to: index + (exact ? end : run.length) }
    }
  }
  return null
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '')

/** Share of a name's letters that was asked for, 0 to 1 and above where the extension was too. */
function shareOf(name: string, hits: readonly Hit[]): number {
  const letters = (stemOf(name).match(RUN) ?? []).join('').length
  return hits.reduce((sum, { from, to }) => sum + to - from, 0) / Math.max(1, letters)
}
