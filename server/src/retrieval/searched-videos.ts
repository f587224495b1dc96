import type { MatchType } from '@footnote/contract/nouns/output/search.ts'
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'

/** A collection to search, and the modalities; a video without one of them has no hits for it. */
export interface SearchedCollection {
  readonly id: string
  readonly modalities: readonly MatchType[]
}

/** A video of a searched collection. */
export interface SearchedVideo {
  readonly id: string
  readonly collection_id: string
  readonly file_name: string
}

/**
 * Videos of the searched collections, newest first, without those in deletion. Of each stack the newest indexed version
 * answers, so that an earlier one answers while the next is indexed. Without an indexed one, it is the newest of those
 * that have results already.
 */
export const videosOf = (db: Database, collections: readonly SearchedCollection[]): Promise<SearchedVideo[]> =>
  db
    .selectFrom('videos')
    .select(['id', 'collection_id', 'file_name'])
    .where(sql<boolean>`collection_id = any(${collections.map(({ id }) => id)}::uuid[])`)
    .where('status', '!=', 'DELETING')
    .where(sql<boolean>`not exists (
      select from videos other where other.stack_id = videos.stack_id and other.status <> 'DELETING'
        and (other.status = 'SUCCESS', other.searchable_until is not null, other.version)
          > (videos.status = 'SUCCESS', videos.searchable_until is not null, videos.version))`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Ids of the videos whose collections are searched by a modality. */
export function searchedBy(
  modality: MatchType,
  videos: readonly SearchedVideo[],
  collections: readonly SearchedCollection[],
): string[] {
  const wanted = new Set(collections.filter(({ modalities }) => modalities.includes(modality)).map(({ id }) => id))
  return videos.filter(({ collection_id }) => wanted.has(collection_id)).map(({ id }) => id)
}
