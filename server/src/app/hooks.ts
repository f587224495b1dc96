import { endReviewers, leaveReviews, settleReview } from '../features/approvals/commands.ts'
import { notifyAuthorsOn } from '../features/comments/deletion/commands.ts'
import { countOpenThreads } from '../features/comments/deletion/queries.ts'
import { keepOpenComments } from '../features/comments/kept/commands.ts'
import { beginNumbers, bringNumbers, joinNumbers } from '../features/comments/numbers/commands.ts'
import type { Hooks } from '../features/hooks.ts'
import { copySampleComments } from '../features/samples/commands.ts'

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
