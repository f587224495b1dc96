import { ProductError } from '../../platform/errors.ts'
import type { Reviewer, UserViewer } from '../../platform/route.ts'
import type { Circumstances } from '../collections/policy.ts'
import { authorizeComment, type ReviewedVideo } from '../comments/policy.ts'

const TEAM = 'Only members of the team can import comments.'

/**
 * Members import comments where they may write them; a link imports none. The caller has checked that they may read the
 * video.
 * @returns the member
 * @throws ProductError forbidden, collection_expired, limit_seats, video_not_ready during deletion
 */
export function authorizeImport(viewer: Reviewer, discussion: ReviewedVideo, circumstances: Circumstances): UserViewer {
  if (viewer.kind === 'share') throw new ProductError('forbidden', { detail: TEAM })
  authorizeComment(viewer, discussion, circumstances)
  return viewer
}
