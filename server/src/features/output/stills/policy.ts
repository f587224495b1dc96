import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer, UserViewer } from '../../../platform/route.ts'
import type { Circumstances, CollectionFacts } from '../../library/collections/policy.ts'
import { authorizeDownload, type VideoFacts } from '../../library/videos/policy.ts'

const TEAM = 'Only members of the team can make stills.'

/**
 * Members make stills of what they may download; a link makes none. The caller has checked that they may read the video.
 * @returns the member
 * @throws ProductError forbidden, collection_expired, video_not_ready during deletion
 */
export function authorizeStills(
  viewer: Reviewer,
  video: VideoFacts,
  collection: CollectionFacts,
  circumstances: Circumstances,
): UserViewer {
  if (viewer.kind === 'share') throw new ProductError('forbidden', { detail: TEAM })
  authorizeDownload(video, collection, circumstances)
  return viewer
}
