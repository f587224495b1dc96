import type { Correction } from '@footnote/contract/nouns/output/search.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { describeMatches, type FoundMatch } from './describe-matches.ts'
import type { MergedHit } from './ranking/merge.ts'
import type { SearchedCollection } from './searched-videos.ts'
import type { VisualSearch } from './vectors/visual.ts'
import type { FoundVideo } from './words/names.ts'

/** The means of a search. */
export interface SearchTools extends VisualSearch {
  /**
   * Called with the ids of all videos of an answer while its moments are described, so that the caller can read them
   * meanwhile. A repeated search calls it again.
   */
  readonly onVideos?: (video_ids: readonly string[]) => void
}

/** What a search found. */
export interface FoundMatches {
  readonly matches: FoundMatch[]
  /** Videos with a matching file name, best first. */
  readonly videos: FoundVideo[]
  /** Whether there were more than listed. */
  readonly truncated: boolean
  /** Null when every word was searched as typed. */
  readonly corrected: Correction | null
  /** False if the videos have no word of the query, and no engine knows one. */
  readonly understood: boolean
}

/** The collections, and the options of a search. */
export interface SearchOptions {
  readonly collections: readonly SearchedCollection[]
  /** 0 to 1, see `tempered`. */
  readonly temperature: number
}

/** Describes the best matches, and announces the videos of the answer. */
export async function describeFound(
  { db, onVideos }: SearchTools,
  merged: readonly MergedHit[],
  videos: FoundVideo[],
  { temperature }: Pick<SearchOptions, 'temperature'>,
): Promise<Omit<FoundMatches, 'corrected' | 'understood'>> {
  const listed = [...merged.slice(0, SEARCH.max_matches), ...videos]
  onVideos?.([...new Set(listed.map(({ video_id }) => video_id))])
  return { ...(await describeMatches(db, merged, temperature)), videos }
}
