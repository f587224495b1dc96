import type { Reader } from '../../../platform/db/reader.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer } from '../../../platform/route.ts'
import { findViewerAgain } from '../../identity/api-keys/queries.ts'
import { type Circumstances, refuseExpired } from '../../library/collections/policy.ts'
import { type Discussion, readDiscussion } from '../comments/queries.ts'
import { findOpenLink } from '../sharing/queries.ts'

/** Somebody with an open stream: who they are and what they watch. */
export interface Listener {
  viewer: Reviewer
  discussion: Discussion
}

/** What a changed row is about that decides rights. Migration 075 sends it. */
export type RightsNotice = { readonly [About in 'user' | 'company' | 'link' | 'collection' | 'stack']?: string }
export const RIGHTS_CHANNEL = 'footnote_rights'

/** Whether such a change may have given rights to a listener, or taken some. */
export const mayConcern = (notice: RightsNotice, { viewer, discussion: { video, collection } }: Listener): boolean =>
  viewer.company_id === notice.company ||
  collection.company_id === notice.company ||
  collection.id === notice.collection ||
  video.stack_id === notice.stack ||
  (viewer.kind === 'user' ? viewer.user_id === notice.user : viewer.link_id === notice.link)

/** Listeners with the same key have the same rights. */
export const rightsKey = ({ viewer, discussion }: Listener): string => {
  const who =
    viewer.kind === 'user' ? [viewer.session_id ?? viewer.api_key?.id] : [viewer.link_id, viewer.guest_key_hash]
  return [...who, discussion.video.id].join(' ')
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
  const discussion = await readDiscussion(db, viewer, listener.discussion.video.id)
  if (discussion.video.status === 'DELETING') throw new ProductError('not_found')
  if (viewer.kind === 'share') refuseExpired(discussion.collection, circumstances)
  return { viewer, discussion }
}
