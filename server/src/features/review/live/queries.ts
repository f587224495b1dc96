import type { ReviewEvents } from '@footnote/contract/nouns/review/live.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer } from '../../../platform/route.ts'
import { type Circumstances, refuseExpired } from '../../library/collections/policy.ts'
import { type Discussion, type DiscussionRow, discussionFor } from '../comments/queries.ts'

/** Somebody with an open stream: who they are, and what they watch. */
export interface Listener {
  viewer: Reviewer
  /** Null while a person's page shows no video. */
  discussion: Discussion | null
}
export type VideoListener = Listener & { discussion: Discussion }

/**
 * The discussion of a video, if a viewer may hear its events.
 * @throws ProductError not_found, collection_expired
 */
export function streamedDiscussion(
  viewer: Reviewer,
  row: DiscussionRow | undefined,
  circumstances: Circumstances,
): Discussion {
  const discussion = discussionFor(viewer, row)
  // Guests of a link see no list that would show the expiry.
  if (viewer.kind === 'share') refuseExpired(discussion.collection, circumstances)
  if (discussion.video.status === 'DELETING') throw new ProductError('not_found')
  return discussion
}

/** Numbers of the last events of videos, by the video's id. Videos whose log has not begun are left out. */
export async function readLast(db: Reader, videoIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('event_logs')
    .selectAll()
    .where('video_id', '=', sql<string>`any(${videoIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ video_id, last }) => [video_id, last]))
}

/** Events of a video, in order. @param after number of the one before the first @param to number of the last one */
export const readEvents = (db: Reader, videoId: string, after: number, to: number) =>
  db
    .selectFrom('events')
    .select(['number', 'name', 'facts'])
    .where('video_id', '=', videoId)
    .where('number', '>', after)
    .where('number', '<=', to)
    .orderBy('number')
    .$narrowType<{ number: number; name: keyof ReviewEvents }>()
    .execute()
