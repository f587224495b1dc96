import type { ReviewEvents } from '@footnote/contract/nouns/review/live.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer } from '../../../platform/route.ts'
import { findViewerAgain } from '../../identity/api-keys/queries.ts'
import { type Circumstances, refuseExpired } from '../../library/collections/policy.ts'
import { type Discussion, readDiscussion } from '../comments/queries.ts'
import { findOpenLink } from '../sharing/queries.ts'

/** Somebody with an open stream: who they are, and what they watch. */
export interface Listener {
  viewer: Reviewer
  /** Null while a person's page shows no video. */
  discussion: Discussion | null
}
export type VideoListener = Listener & { discussion: Discussion }

/** What a changed row is about that decides rights. Migration 075 sends it. */
export type RightsNotice = { readonly [About in 'user' | 'company' | 'link' | 'collection' | 'stack']?: string }
export const RIGHTS_CHANNEL = 'footnote_rights'

/** Whether such a change may have given rights to a listener, or taken some. */
export const mayConcern = (notice: RightsNotice, { viewer, discussion }: Listener): boolean =>
  viewer.company_id === notice.company ||
  (viewer.kind === 'user' ? viewer.user_id === notice.user : viewer.link_id === notice.link) ||
  (discussion !== null &&
    (discussion.collection.company_id === notice.company ||
      discussion.collection.id === notice.collection ||
      discussion.video.stack_id === notice.stack))

/** Listeners with the same key have the same rights. */
export const rightsKey = ({ viewer, discussion }: Listener): string => {
  const who =
    viewer.kind === 'user' ? [viewer.session_id ?? viewer.api_key?.id] : [viewer.link_id, viewer.guest_key_hash]
  return [...who, discussion?.video.id].join(' ')
}

/** @throws ProductError unauthenticated, invalid_share_token */
async function readViewerAgain(db: Reader, viewer: Reviewer): Promise<Reviewer> {
  if (viewer.kind === 'user') {
    const current = await findViewerAgain(db, viewer)
    if (!current) throw new ProductError('unauthenticated')
    return current
  }
  const link = await findOpenLink(db, { id: viewer.link_id })
  if (!link) throw new ProductError('invalid_share_token')
  return { ...viewer, permission: link.permission }
}

/**
 * The listener as of now, by the rules of the call that opened the stream.
 * @throws ProductError the error that the call would get now
 */
export async function readListenerAgain(
  db: Reader,
  listener: Listener,
  circumstances: Circumstances,
): Promise<Listener> {
  const viewer = await readViewerAgain(db, listener.viewer)
  return {
    viewer,
    discussion: listener.discussion && (await readOpen(db, viewer, listener.discussion.video.id, circumstances)),
  }
}

/** The discussion of a video whose events a viewer may hear. @throws ProductError not_found, collection_expired */
export async function readOpen(
  db: Reader,
  viewer: Reviewer,
  videoId: string,
  circumstances: Circumstances,
): Promise<Discussion> {
  const discussion = await readDiscussion(db, viewer, videoId)
  // Guests of a link see no list that would show the expiry.
  if (viewer.kind === 'share') refuseExpired(discussion.collection, circumstances)
  if (discussion.video.status === 'DELETING') throw new ProductError('not_found')
  return discussion
}

/** Numbers of the last events of videos; 0 before the first one. */
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
