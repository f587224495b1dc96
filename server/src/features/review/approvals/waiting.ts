import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'
import { notifyPerson } from '../../ground/notifications/commands.ts'
import { isExpired } from '../../library/collections/policy.ts'
import { readSharedCollection } from '../../library/collections/queries.ts'
import { IS_CURRENT } from '../../library/videos/queries.ts'
import type { Services } from '../../services.ts'
import { mailGuest } from './ask-by-mail.ts'
import { holdReview } from './commands.ts'
import { LOST_LINK, noteEndedLinks } from './ended-links/commands.ts'
import { isUndecided, payloadOf } from './notify.ts'
import { dueSentence } from './policy.ts'
import { nameOf, type Review, type ReviewerRow } from './queries.ts'

/** How long before the due date people are reminded, in milliseconds. */
const BEFORE = 86_400_000

type ReminderServices = Pick<Services, 'db' | 'queue' | 'config' | 'mails'>

/**
 * Sends guests the link to a version that is the current one now, and reminds everybody who has not decided a day
 * before the due date, once for each due date. People who were asked within that day know it already. Guests whose link
 * has ended get nothing, and nobody waits for them from then on.
 */
export async function mailWaiting(services: ReminderServices, now: Date): Promise<void> {
  const { db, config } = services
  for (const video of await versionsWithWaiting(db, now)) {
    const collection = await readSharedCollection(db, video.collection_id).catch(() => null)
    if (!collection?.company_id || isExpired(collection, { billing: config.billing, now })) continue
    const { company_id } = collection
    await db.transaction().execute(async (transaction) => {
      const review = await noteEndedLinks(transaction, await holdReview(transaction, video), null)
      if (!review.video.current || review.video.status === 'DELETING') return
      for (const reviewer of review.reviewers.filter(({ link_ended_at }) => link_ended_at === null))
        await tellOne(transaction, services, { review, reviewer, company_id, now })
    })
  }
}

/** Current versions with somebody who may have to hear something. */
const versionsWithWaiting = (db: Kysely<Tables>, now: Date): Promise<{ id: string; collection_id: string }[]> =>
  db
    .selectFrom('videos')
    .innerJoin('stacks', 'stacks.id', 'videos.stack_id')
    .select(['videos.id', 'videos.collection_id'])
    .where(IS_CURRENT)
    .where('videos.duration', 'is not', null)
    .where(
      sql<boolean>`exists (select from reviewers where reviewers.stack_id = videos.stack_id
        and (${LOST_LINK} or ended_at is null and link_ended_at is null
          and (email is not null and mailed_for is distinct from videos.id
            or reminded_of is distinct from stacks.due_at and stacks.due_at > ${now}
              and stacks.due_at <= ${new Date(now.getTime() + BEFORE)})))`,
    )
    .execute()

interface Reminder {
  readonly review: Review
  readonly reviewer: ReviewerRow
  readonly company_id: string
  readonly now: Date
}

async function tellOne(transaction: Transaction<Tables>, services: ReminderServices, waiting: Reminder): Promise<void> {
  const { review, reviewer } = waiting
  const reminder = isDue(waiting)
  if (reminder)
    await transaction
      .updateTable('reviewers')
      .set({ reminded_of: review.due_at })
      .where('id', '=', reviewer.id)
      .execute()
  const reminded = reminder && isUndecided(review, reviewer)
  if (reviewer.email !== null) {
    if (reminded || reviewer.mailed_for !== review.video.id) await mailOne(transaction, services, waiting, reminded)
  } else if (reminded && reviewer.user_id !== null && review.due_at) {
    const actor_name = reviewer.asked_by ? await nameOf(transaction, reviewer.asked_by) : null
    await notifyPerson(transaction, services.queue, {
      user_id: reviewer.user_id,
      type: 'REVIEW_REQUESTED',
      request_id: null,
      payload: {
        ...payloadOf({ review, actor_name, is_guest: false }),
        text: dueSentence(review.due_at),
        due_at: review.due_at.toISOString(),
        reminder: true,
      },
    })
  }
}

/** Whether a person is to be reminded of the due date now. */
function isDue({ review: { due_at }, reviewer, now }: Reminder): boolean {
  if (!due_at || due_at <= now || due_at.getTime() > now.getTime() + BEFORE) return false
  if (reviewer.reminded_of?.getTime() === due_at.getTime()) return false
  return reviewer.asked_at.getTime() <= due_at.getTime() - BEFORE
}

/** Mails a guest on behalf of who asked, or of the owner of the version, while they are in the company. */
async function mailOne(
  transaction: Transaction<Tables>,
  services: ReminderServices,
  { review, reviewer, company_id }: Reminder,
  reminder: boolean,
): Promise<void> {
  const user_id = await senderOf(transaction, company_id, [reviewer.asked_by, review.video.user_id])
  if (!user_id || !reviewer.email) return
  const claim = await services.mails.claim(user_id, [reviewer.email])
  // The next run tries again.
  if (!claim.granted) return
  const actor_name = await nameOf(transaction, user_id)
  const sender = { user_id, company_id }
  await mailGuest(transaction, services, { review, reviewer, sender, actor_name, message: '', reminder })
}

/** The first of these people who is in the company. */
async function senderOf(
  db: Kysely<Tables>,
  companyId: string,
  people: readonly (string | null)[],
): Promise<string | null> {
  for (const id of people) {
    if (id === null) continue
    const row = await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (row) return row.id
  }
  return null
}
