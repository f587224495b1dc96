import type { MatchType, Hit as Span } from '@footnote/contract/nouns/output/search.ts'
import type { SampleRun } from './sample-runs.ts'

/** The kinds of references for pictures. */
export type ReferenceKind = 'text' | 'picture' | 'frame' | 'part'

/** A hit of one modality. Times in seconds. */
export interface ModalityHit {
  readonly type: MatchType
  readonly video_id: string
  readonly start_time: number
  readonly end_time: number
  /** Relevance before calibration, 0 to 1. */
  readonly raw: number
  /** 0 to 1, calibrated if there were questions for it. */
  readonly score: number
  /** The score from calibrated evidence alone, 0 to 1; 0 without any. */
  readonly sure: number
  /** The score without words that are only spelt alike, 0 to 1. */
  readonly besides_spelling: number
  /** Fused rank of a hit from two rankings. Orders hits of equal score. */
  readonly fused?: number
  /** The reason for the hit; empty if `like` gives it. */
  readonly text: string
  /** The reference of a search by similarity; the score says how similar it is. */
  readonly like?: ReferenceKind
  /** The best sample of a hit in pictures by similarity. */
  readonly sample_id?: number
  /** Whether the hit surely shows the same picture as the reference, or a part of it. */
  readonly same?: boolean
  /** Characters of `text` that match the query. */
  readonly hits: readonly Span[]
  /** The line that is closest to the query, of a hit by embeddings. */
  readonly nearest?: { readonly start_time: number; readonly end_time: number }
}

/** A hit whose score says how similar its pictures are. */
export const hitLike = (
  like: ReferenceKind,
  { video_id, start_time, end_time, best }: SampleRun,
  evidence: Pick<ModalityHit, 'raw' | 'score' | 'sure' | 'besides_spelling'>,
): ModalityHit => ({
  type: 'visual',
  video_id,
  start_time,
  end_time,
  ...evidence,
  text: '',
  like,
  sample_id: best,
  hits: [],
})

/** Whether a text has words of the query itself, and not only a similar meaning or spelling. */
export const isEvidence = ({ hits }: Pick<ModalityHit, 'hits'>): boolean => hits.some(({ similar }) => !similar)

/** The place to search. */
export interface Scope {
  readonly video_ids: readonly string[]
}

/** Maximum hits that a modality passes on, best first. */
export const MOST_HITS = 600
