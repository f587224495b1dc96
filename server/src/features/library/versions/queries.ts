import type { VersionEvent } from '@footnote/contract/nouns/review/live.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { authorizeUpload, type Circumstances } from '../collections/policy.ts'
import type { CollectionRow } from '../collections/queries.ts'
import { IS_CURRENT, readVideo, type VideoRow } from '../videos/queries.ts'
import { authorizeStacking } from './policy.ts'

/** The stack that has another current version. */
export interface VersionFacts {
  readonly stack_id: string
}

/** The current version of a stack; undefined when the stack is gone. */
export const findCurrent = (db: Reader, stackId: string): Promise<VersionEvent | undefined> =>
  db
    .selectFrom('videos')
    .select(['id as video_id', 'version'])
    .where('stack_id', '=', stackId)
    .where(IS_CURRENT)
    .executeTakeFirst()

/** The stack of a video; undefined when the video is gone. */
export async function stackOf(db: Reader, videoId: string): Promise<string | undefined> {
  const row = await db.selectFrom('videos').select('stack_id').where('id', '=', videoId).executeTakeFirst()
  return row?.stack_id
}

/** A version with everything that its line needs. */
export interface VersionRow
  extends Pick<
      VideoRow,
      'id' | 'user_id' | 'version' | 'file_name' | 'status' | 'error' | 'duration' | 'thumbnail_key'
    >,
    Pick<VideoRow, 'created_at' | 'review_status' | 'current'> {
  readonly first_name: string | null
  readonly last_name: string | null
}

/** Versions of a stack, newest first, without those in deletion. */
export const listVersions = (db: Reader, stackId: string): Promise<VersionRow[]> =>
  db
    .selectFrom('videos')
    .leftJoin('users', 'users.id', 'videos.user_id')
    .select(['videos.id', 'videos.user_id', 'version', 'file_name', 'status', 'error', 'duration', 'thumbnail_key'])
    .select(['videos.created_at', 'review_status', 'first_name', 'last_name'])
    .select(IS_CURRENT.as('current'))
    .$narrowType<{ status: VideoStatus }>()
    .where('stack_id', '=', stackId)
    .where('status', '!=', 'DELETING')
    .orderBy('version', 'desc')
    .execute()

/**
 * A video whose stack the viewer may change.
 * @throws ProductError not_found, forbidden, collection_expired, limit_seats, video_not_ready during deletion
 */
export async function readStackable(
  db: Reader,
  viewer: UserViewer,
  id: string,
  circumstances: Circumstances,
): Promise<VideoRow> {
  const { video, collection } = await readVideo(db, viewer, id)
  authorizeStacking(viewer, video, collection, circumstances)
  if (video.status === 'DELETING') throw new ProductError('video_not_ready', { detail: 'The video is being deleted.' })
  return video
}

/**
 * Checks that the viewer may upload to a collection, or add a version to a video of it.
 * @returns the stack of the new version; null for a video that begins its own
 * @throws ProductError not_found, forbidden, other_collection, video_not_ready, collection_expired, limit_seats
 */
export async function stackFor(
  db: Reader,
  viewer: UserViewer,
  { collection, version_of }: { readonly collection: CollectionRow; readonly version_of: string | null | undefined },
  circumstances: Circumstances,
): Promise<string | null> {
  if (version_of) {
    const video = await readStackable(db, viewer, version_of, circumstances)
    if (video.collection_id !== collection.id) throw new ProductError('other_collection')
    return video.stack_id
  }
  authorizeUpload(viewer, collection, circumstances)
  return null
}
