import { type ParsedQuery, phrasesOf, wordsOf } from '@footnote/contract/shared/query.ts'
import type { Database } from '../platform/db/database.ts'
import type { ModalityHit } from './ranking/hit.ts'
import type { TextLine, TextSource } from './text-line.ts'
import { type Phrase, phraseOf } from './words/exact-words.ts'
import { occurrencesOf } from './words/occurrences.ts'

/** A time in a video, in seconds. */
type Span = Pick<TextLine, 'video_id' | 'start_time' | 'end_time'>

/** What a query demands of the words that are said or written, beyond that they answer it. */
export interface Demands {
  /** Stand there as written and in order, all of them. */
  readonly phrases: readonly Phrase[]
  /** Share of the query's words that are in them, 0 to 1: what has them answers so much of it, common words or not. */
  readonly phrase_share: number
  /** No word is taken for one that is spelt or sounds nearly so. */
  readonly as_typed: boolean
  /** Whether something that the query leaves out is said or written in that time. */
  leavesOut(span: Span): boolean
}

export const NO_DEMANDS: Demands = { phrases: [], phrase_share: 0, as_typed: false, leavesOut: () => false }

const SOURCES: readonly TextSource[] = [
  { table: 'cues', stage: 'speech' },
  { table: 'text_spans', stage: 'ocr' },
]

/** What a parsed query demands of some videos. */
export async function readDemands(
  db: Database,
  video_ids: readonly string[],
  query: ParsedQuery,
  as_typed: boolean,
): Promise<Demands> {
  const phrases = inWords(phrasesOf(query))
  const left_out = await momentsOf(db, video_ids, inWords(query.left_out))
  return {
    phrases,
    phrase_share: phrases.flat().length / Math.max(1, phraseOf(wordsOf(query)).length),
    as_typed,
    leavesOut: (span) => left_out.some((moments) => meets(span, moments)),
  }
}

/**
 * Keeps the hits that the demands allow. Pictures know no words as written: one is kept where every phrase is said or written while
 * it is shown.
 */
export async function keepDemanded(
  db: Database,
  hits: readonly ModalityHit[],
  { phrases, leavesOut }: Demands,
): Promise<ModalityHit[]> {
  const seen = hits.filter(({ type }) => type === 'visual')
  const wanted = await momentsOf(db, [...new Set(seen.map(({ video_id }) => video_id))], phrases)
  return hits.filter(
    (hit) => (hit.type !== 'visual' || wanted.every((moments) => meets(hit, moments))) && !leavesOut(hit),
  )
}

const inWords = (texts: readonly string[]): Phrase[] => texts.map(phraseOf).filter(({ length }) => length > 0)

type Moments = ReadonlyMap<string, readonly TextLine[]>

/** When each phrase is said or written, by video. */
const momentsOf = (db: Database, video_ids: readonly string[], phrases: readonly Phrase[]): Promise<Moments[]> =>
  Promise.all(
    phrases.map(async (phrase) => {
      const lines = await Promise.all(SOURCES.map((source) => occurrencesOf(db, source, video_ids, phrase)))
      return Map.groupBy(lines.flat(), ({ video_id }) => video_id)
    }),
  )

const meets = ({ video_id, start_time, end_time }: Span, moments: Moments): boolean =>
  (moments.get(video_id) ?? []).some((moment) => moment.start_time < end_time && moment.end_time > start_time)
