// Past 250 lines: every way in which a review changes.
import { createHash } from 'node:crypto'
import { largest } from '@footnote/contract/shared/extremes.ts'
import type { GuestName } from '@footnote/contract/shared/guests.ts'
import type { ReviewAction, ReviewStatus, Verdict } from '@footnote/contract/shared/review-status.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { logEvents } from '../../../platform/db/event-log.ts'
import type { LoggedReview, Tables } from '../../../platform/db/schema.ts'
import { holdCollections, lockCollection } from '../../library/collections/commands.ts'
import { lockStacks } from '../../library/versions/commands.ts'
import { findCurrent } from '../../library/versions/queries.ts'
import { endLinksFor } from '../sharing/commands.ts'
import { decidersOf, type Review, readReview, statusOf } from './queries.ts'

/**
 * The review of a version; nobody else changes it, its stack or its people until the end of the transaction.
 * @throws ProductError not_found for a deleted version
 */
export async function holdReview(
  transaction: Transaction<Tables>,
  { id, collection_id }: { readonly id: string; readonly collection_id: string },
): Promise<Review> {
  // Nobody stacks videos of a locked collection, so the stack is still the same one when it is locked.
  await lockCollection(transaction, collection_id)
  await lockStacks(transaction, [(await readReview(transaction, id)).video.stack_id])
  return await readReview(transaction, id)
}

/** Somebody who acts: a user, or a guest by their name and link. */
export type Actor =
  | { readonly user_id: string }
  | {
      readonly user_id: null
      readonly guest_id: string
      readonly guest_name: GuestName | string
      readonly link_id: string
      /** For whom the link was made. */
      readonly email: string | null
    }

/** What happened to a review, for its log. */
interface ReviewChange {
  readonly action: ReviewAction
  /** Who acted; null when it follows from something else. */
  readonly actor: Actor | null
  /** What changed besides the status. */
  readonly before?: Omit<LoggedReview, 'review_status'>
  readonly after?: Omit<LoggedReview, 'review_status'>
}

/** Brings the status of a version up to date, writes the log, and tells open pages. The caller holds the stack. */
export async function conclude(
  transaction: Transaction<Tables>,
  earlier: Review,
  happening: ReviewChange,
): Promise<Review> {
  const { action, actor } = happening
  const { id, review_status } = earlier.video
  const review = await readReview(transaction, id)
  const status = statusOf(review)
  if (status !== review_status)
    await transaction.updateTable('videos').set({ review_status: status }).where('id', '=', id).execute()
  await transaction
    .insertInto('review_log')
    .values({
      video_id: id,
      ...columnsOf(actor),
      link_id: actor?.user_id === null ? actor.link_id : null,
      automatic: actor === null,
      action,
      before: JSON.stringify({ review_status, ...happening.before }),
      after: JSON.stringify({ review_status: status, ...happening.after }),
    })
    .execute()
  await logEvents(transaction, [{ video_id: id, name: 'review', facts: {} }])
  return { ...review, video: { ...review.video, review_status: status } }
}

const columnsOf = (actor: Actor | null) =>
  actor?.user_id === null
    ? { user_id: null, guest_id: actor.guest_id, guest_name: actor.guest_name }
    : { user_id: actor?.user_id ?? null }

/**
 * Marks the verdicts of one person on one video. A guest for whom links were made is the same person through each.
 */
const personOf = (videoId: string, actor: Actor): string =>
  createHash('sha256')
    .update(`${videoId} ${actor.user_id ?? actor.email ?? actor.guest_id}`)
    .digest('base64url')

export interface VerdictEntry {
  readonly actor: Actor
  readonly verdict: Verdict
  readonly note: string | null
}

/** Adds a verdict to those on a version. The caller holds the stack. */
export async function addVerdict(
  transaction: Transaction<Tables>,
  review: Review,
  { actor, verdict, note }: VerdictEntry,
): Promise<Review> {
  const person = personOf(review.video.id, actor)
  const before = review.verdicts.find((one) => one.person === person)
  const last = before && before.verdict !== 'withdrawn' ? before.verdict : null
  await transaction
    .insertInto('verdicts')
    .values({ video_id: review.video.id, ...columnsOf(actor), person, verdict, note })
    .execute()
  return await conclude(transaction, review, {
    action: 'verdict',
    actor,
    before: { verdict: last },
    after: { verdict: verdict === 'withdrawn' ? null : verdict, note },
  })
}

/** Sets the status of a version; it counts until the next verdict. The caller holds the stack. */
export async function setStatus(
  transaction: Transaction<Tables>,
  review: Review,
  { user_id, review_status }: { readonly user_id: string; readonly review_status: ReviewStatus },
): Promise<Review> {
  const set_after = Math.max(0, largest(review.verdicts.map(({ id }) => id)))
  await transaction
    .updateTable('videos')
    .set({ set_status: review_status, set_after })
    .where('id', '=', review.video.id)
    .execute()
  return await conclude(transaction, review, { action: 'status', actor: { user_id } })
}

/** Somebody to ask: a member, or a person with an address and a name. */
export type NewReviewer =
  | { readonly user_id: string; readonly email: null; readonly name: null }
  | { readonly user_id: null; readonly email: string; readonly name: string }

/** Whom to ask from now on, and until when. */
export interface Request {
  readonly user_id: string
  readonly people: readonly NewReviewer[]
  readonly due_at: Date | null
}

const isSame = (one: Pick<NewReviewer, 'user_id' | 'email'>, other: Pick<NewReviewer, 'user_id' | 'email'>): boolean =>
  one.user_id === other.user_id && one.email === other.email

/**
 * Asks these people, in place of those before. Who stays asked keeps the verdict; a guest whose link has ended is asked
 * again. The caller holds the stack.
 */
export async function requestReview(
  transaction: Transaction<Tables>,
  review: Review,
  { user_id, people, due_at }: Request,
): Promise<Review> {
  const { video, reviewers } = review
  const kept = decidersOf(review).filter((reviewer) => people.some((one) => isSame(one, reviewer)))
  const gone = reviewers.filter((reviewer) => !kept.includes(reviewer))
  const added = people.filter((one) => !kept.some((reviewer) => isSame(one, reviewer)))
  await endGuests(transaction, video.stack_id, gone)
  // One after the other, so that the time of asking keeps their order.
  for (const one of added)
    await transaction
      .insertInto('reviewers')
      .values({ ...one, stack_id: video.stack_id, asked_by: user_id })
      .execute()
  await transaction.updateTable('stacks').set({ due_at }).where('id', '=', video.stack_id).execute()
  const later = await readReview(transaction, video.id)
  return await conclude(transaction, review, {
    action: 'request',
    actor: { user_id },
    before: partsOf(review),
    after: partsOf(later),
  })
}

const partsOf = ({ reviewers, due_at }: Review) => ({
  reviewers: reviewers.map(({ id }) => id),
  due_at: due_at?.toISOString() ?? null,
})

/** Ends requests. Keeps their rows without the address, since the log refers to them. */
const endAsking = (db: Kysely<Tables>, ids: readonly string[]) =>
  db
    .updateTable('reviewers')
    .set({ ended_at: new Date(), email: null })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .execute()

/** The same, and ends the links that were made for them. */
async function endGuests(
  transaction: Transaction<Tables>,
  stackId: string,
  people: readonly { readonly id: string; readonly email: string | null }[],
): Promise<void> {
  const emails = people.flatMap(({ email }) => (email ? [email] : []))
  await endLinksFor(transaction, stackId, emails)
  await endAsking(
    transaction,
    people.map(({ id }) => id),
  )
}

/**
 * Brings the status of a stack's current version up to date after other versions or people: asked people decide about
 * the version that is current now. The caller holds the stack.
 */
export async function recomputeReview(
  transaction: Transaction<Tables>,
  stackId: string,
  action: 'current' | 'reviewer_left' = 'current',
): Promise<void> {
  const current = await findCurrent(transaction, stackId)
  if (!current) return
  const review = await readReview(transaction, current.video_id)
  if (statusOf(review) === review.video.review_status && action === 'current') return
  await conclude(transaction, review, { action, actor: null, after: partsOf(review) })
}

/** Moves the people who were asked for one stack to another, which takes its versions. They are asked no more. */
export async function endReviewers(transaction: Transaction<Tables>, from: string, onto: string): Promise<void> {
  const asked = await transaction.selectFrom('reviewers').select(['id', 'email']).where('stack_id', '=', from).execute()
  await endGuests(transaction, from, asked)
  await transaction.updateTable('reviewers').set({ stack_id: onto }).where('stack_id', '=', from).execute()
}

/**
 * Asks a person no more who leaves the company or Footnote. Locks their collections and those that they review, so call
 * it after the lock of the company and before any other.
 */
export async function leaveReviews(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const asked = await transaction
    .selectFrom('reviewers')
    .innerJoin('stacks', 'stacks.id', 'reviewers.stack_id')
    .select(['reviewers.id', 'stack_id', 'collection_id'])
    .where('reviewers.user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  if (asked.length === 0) return
  const own = await transaction.selectFrom('collections').select('id').where('user_id', '=', userId).execute()
  await holdCollections(transaction, [...asked.map((one) => one.collection_id), ...own.map(({ id }) => id)])
  const stacks = [...new Set(asked.map(({ stack_id }) => stack_id))]
  await lockStacks(transaction, stacks)
  await endAsking(
    transaction,
    asked.map(({ id }) => id),
  )
  for (const stack of stacks) await recomputeReview(transaction, stack, 'reviewer_left')
}
