import type { Hooks } from '../features/hooks.ts'
import { copySampleComments } from '../features/library/samples/commands.ts'
import { endReviewers, leaveReviews, recomputeReview } from '../features/review/approvals/commands.ts'
import { notifyAuthorsOn } from '../features/review/comments/deletion/commands.ts'
import { countThreads } from '../features/review/comments/deletion/queries.ts'
import { keepOpenComments } from '../features/review/comments/kept/commands.ts'
import { beginNumbers, bringNumbers, joinNumbers } from '../features/review/comments/numbers/commands.ts'
import { followStack } from '../features/review/sharing/commands.ts'
import { shownVersions } from '../features/review/sharing/shown/queries.ts'

/** The functions of higher wings that stand behind the hooks. */
export const HOOKS: Hooks = {
  companyFounded: copySampleComments,
  memberLeaves: leaveReviews,
  commentsStay: keepOpenComments,
  videosDeleted: notifyAuthorsOn,
  versionsChanged: recomputeReview,
  videosChangeStack: bringNumbers,
  stacksMerge: async (transaction, from, video_ids, onto) => {
    await endReviewers(transaction, from, onto)
    await joinNumbers(transaction, from, video_ids, onto)
    await followStack(transaction, from, onto)
  },
  stackBegins: beginNumbers,
  countThreads,
  shownVersions,
}
