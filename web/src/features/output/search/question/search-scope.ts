import type { Collection, CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { SEARCH_TYPES, type SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import { ALL_COLLECTIONS } from '@footnote/contract/nouns/output/search.ts'
import { isUnfinished } from '@footnote/contract/shared/video-status.ts'
import { uploadAddress } from '../../../../lib/addresses.ts'
import { typesOf } from '../filters/filters.tsx'

/** An entry of the search bar's list. */
export type SearchPlace = Pick<Collection, 'id' | 'name'>

/** The choice of all collections at once. */
export const EVERYWHERE: SearchPlace = { id: ALL_COLLECTIONS, name: 'All collections' }

/** Entries of the list: all collections at once, and each that is not expired. */
export function searchPlaces(collections: readonly Collection[]): SearchPlace[] {
  const open = collections.filter(({ expired }) => !expired)
  return open.length > 0 ? [EVERYWHERE, ...open] : []
}

/** The collection to search, or all of them. */
export interface SearchScope extends SearchPlace {
  readonly everywhere: boolean
  /** Modalities that can be searched. */
  readonly types: readonly SearchType[]
  readonly expired: boolean
  /** Whether there is a video to search. */
  readonly filled: boolean
  /** Videos of one collection, newest first; empty for all collections, whose videos the page does not know. */
  readonly videos: readonly Video[]
  /** Number of videos that are being indexed. */
  readonly indexing: number
  /** Whether the sample films are searched, for which the page offers questions. */
  readonly sample: boolean
  /** Collections that a search of all leaves out. */
  readonly left_out: readonly SearchPlace[]
  /** Where the user can add a video. */
  readonly remedy: { readonly label: string; readonly to: string } | null
}

/** A search of one collection. */
export function scopeOf(detail: CollectionDetail): SearchScope {
  const { collection, videos } = detail
  const { id, name, expired, sample, can } = collection
  return {
    id,
    name,
    everywhere: false,
    types: typesOf(detail),
    expired,
    filled: videos.length > 0,
    videos,
    indexing: videos.filter(({ status }) => isUnfinished(status)).length,
    sample,
    left_out: [],
    remedy: can.upload ? { label: 'Upload Videos', to: uploadAddress(collection) } : null,
  }
}

/**
 * A search of all collections. As on the server, it leaves the samples out unless there is no other video.
 * @param own the company's collections of both kinds
 */
export function scopeOfAll(own: readonly Collection[], samples: readonly Collection[]): SearchScope {
  const filled = (list: readonly Collection[]) => list.some(({ expired, num_videos }) => !expired && num_videos > 0)
  return {
    ...EVERYWHERE,
    everywhere: true,
    types: SEARCH_TYPES,
    expired: false,
    filled: filled(own) || filled(samples),
    videos: [],
    indexing: 0,
    sample: !filled(own) && filled(samples),
    left_out: filled(own) ? samples.filter(({ num_videos }) => num_videos > 0) : [],
    remedy: { label: 'Go to Collections', to: '/collections' },
  }
}
