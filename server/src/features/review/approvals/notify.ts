import type { Verdict } from '@footnote/contract/shared/review-status.ts'
import type { Transaction } from 'kysely'
import type { NotificationPayload, Tables } from '../../../platform/db/schema.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { notifyPerson } from '../../ground/notifications/commands.ts'
import { type Review, type ReviewerRow, verdictOf } from './queries.ts'
import { counting } from './review-status.ts'

/** A change of a review that people hear of, and who made it. */
interface Change {
  /** After the change. */
  readonly review: Review
  readonly user_id: string | null
  readonly actor_name: string
  readonly is_guest: boolean
}

/** The facts of every notification about a review. */
export const payloadOf = ({
  review: { video },
  actor_name,
  is_guest,
}: Pick<Change, 'review' | 'is_guest'> & { readonly actor_name: string | null }): NotificationPayload => ({
  video_id: video.id,
  video_name: video.file_name,
  version: video.version,
  actor_name,
  is_guest,
})

/** Whether an asked person has no verdict that counts. */
export const isUndecided = (review: Review, reviewer: ReviewerRow): boolean =>
  counting(verdictOf(review, reviewer)?.verdict) === null

/**
 * Notifies the members who are asked now and were not before; with a message, also those who have not decided.
 * @param earlier before the change
 */
export async function notifyAsked(
  transaction: Transaction<Tables>,
  queue: Queue,
  earlier: Review,
  { message, ...change }: Change & { readonly message: string },
): Promise<void> {
  const { review, user_id } = change
  const known = new Set(earlier.reviewers.map(({ id }) => id))
  const payload = { ...payloadOf(change), text: message || null, due_at: review.due_at?.toISOString() ?? null }
  for (const reviewer of review.reviewers) {
    const told = !known.has(reviewer.id) || (message !== '' && isUndecided(review, reviewer))
    if (told && reviewer.user_id !== null && reviewer.user_id !== user_id)
      await notifyPerson(transaction, queue, {
        user_id: reviewer.user_id,
        type: 'REVIEW_REQUESTED',
        request_id: null,
        payload,
      })
  }
}

/** Notifies the owner of the version and who asked for verdicts, if they are in the company. */
export async function notifyVerdict(
  transaction: Transaction<Tables>,
  queue: Queue,
  companyId: string,
  { verdict, note, ...change }: Change & { readonly verdict: Verdict; readonly note: string | null },
): Promise<void> {
  const { review, user_id } = change
  const concerned = [review.video.user_id, ...review.reviewers.map(({ asked_by }) => asked_by)]
  const ids = [...new Set(concerned)].filter((id) => id !== null && id !== user_id)
  if (ids.length === 0) return
  const people = await transaction
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute()
  const payload = { ...payloadOf(change), verdict, text: note }
  for (const { id } of people)
    await notifyPerson(transaction, queue, { user_id: id, type: 'VERDICT', request_id: null, payload })
}
