import type { Hooks } from '../features/hooks.ts'
import { copySampleComments } from '../features/library/samples/commands.ts'
import { endReviewers, leaveReviews, settleReview } from '../features/review/approvals/commands.ts'
import { notifyAuthorsOn } from '../features/review/comments/deletion/commands.ts'
import { countOpenThreads } from '../features/review/comments/deletion/queries.ts'
import { keepOpenComments } from '../features/review/comments/kept/commands.ts'
import { beginNumbers, bringNumbers, joinNumbers } from '../features/review/comments/numbers/commands.ts'

/** The commands of higher wings that follow from what happens in lower ones. */
export const HOOKS: Hooks = {
  companyFounded: copySampleComments,
  memberLeaves: leaveReviews,
  commentsStay: keepOpenComments,
  videosDeleted: notifyAuthorsOn,
  versionsChanged: settleReview,
  videosChangeStack: bringNumbers,
  stacksMerge: async (transaction, from, video_ids, onto) => {
    await endReviewers(transaction, from, onto)
    await joinNumbers(transaction, from, video_ids, onto)
  },
  stackBegins: beginNumbers,
  countOpenThreads,
}
