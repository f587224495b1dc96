import { ProductError } from '../../platform/errors.ts'
import type { UserViewer, Viewer } from '../../platform/route.ts'
import { type Circumstances, type CollectionFacts, isExpired, refuseExpired } from '../collections/policy.ts'
import { isReadOnly, refuseReadOnly } from '../companies/policy.ts'
import type { VideoFacts } from '../videos/policy.ts'

/** What the rules about a link ask. */
export interface LinkFacts {
  /** Who made it. */
  readonly user_id: string
  /** Whose video it shows; null for a sample's. */
  readonly owner_id: string | null
}

/** Whether the viewer, who may read the video, may make a link to it: anyone signed in. */
export const canShare = (
  viewer: Viewer,
  video: VideoFacts,
  collection: CollectionFacts,
  circumstances: Circumstances,
): boolean =>
  viewer.kind === 'user' &&
  video.status !== 'DELETING' &&
  !isExpired(collection, circumstances) &&
  !isReadOnly(viewer, circumstances)

/** @throws ProductError collection_expired, limit_seats, video_not_ready for one that is being deleted */
export function authorizeShare(
  viewer: Viewer,
  video: VideoFacts,
  collection: CollectionFacts,
  circumstances: Circumstances,
): void {
  refuseExpired(collection, circumstances)
  refuseReadOnly(viewer, circumstances)
  if (video.status === 'DELETING') throw new ProductError('video_not_ready', { detail: 'The video is being deleted.' })
}

/** Links are revoked by who made them and by their video's owner; nobody else knows of them. */
export const canManageLink = (viewer: UserViewer, link: LinkFacts): boolean =>
  link.user_id === viewer.user_id || link.owner_id === viewer.user_id
