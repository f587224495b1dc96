import { BOX } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import { guestName } from '@footnote/contract/shared/guests.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import type { JobHandler } from '../../../../platform/queue/jobs.ts'
import { sendMailWith } from '../../../ground/notifications/commands.ts'
import type { Services } from '../../../services.ts'
import { arrivedMail } from './messages.ts'

/**
 * Tells the maker of a box what has arrived, once nothing was under way for five minutes; before that, it looks again
 * later.
 * @param clock of tests
 */
export const tellBox =
  (
    { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>,
    clock = () => new Date(),
  ): JobHandler<'tell-box'> =>
  async ({ link_id }) =>
    await db.transaction().execute(async (transaction) => {
      const box = await lockMade(transaction, link_id)
      if (!box) return
      const now = clock()
      const moved = await lastMoved(transaction, link_id)
      const rest = BOX.quiet - (now.getTime() - (moved?.getTime() ?? 0)) / 1000
      if (rest > 0) return await queue.enqueue(transaction, 'tell-box', { link_id }, Math.ceil(rest))
      const files = await tellArrived(transaction, link_id, now)
      if (files.length === 0) return
      const senders = [...new Set(files.flatMap(({ sent_by }) => (sent_by === null ? [] : guestName(sent_by))))]
      const link = `${config.public_url}${box.kind === 'review' ? '/quick-review' : ''}/collections/${box.collection_id}`
      const mail = arrivedMail({ to: box.email, senders, files, box: box.name, link })
      await sendMailWith(transaction, { queue, config }, mail)
    })

/** A box and its maker, as long as they are of the company; locked, so that a mail counts a file once. */
const lockMade = (transaction: Transaction<Tables>, link_id: string) =>
  transaction
    .selectFrom('share_links')
    .innerJoin('users', (users) =>
      users.onRef('users.id', '=', 'share_links.user_id').onRef('users.company_id', '=', 'share_links.company_id'),
    )
    .innerJoin('share_link_items as items', 'items.link_id', 'share_links.id')
    .innerJoin('collections', 'collections.id', 'items.collection_id')
    .select(['share_links.name', 'users.email', 'items.collection_id', 'collections.kind'])
    .where('share_links.id', '=', link_id)
    .forNoKeyUpdate('share_links')
    .executeTakeFirst()

/** When something was under way last; null for never. */
async function lastMoved(transaction: Transaction<Tables>, link_id: string): Promise<Date | null> {
  const { moved } = await transaction
    .selectFrom('box_files')
    .leftJoin('uploads', 'uploads.id', 'box_files.id')
    .select(sql<Date | null>`greatest(max(arrived_at), max(uploads.active_at))`.as('moved'))
    .where('link_id', '=', link_id)
    .executeTakeFirstOrThrow()
  return moved
}

/** Marks what has arrived as counted. @returns those files that are still there */
async function tellArrived(transaction: Transaction<Tables>, link_id: string, now: Date) {
  const told = await transaction
    .updateTable('box_files')
    .set({ told_at: now })
    .where('link_id', '=', link_id)
    .where('arrived_at', 'is not', null)
    .where('told_at', 'is', null)
    .returning('id')
    .execute()
  if (told.length === 0) return []
  const rows = await transaction
    .selectFrom('videos')
    .innerJoin('box_files', 'box_files.id', 'videos.id')
    .select(['videos.file_name', 'videos.sent_by', 'box_files.file_size'])
    .where(sql<boolean>`videos.id = any(${told.map(({ id }) => id)}::uuid[])`)
    .where('videos.status', '!=', 'DELETING')
    .orderBy('arrived_at')
    .execute()
  return rows
}
