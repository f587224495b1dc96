import type { LogEntry } from '@footnote/contract/nouns/approvals.ts'
import type { Approvals, ReviewEvent, ReviewPerson } from '@footnote/contract/shared/approvals.ts'
import type { LoggedReview } from '../../platform/db/schema.ts'
import type { Reviewer } from '../../platform/route.ts'
import type { Circumstances, CollectionFacts } from '../collections/policy.ts'
import type { EventSource } from '../comments/present.ts'
import type { Services } from '../services.ts'
import { reviewRights } from './policy.ts'
import {
  findReview,
  type LogRow,
  REVIEW_CHANNEL,
  type Review,
  type ReviewerRow,
  type ReviewNotice,
  type VerdictRow,
  verdictOf,
} from './queries.ts'
import { counting } from './review-status.ts'

/** Name of people whose accounts are deleted. */
const NOBODY = 'Deleted user'

/** The viewer and the circumstances of an answer. */
export interface ReviewPresentation extends Circumstances {
  readonly viewer: Reviewer
  readonly collection: CollectionFacts
}

/** The approval of a version, as the viewer may see it: links see neither accounts nor addresses. */
export function presentApprovals(
  review: Review,
  { viewer, collection, ...circumstances }: ReviewPresentation,
): Approvals {
  const { video, reviewers, verdicts, due_at } = review
  const asked = reviewers.map((reviewer) => ({ reviewer, verdict: verdictOf(review, reviewer) }))
  const counted = new Set(asked.map(({ verdict }) => verdict))
  const unasked = verdicts.filter((verdict) => verdict.verdict !== 'withdrawn' && !counted.has(verdict))
  return {
    review_status: video.review_status,
    due_at: due_at?.toISOString() ?? null,
    reviewers: [
      ...asked.map(({ reviewer, verdict }) => presentPerson(viewer, reviewer, verdict)),
      ...unasked.map((verdict) => presentPerson(viewer, null, verdict)),
    ],
    can: reviewRights({ viewer, video, collection }, reviewers.length > 0, circumstances),
  }
}

function presentPerson(viewer: Reviewer, reviewer: ReviewerRow | null, given: VerdictRow | null): ReviewPerson {
  const user_id = (reviewer ?? given)?.user_id ?? null
  const verdict = counting(given?.verdict)
  return {
    id: reviewer?.id ?? given?.person ?? '',
    name: reviewer?.name ?? given?.name ?? NOBODY,
    kind: reviewer?.email ? 'guest' : 'member',
    asked: reviewer !== null,
    me: viewer.kind === 'user' && user_id === viewer.user_id,
    verdict,
    note: verdict && (given?.note ?? null),
    at: verdict && (given?.at.toISOString() ?? null),
    // Guests of a link must learn neither who has an account here nor an address.
    user_id: viewer.kind === 'share' ? null : user_id,
    email: viewer.kind === 'share' ? null : (reviewer?.email ?? null),
  }
}

/** An entry of the log. @param names of reviewers by id; null for a deleted account */
export function presentEntry(row: LogRow, names: ReadonlyMap<string, string | null>): LogEntry {
  const state = ({ reviewers, ...rest }: LoggedReview) => ({
    ...rest,
    ...(reviewers && { reviewers: reviewers.map((id) => names.get(id) ?? NOBODY) }),
  })
  return {
    id: String(row.id),
    video_id: row.video_id,
    version: row.version,
    at: row.at.toISOString(),
    actor: row.automatic ? null : (row.name ?? NOBODY),
    action: row.action,
    before: row.before && state(row.before),
    after: state(row.after),
  }
}

/** Changes to the approval of the watched version. */
export const reviewEvents = ({ db }: Pick<Services, 'db'>): EventSource<'review', ReviewNotice, Review> => ({
  channel: REVIEW_CHANNEL,
  event: 'review',
  concerns: ({ video_id }, { discussion }) => discussion.video.id === video_id,
  read: async ({ video_id }) => (await findReview(db, video_id)) ?? null,
  present: (review, { viewer, discussion }, circumstances): ReviewEvent => ({
    video_id: review.video.id,
    ...presentApprovals(review, { ...circumstances, viewer, collection: discussion.collection }),
  }),
})
