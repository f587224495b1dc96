import { type ParsedQuery, phrasesOf, wordsOf } from '@footnote/contract/shared/language/query.ts'
import type { Database } from '../platform/db/database.ts'
import type { ModalityHit } from './ranking/hit.ts'
import { TEXT_SOURCES, type TextLine } from './text-line.ts'
import { exactWords, type Phrase, phraseOf, placesOf } from './words/exact-words.ts'
import { occurrencesOf, textsDuring } from './words/occurrences.ts'

/** A time in a video, in seconds. */
type Span = Pick<TextLine, 'video_id' | 'start_time' | 'end_time'>

/** A query's conditions on spoken and written words, besides its relevance. */
export interface QueryFilters {
  /** Phrases that must all occur as written and in order. */
  readonly phrases: readonly Phrase[]
  /**
   * Share of the query's words in phrases, 0 to 1: a text with the phrases answers that share, even of common words.
   */
  readonly phrase_share: number
  /** Whether to exclude words with similar spelling. */
  readonly as_typed: boolean
  /** Those of some times during which an excluded word is said or shown. */
  excluded<Time extends Span>(spans: readonly Time[]): Promise<ReadonlySet<Time>>
}

export const NO_FILTERS: QueryFilters = {
  phrases: [],
  phrase_share: 0,
  as_typed: false,
  excluded: async () => new Set(),
}

/** The conditions of a parsed query for some videos. */
export async function readFilters(
  db: Database,
  video_ids: readonly string[],
  query: ParsedQuery,
  as_typed: boolean,
): Promise<QueryFilters> {
  const phrases = inWords(phrasesOf(query))
  const { words = [], longer = [] } = Object.groupBy(inWords(query.left_out), ({ length }) =>
    length === 1 ? 'words' : 'longer',
  )
  const left_out = await momentsOf(db, video_ids, longer)
  return {
    phrases,
    phrase_share: phrases.flat().length / Math.max(1, phraseOf(wordsOf(query)).length),
    as_typed,
    excluded: async (spans) => {
      const saying = await spansWith(db, spans, words)
      return new Set(spans.filter((span) => saying.has(span) || left_out.some((moments) => meets(span, moments))))
    },
  }
}

/**
 * Keeps the hits that fulfil the conditions. A picture has no words of its own, so it is kept when every phrase is said
 * or shown during its time.
 */
export async function applyFilters(
  db: Database,
  hits: readonly ModalityHit[],
  { phrases, excluded }: QueryFilters,
): Promise<ModalityHit[]> {
  const seen = hits.filter(({ type }) => type === 'visual')
  const wanted = await momentsOf(db, [...new Set(seen.map(({ video_id }) => video_id))], phrases)
  const kept = hits.filter((hit) => hit.type !== 'visual' || wanted.every((moments) => meets(hit, moments)))
  const left_out = await excluded(kept)
  return kept.filter((hit) => !left_out.has(hit))
}

const inWords = (texts: readonly string[]): Phrase[] => texts.map(phraseOf).filter(({ length }) => length > 0)

/**
 * Those of some times during which a word is said or shown. Reads only the lines of these times: many lines have a
 * common word.
 */
async function spansWith<Time extends Span>(
  db: Database,
  spans: readonly Time[],
  words: readonly Phrase[],
): Promise<Set<Time>> {
  if (words.length === 0) return new Set()
  const read = await Promise.all(TEXT_SOURCES.map((source) => textsDuring(db, source, spans)))
  const has = (text: string) => {
    const there = exactWords(text)
    return words.some((word) => placesOf(there, word).length > 0)
  }
  return new Set(spans.filter((_, at) => read.some((texts) => texts[at]?.some(has))))
}

type Moments = ReadonlyMap<string, readonly TextLine[]>

/** The times of each phrase, by video. */
const momentsOf = (db: Database, video_ids: readonly string[], phrases: readonly Phrase[]): Promise<Moments[]> =>
  Promise.all(
    phrases.map(async (phrase) => {
      const lines = await Promise.all(TEXT_SOURCES.map((source) => occurrencesOf(db, source, video_ids, phrase)))
      return Map.groupBy(lines.flat(), ({ video_id }) => video_id)
    }),
  )

const meets = ({ video_id, start_time, end_time }: Span, moments: Moments): boolean =>
  (moments.get(video_id) ?? []).some((moment) => moment.start_time < end_time && moment.end_time > start_time)
