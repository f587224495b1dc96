import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer, UserViewer } from '../../../platform/route.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import { authorizeComment, type ReviewedVideo } from '../../review/comments/policy.ts'

const HINT = 'Split the file, or go on in a new version of the video.'
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

/**
 * An import is written whole or not at all.
 * @param present number of comments that the video has
 * @param fresh number of those that the file adds
 * @throws ProductError limit_comments
 */
export function refuseBeyond(present: number, fresh: number): void {
  const room = Math.max(0, COMMENTS.of_video - present)
  if (fresh === 0 || fresh <= room) return
  const detail = `The file would add ${fresh} comments, and this video has room for ${room}. ${HINT}`
  throw new ProductError('limit_comments', { detail })
}
