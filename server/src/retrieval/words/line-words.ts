import { partsOf, type Token } from '@footnote/contract/shared/language/tokens.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { QueryWord } from '../concepts/meaning.ts'
import { readStems } from './stems.ts'
import { isForeign } from './word-kinds.ts'

/** Words that match a word of the query when all of them are in one line. */
export interface Term {
  /** Index of the query's word. */
  readonly place: number
  /** How well they match it, 0 to 1. */
  readonly fit: number
  /** Ids of the words. */
  readonly ids: readonly number[]
  /** Whether a line with them counts as a line with the query's word. */
  readonly counts: boolean
}

/** Shorter parts of a word match by chance. */
const LEAST_PART = 3
/** Minimum pg_trgm similarity of a query word to some part of a line's word. */
const LEAST_SIMILARITY = 0.5
/** Shorter words are similar by chance. */
const LEAST_LETTERS = 4
const MOST_SIMILAR = 500
/**
 * Maximum longer words that contain a word. In scripts without spaces such a word is as long as a line, and this many
 * contain a frequent word of one letter.
 */
const MOST_CONTAINING = 5_000
/** Fit of words that contain a word of another script, which count as having it. */
const CONTAINING_FIT = 0.9

type TermQuery = Pick<Term, 'place' | 'fit' | 'counts'> & { readonly plain: string }

/**
 * Finds the words of lines that match a query's.
 * @param which `counted`: words that have the query's words for full-text search, or contain them in a script without
 * spaces. `all`: also those that match in another way: misspelt, in a longer one, joined or split
 */
export async function findTerms(
  db: Database,
  languages: readonly string[],
  words: readonly QueryWord[],
  which: 'counted' | 'all',
): Promise<Term[]> {
  const counted = words.map(
    ({ word }, place): TermQuery => ({ place, plain: spaced(partsOf(word)), fit: 1, counts: true }),
  )
  const like = which === 'all' ? words.flatMap((_, place) => likeWord(words, place)) : []
  const found = await Promise.all([
    findWanted(db, languages, [...counted, ...like]),
    findContaining(db, languages, words),
    which === 'all' ? findSimilar(db, languages, words) : [],
  ])
  return found.flat()
}

/** Words and pairs of words that may occur instead of a word of the query. */
function likeWord(words: readonly QueryWord[], place: number): TermQuery[] {
  const { word, forms } = words[place] as QueryWord
  const wanted = new Map<string, number>()
  for (const { letters, parts, fit, apart } of forms) {
    if (letters !== word) wanted.set(letters, fit)
    if (apart && parts.length > 1) wanted.set(parts.join(' '), fit)
  }
  for (const plain of [...apart(word), ...together(words, place)]) wanted.set(plain, 1)
  return Array.from(wanted, ([plain, fit]): TermQuery => ({ place, plain, fit, counts: false }))
}

const spaced = (parts: readonly Token[]): string => parts.map(({ plain }) => plain).join(' ')

/** Splits a word into two. */
function apart(word: string): string[] {
  if (!/^[a-z]+$/.test(word)) return []
  const parts: string[] = []
  for (let at = LEAST_PART; at <= word.length - LEAST_PART; at++) parts.push(`${word.slice(0, at)} ${word.slice(at)}`)
  return parts
}

/** A word joined with the one before it or after it. */
const together = (words: readonly QueryWord[], place: number): string[] =>
  [place - 1, place].flatMap((first) => {
    const [one, other] = [words[first], words[first + 1]]
    return one && other ? [one.word + other.word] : []
  })

async function findWanted(db: Database, languages: readonly string[], wanted: readonly TermQuery[]): Promise<Term[]> {
  const { rows } = await sql<{ term: number; ids: number[] }>`
    select term, array_agg(word.id) as ids
    from unnest(${wanted.map(({ plain }) => plain)}::text[]) with ordinality as asked(plain, term)
      cross join unnest(${languages}::text[]) as spoken(tag)
      cross join lateral (select tsvector_to_array(to_tsvector(text_configuration(tag), plain)) as lexemes) as cut
      join line_words as word on word.language = tag and word.lexeme = any(lexemes)
    group by term, tag, lexemes having count(*) = cardinality(lexemes)`.execute(db)
  return rows.map(({ term, ids }): Term => {
    const { place, fit, counts } = wanted[term - 1] as TermQuery
    return { place, fit, ids, counts }
  })
}

/**
 * Full text treats letters without spaces as one word, and knows one language: words of other scripts are parts of
 * longer ones.
 */
async function findContaining(
  db: Database,
  languages: readonly string[],
  words: readonly QueryWord[],
): Promise<Term[]> {
  const foreign = words.flatMap(({ word }, place) => (isForeign(word) ? [{ word, place }] : []))
  if (foreign.length === 0) return []
  const stem = await readStems(
    db,
    foreign.map(({ word }) => word),
    'en',
  )
  const { rows } = await sql<{ at: number; id: number }>`
    select at, containing.id from unnest(${foreign.map(({ word }) => stem(word))}::text[]) with ordinality as asked(part, at)
      cross join lateral (
        select id from line_words
        where octet_length(lexeme) > length(lexeme) and letter_pairs(lexeme) @> letter_pairs(part)
          and strpos(lexeme, part) > 0 and language = any(${languages}::text[])
        order by length(lexeme), id limit ${MOST_CONTAINING}
      ) as containing`.execute(db)
  return rows.map(({ at, id }): Term => {
    const { place } = foreign[at - 1] as (typeof foreign)[number]
    return { place, fit: CONTAINING_FIT, ids: [id], counts: true }
  })
}

/** Words with enough letters in common that one may be a misspelling of the other, or contain it. */
async function findSimilar(db: Database, languages: readonly string[], words: readonly QueryWord[]): Promise<Term[]> {
  const long = words.flatMap(({ word }, place) => (word.length >= LEAST_LETTERS ? [{ word, place }] : []))
  if (long.length === 0) return []
  // The operator compares with a setting: the lateral join has it set before the first comparison.
  const { rows } = await sql<{ at: number; id: number; fit: number }>`
    with threshold as materialized (
      select set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_SIMILARITY)}, true) as value
    )
    select at, near.id, near.fit from threshold
      cross join unnest(${long.map(({ word }) => word)}::text[]) with ordinality as asked(plain, at)
      cross join lateral (
        select id, (word_similarity(plain, lexeme) + similarity(plain, lexeme)) / 2 as fit from line_words
        where lexeme %> plain and language = any(${languages}::text[]) and threshold.value is not null
        order by fit desc, id limit ${MOST_SIMILAR}
      ) as near`.execute(db)
  return rows.map(({ at, id, fit }): Term => {
    const { place } = long[at - 1] as (typeof long)[number]
    return { place, fit, ids: [id], counts: false }
  })
}
