import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import { invalidField } from '../../../../platform/errors.ts'
import { lockStacks } from '../../../library/versions/commands.ts'
import { announceMany, lockVideos } from '../commands.ts'
import { isShown } from '../deletion/queries.ts'
import { refuseTooMany } from '../policy.ts'
import { countComments } from '../queries.ts'

const ALONE = 'There is no other version to keep the comments in'

/**
 * Gives the open threads of a version that is about to be deleted to the newest of the others. A comment that has a place
 * there takes it; the others keep their time, which may lie after the end of that version.
 * @throws ProductError validation_failed without another version, not_found, limit_comments
 */
export async function keepOpenComments(
  transaction: Transaction<Tables>,
  { id, stack_id }: { readonly id: string; readonly stack_id: string },
): Promise<void> {
  await lockStacks(transaction, [stack_id])
  const newest = await transaction
    .selectFrom('videos')
    .select('id')
    .where('stack_id', '=', stack_id)
    .where('id', '!=', id)
    .where('status', '!=', 'DELETING')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow(() => invalidField('keep_comments', ALONE))
  await lockVideos(transaction, [id, newest.id])
  const { rows: moved } = await sql<{ company_id: string; visibility: string }>`
    with recursive roots as (
      select comments.id, k.start_time, k.end_time, k.comment_id is not null as placed,
        comments.start_time as own_start, comments.end_time as own_end
      from comments left join carries k on k.comment_id = comments.id and k.video_id = ${newest.id}
      where comments.video_id = ${id} and comments.depth = 0 and comments.resolved_at is null and ${isShown('comments')}
    ), thread as (
      select id, id as root from roots
      union all
      select c.id, thread.root from thread join comments c on c.parent_comment_id = thread.id and c.depth > 0
    ), taken as (
      delete from carries using roots where carries.comment_id = roots.id and carries.video_id = ${newest.id}
    )
    update comments set video_id = ${newest.id},
      -- It says which of two sent comments of one video are the same, and those of another video are others.
      idempotency_key = null,
      start_time = case when moves then roots.start_time else comments.start_time end,
      end_time = case when moves then roots.end_time else comments.end_time end
    from thread join roots on roots.id = thread.root,
      -- A reply with the place of its root follows it.
      lateral (select roots.placed and c.start_time = roots.own_start and c.end_time is not distinct from roots.own_end
        as moves from comments c where c.id = thread.id) as place
    where comments.id = thread.id
    returning comments.company_id, comments.visibility`.execute(transaction)
  for (const [company_id, comments] of Map.groupBy(moved, (row) => row.company_id)) {
    refuseTooMany({
      ...(await countComments(transaction, { video_id: newest.id, company_id })),
      of_guest: 0,
    })
    await announceMany(transaction, { video_id: newest.id, company_id }, comments)
  }
}
