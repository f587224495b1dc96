import type { Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'

/**
 * Replaces the people whom a comment mentions.
 * @returns ids of those whom it did not mention before
 */
export async function writeMentions(
  transaction: Transaction<Tables>,
  comment_id: string,
  mentions: readonly string[],
): Promise<string[]> {
  const gone = transaction.deleteFrom('comment_mentions').where('comment_id', '=', comment_id)
  await (mentions.length > 0 ? gone.where('user_id', 'not in', mentions) : gone).execute()
  if (mentions.length === 0) return []
  const added = await transaction
    .insertInto('comment_mentions')
    .values(mentions.map((user_id) => ({ comment_id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  return added.map(({ user_id }) => user_id)
}
