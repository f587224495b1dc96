import type { Sender } from '../../seed/rows/senders.ts'
import type { Product } from './product.ts'
import { searchMatches } from './search-calls.ts'

/** Different ids of the videos whose words answer a search for the harbour. */
export async function answering(product: Product, who: Sender, index_id: string): Promise<string[]> {
  const { matches } = await searchMatches(product, who, { index_id, query: 'harbour', search_type: 'CONVERSATION' })
  return [...new Set(matches.map(({ video_id }) => video_id))]
}

/** Makes the next place in the stack of a video. */
export async function placeAfter(
  { db }: Pick<Product, 'db'>,
  id: string,
): Promise<{ stack_id: string; version: number }> {
  const { stack_id } = await db.selectFrom('videos').select('stack_id').where('id', '=', id).executeTakeFirstOrThrow()
  const { last_version } = await db
    .updateTable('stacks')
    .set((row) => ({ last_version: row('last_version', '+', 1) }))
    .where('id', '=', stack_id)
    .returning('last_version')
    .executeTakeFirstOrThrow()
  return { stack_id, version: last_version }
}
