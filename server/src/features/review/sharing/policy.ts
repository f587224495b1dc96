import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer, Viewer } from '../../../platform/route.ts'
import { refuseReadOnly } from '../../identity/companies/policy.ts'
import { type Circumstances, type CollectionFacts, refuseExpired } from '../../library/collections/policy.ts'
import type { VideoFacts } from '../../library/videos/policy.ts'

/** The facts that rules about a link need. */
export interface LinkFacts {
  /** The person who made the link. */
  readonly user_id: string
  /** The company of that person. */
  readonly company_id: string
  /** The owner of its video; null for a sample. */
  readonly owner_id: string | null
}

/** @throws ProductError collection_expired, limit_seats, video_not_ready during deletion */
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

/** The link's maker, the video's owner and the admins of the maker's company may revoke it; nobody else sees it. */
export const canManageLink = (viewer: UserViewer, link: LinkFacts): boolean =>
  link.user_id === viewer.user_id ||
  link.owner_id === viewer.user_id ||
  (viewer.is_admin && link.company_id === viewer.company_id)
