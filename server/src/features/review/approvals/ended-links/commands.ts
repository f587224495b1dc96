import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import { IS_CURRENT } from '../../../library/videos/queries.ts'
import { type Actor, conclude, holdReview } from '../commands.ts'
import type { Review } from '../queries.ts'

/**
 * Whether a row of `reviewers` is of a guest for whom no link works any more to the version that they were mailed, and
 * nobody has noted it. Links of a deleted version ended with it: the next mail brings another.
 */
export const LOST_LINK = sql<boolean>`(reviewers.ended_at is null and reviewers.link_ended_at is null
  and reviewers.email is not null
  and exists (select from videos mailed where mailed.id = reviewers.mailed_for)
  and not exists (select from guests join share_links on share_links.id = guests.link_id
    join share_link_items items on items.link_id = share_links.id
    where guests.email = reviewers.email and items.video_id = reviewers.mailed_for
      and (share_links.expires_at is null or share_links.expires_at > now())))`

/**
 * Waits no more for guests whose links have ended, whatever ended them. The caller holds the stack.
 * @param actor who ended the links; null when it is not known
 * @returns the review as it is then
 */
export async function noteEndedLinks(
  transaction: Transaction<Tables>,
  review: Review,
  actor: Actor | null,
): Promise<Review> {
  const lost = await transaction
    .updateTable('reviewers')
    .set({ link_ended_at: new Date() })
    .where('stack_id', '=', review.video.stack_id)
    .where(LOST_LINK)
    .returning('id')
    .execute()
  if (lost.length === 0) return review
  const link_ended = lost.map(({ id }) => id)
  return await conclude(transaction, review, { action: 'link_ended', actor, after: { link_ended } })
}

/** The same after somebody revoked a link to a version. A link that is for anybody changes nothing. */
export async function noteRevokedLink(
  db: Database,
  { video_id, user_id }: { readonly video_id: string; readonly user_id: string },
): Promise<void> {
  const current = await db
    .selectFrom('videos')
    .select(['id', 'collection_id'])
    .where('stack_id', '=', (linked) =>
      linked.selectFrom('videos as v').select('stack_id').where('v.id', '=', video_id),
    )
    .where(IS_CURRENT)
    .where(sql<boolean>`exists (select from reviewers where reviewers.stack_id = videos.stack_id and ${LOST_LINK})`)
    .executeTakeFirst()
  if (!current) return
  await db
    .transaction()
    .execute(async (transaction) => noteEndedLinks(transaction, await holdReview(transaction, current), { user_id }))
}
