import type { Collection, CollectionDetail } from '@footnote/contract/nouns/collections.ts'
import { ALL_COLLECTIONS, SEARCH_TYPES, type SearchType } from '@footnote/contract/nouns/search.ts'
import type { Video } from '@footnote/contract/nouns/videos.ts'
import { isUnfinished } from '@footnote/contract/shared/video-status.ts'
import { typesOf } from './filters.tsx'

/** What a search bar lists. */
export type SearchPlace = Pick<Collection, 'id' | 'name'>

/** The choice of all collections at once. */
export const EVERYWHERE: SearchPlace = { id: ALL_COLLECTIONS, name: 'All collections' }

/** What can be chosen to be searched: all collections, and each that is not expired. */
export function searchPlaces(collections: readonly Collection[]): SearchPlace[] {
  const open = collections.filter(({ expired }) => !expired)
  return open.length > 0 ? [EVERYWHERE, ...open] : []
}

/** What is searched: a collection, or all of them. */
export interface SearchScope extends SearchPlace {
  readonly everywhere: boolean
  /** By which modalities. */
  readonly types: readonly SearchType[]
  readonly expired: boolean
  /** Whether there is a video to search. */
  readonly filled: boolean
  /** A collection's, newest first; of all collections they are not known, and none. */
  readonly videos: readonly Video[]
  /** Number of those that are being indexed. */
  readonly indexing: number
  /** Whether the sample films answer, for which there are questions to begin with. */
  readonly sample: boolean
  /** What a search of all collections passes over. */
  readonly left_out: readonly SearchPlace[]
  /** Where a video can be added. */
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
    remedy: can.upload ? { label: 'Upload Videos', to: `/collections/${id}?openUploadModal=true` } : null,
  }
}

/**
 * A search of all collections. As the server does, it leaves the samples out unless there is no other video.
 * @param own the company's, of both kinds
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
