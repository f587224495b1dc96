import type { Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { endAskedFor } from '../../../platform/queue/turns.ts'
import type { User } from '../../identity/accounts/queries.ts'
import { lockCompany, removeEmptyCompany } from '../../identity/companies/commands.ts'
import { forgetFilesOf } from '../../identity/plans/quota/commands.ts'
import { deleteCollection } from '../../library/collections/commands.ts'
import { closeUploadsOf, deleteVideo } from '../../library/videos/commands.ts'
import { leaveReviews, recomputeReview } from '../../review/approvals/commands.ts'
import { notifyAuthorsOn } from '../../review/comments/deletion/commands.ts'
import { DELETED_USER } from '../../review/comments/policy.ts'

const LAST_ADMIN = 'Your company has other members and no other admin. Make one of them an admin first, or remove them.'

/** @returns whether the person is the company's only member @throws ProductError last_admin */
export async function refuseLastAdmin(db: Database | Transaction<Tables>, user: User): Promise<boolean> {
  const others = await db
    .selectFrom('users')
    .select('is_admin')
    .where('company_id', '=', user.company_id)
    .where('id', '!=', user.id)
    .execute()
  if (others.length > 0 && !others.some(({ is_admin }) => is_admin))
    throw new ProductError('last_admin', { detail: LAST_ADMIN })
  return others.length === 0
}

/**
 * Deletes an account with everything that it owns: collections and all their content, videos elsewhere, links, keys,
 * sessions, notifications, queued clips and exports. Jobs remove the files. Comments on others' videos stay without an
 * author, since replies depend on them. The last member's company is deleted, too.
 * @throws ProductError last_admin
 */
export async function deleteAccount(db: Database, queue: Queue, user: User): Promise<void> {
  const { id, company_id } = user
  await db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, company_id)
    const alone = await refuseLastAdmin(transaction, user)
    await leaveReviews(transaction, id)
    const collections = await transaction
      .selectFrom('collections')
      .select('id')
      .where((row) => row.or([row('user_id', '=', id), ...(alone ? [row('company_id', '=', company_id)] : [])]))
      .where('deleted_at', 'is', null)
      .execute()
    const deleted: string[] = []
    for (const collection of collections)
      for (const video of await deleteCollection(transaction, queue, collection.id)) deleted.push(video)
    const videos = await transaction.selectFrom('videos').select('id').where('user_id', '=', id).execute()
    for (const video of videos) {
      const stack = await deleteVideo(transaction, queue, video.id)
      if (!stack) continue
      deleted.push(video.id)
      await recomputeReview(transaction, stack)
    }
    await notifyAuthorsOn(transaction, queue, deleted, id, DELETED_USER)
    await closeUploadsOf(transaction, id)
    await queue.enqueue(transaction, 'remove-expired', {})
    await transaction
      .updateTable('comments')
      .set({ user_id: null, guest_name: DELETED_USER, guest_id: null })
      .where('user_id', '=', id)
      .execute()
    await transaction
      .updateTable('comments')
      .set({ resolved_by: null, resolved_guest: DELETED_USER })
      .where('resolved_by', '=', id)
      .execute()
    await transaction.updateTable('usage_charges').set({ user_id: null }).where('user_id', '=', id).execute()
    await forgetFilesOf(transaction, id)
    await transaction.deleteFrom('users').where('id', '=', id).execute()
    // A concurrent request locks the person's row: earlier requests are visible by now, later ones fail.
    await endAskedFor(transaction, id)
    await removeEmptyCompany(transaction, company_id)
    if (!alone) await queue.enqueue(transaction, 'pay-seats', { company_id })
  })
}
