import type { LogEntry } from '@footnote/contract/nouns/review/approvals.ts'
import type { Approvals, ReviewPerson } from '@footnote/contract/shared/approvals.ts'
import { guestName, unmarkedName } from '@footnote/contract/shared/guests.ts'
import { APPROVALS } from '@footnote/contract/shared/review-limits.ts'
import type { LoggedReview } from '../../../platform/db/schema.ts'
import type { Reviewer } from '../../../platform/route.ts'
import type { Circumstances, CollectionFacts } from '../../library/collections/policy.ts'
import { canReadNote, canSeePeople, reviewRights } from './policy.ts'
import { decidersOf, type LogRow, type Review, type ReviewerRow, type VerdictRow, verdictOf } from './queries.ts'
import { counting } from './review-status.ts'

/** Name of people whose accounts are deleted. */
const NOBODY = 'Deleted user'

/** The viewer and the circumstances of an answer. */
export interface ReviewPresentation extends Circumstances {
  readonly viewer: Reviewer
  readonly collection: CollectionFacts
}

/**
 * The approval of a version, as the viewer may see it: links see neither accounts nor addresses nor others' notes, nor
 * guests whose link has ended and who do not decide.
 */
export function presentApprovals(
  review: Review,
  { viewer, collection, ...circumstances }: ReviewPresentation,
): Approvals {
  const { video, verdicts, due_at } = review
  const deciders = decidersOf(review)
  const asked = (viewer.kind === 'share' ? deciders : review.reviewers).map((reviewer) => ({
    reviewer,
    verdict: verdictOf(review, reviewer),
  }))
  const counted = new Set(asked.map(({ verdict }) => verdict))
  const unasked = verdicts.filter((verdict) => verdict.verdict !== 'withdrawn' && !counted.has(verdict))
  const people = [
    ...asked.map(({ reviewer, verdict }) => presentPerson(viewer, review, reviewer, verdict)),
    ...unasked.map((verdict) => presentPerson(viewer, review, null, verdict)),
  ]
  return {
    review_status: video.review_status,
    due_at: due_at?.toISOString() ?? null,
    reviewers: people.filter(({ me }) => me || canSeePeople(viewer)),
    can: reviewRights({ viewer, video, collection }, deciders.length > 0, circumstances),
  }
}

/** Whether the viewer is the asked person, or the one who decided. */
function isViewer(
  viewer: Reviewer,
  { links }: Review,
  reviewer: ReviewerRow | null,
  given: VerdictRow | null,
): boolean {
  if (viewer.kind === 'user') return (reviewer ?? given)?.user_id === viewer.user_id
  const made = links.find(({ link_id }) => link_id === viewer.link_id)
  if (made) return (reviewer?.email ?? given?.guest_email) === made.email
  return viewer.guest_key_hash !== null && given?.guest_key_hash === viewer.guest_key_hash
}

function presentPerson(
  viewer: Reviewer,
  review: Review,
  reviewer: ReviewerRow | null,
  given: VerdictRow | null,
): ReviewPerson {
  const user_id = (reviewer ?? given)?.user_id ?? null
  const verdict = counting(given?.verdict)
  const guest_name = reviewer?.guest_name ?? given?.guest_name ?? null
  const me = isViewer(viewer, review, reviewer, given)
  return {
    id: reviewer?.id ?? given?.person ?? '',
    name: guest_name === null ? (reviewer ?? given)?.name || NOBODY : unmarkedName(guest_name),
    kind: guest_name === null ? 'member' : 'guest',
    asked: reviewer !== null,
    me,
    verdict,
    note: verdict && canReadNote(viewer, me) ? (given?.note ?? null) : null,
    at: verdict && (given?.at.toISOString() ?? null),
    // Guests of a link must learn neither who has an account here nor an address.
    user_id: viewer.kind === 'share' ? null : user_id,
    email: viewer.kind === 'share' ? null : (reviewer?.email ?? null),
    link_ended: viewer.kind !== 'share' && reviewer !== null && reviewer.link_ended_at !== null,
  }
}

/** An entry of the log. @param names of reviewers by id; null for a deleted account */
export function presentEntry(row: LogRow, names: ReadonlyMap<string, string | null>): LogEntry {
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? NOBODY)
  const state = ({ reviewers, link_ended, ...rest }: LoggedReview) => ({
    ...rest,
    ...(reviewers && { reviewers: named(reviewers) }),
    ...(link_ended && { link_ended: named(link_ended) }),
  })
  return {
    id: String(row.id),
    video_id: row.video_id,
    version: row.version,
    at: row.at.toISOString(),
    actor: row.automatic ? null : row.guest_name === null ? (row.name ?? NOBODY) : guestName(row.guest_name),
    is_guest: row.guest_name !== null,
    action: row.action,
    before: row.before && state(row.before),
    after: state(row.after),
  }
}

/** The newest entries of a log, as many as an answer has room for. */
export function newestOf(entries: readonly LogEntry[]): LogEntry[] {
  let room = APPROVALS.log_bytes
  const beyond = entries.findLastIndex((entry) => {
    room -= Buffer.byteLength(JSON.stringify(entry)) + 1
    return room < 0
  })
  return entries.slice(beyond + 1)
}
