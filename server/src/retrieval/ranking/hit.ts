import type { MatchType, Hit as Span } from '@footnote/contract/nouns/search.ts'
import type { Likened } from '../vectors/likeness.ts'

/** Something found by one modality. Times in seconds. */
export interface ModalityHit {
  readonly type: MatchType
  readonly video_id: string
  readonly start_time: number
  readonly end_time: number
  /** 0 to 1, how well it answers before calibration. */
  readonly raw: number
  /** 0 to 1, calibrated where there were questions to calibrate it by. */
  readonly score: number
  /** What calibrated evidence alone makes of it, 0 to 1; 0 without any. */
  readonly sure: number
  /** Where it was looked for in two ways: what its places in both rankings add up to. It orders hits of one score. */
  readonly fused?: number
  /** Says why it was found; empty where `like` does. */
  readonly text: string
  /** What it was found to be like: how like, its score says. */
  readonly like?: Likened
  /** Characters of `text` that answer the query. */
  readonly hits: readonly Span[]
}

/** What a search looks into. */
export interface Scope {
  readonly video_ids: readonly string[]
}

/** Hits a modality hands on at most, best first. */
export const MOST_HITS = 600
