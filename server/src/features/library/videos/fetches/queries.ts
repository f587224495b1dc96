import { FAILED_STATUSES } from '@footnote/contract/shared/video-status.ts'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'
import type { VideoFetches } from '../../../../platform/db/schema.ts'
import { mediaTypeOf } from '../../../../platform/net/media-types.ts'
import type { GrowingFile } from '../../../../platform/storage/storage.ts'
import type { StorageOwner } from '../../../identity/plans/quota/queries.ts'

/** A fetch with its video, and the owner of its storage. */
export type FetchRow = Selectable<VideoFetches> &
  StorageOwner & {
    readonly collection_id: string
    readonly file_name: string
    readonly storage_key: string
    readonly status: string
  }

/** The query of `findFetch`, which `lockFetch` extends. */
export const fetches = (db: Reader) =>
  db
    .selectFrom('video_fetches')
    .innerJoin('videos', 'videos.id', 'video_id')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .selectAll('video_fetches')
    .select(['collection_id', 'file_name', 'storage_key', 'videos.status', 'collections.company_id'])
    .select(sql<FetchRow['plan']>`coalesce(subscriptions.plan, 'FREE')`.as('plan'))

/** The fetch of a video's file; undefined once the file is complete. */
export const findFetch = (db: Reader, video_id: string): Promise<FetchRow | undefined> =>
  fetches(db).where('video_id', '=', video_id).executeTakeFirst()

/** Whether a run of the job may go on: the video waits for its file, and no newer run has taken the fetch. */
export async function isFetching(db: Reader, video_id: string, writer: string | null): Promise<boolean> {
  const fetch = await findFetch(db, video_id)
  return fetch?.status === 'PENDING' && fetch.writer === writer
}

/** Whether a video exists and is not in deletion. */
export async function isKept(db: Reader, video_id: string): Promise<boolean> {
  const video = await db.selectFrom('videos').select('status').where('id', '=', video_id).executeTakeFirst()
  return video !== undefined && video.status !== 'DELETING'
}

/** Fetches of a person that have not ended. */
export async function openFetchesOf(db: Reader, user_id: string): Promise<number> {
  const { open } = await db
    .selectFrom('video_fetches')
    .innerJoin('videos', 'videos.id', 'video_id')
    .select((rows) => rows.fn.countAll<number>().as('open'))
    .where('user_id', '=', user_id)
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return open
}

/** Ids of videos whose fetch failed before this moment and that still have bytes of it. */
export async function failedFetches(db: Reader, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('video_fetches')
    .innerJoin('videos', 'videos.id', 'video_id')
    .select('video_id')
    .where('received', '>', 0)
    .where('active_at', '<', before)
    .where('status', 'in', FAILED_STATUSES)
    .execute()
  return rows.map(({ video_id }) => video_id)
}

/** The file of a fetch, as its storage knows it. @param size bytes, or more while nobody knows */
export const growingFileOf = (
  { storage_key, received, store }: Pick<FetchRow, 'storage_key' | 'received' | 'store'>,
  size: number,
): GrowingFile => ({ key: storage_key, content_type: mediaTypeOf(storage_key), size, received, state: store })
