import { inDatabase } from '../e2e/database.ts'
import type { RunningProduct } from '../e2e/product.ts'
import type { Commenters } from './load.ts'
import type { Outcome } from './run.ts'

/**
 * Compares the answers to writers with the stored comments: nothing acknowledged may be lost, and nothing stored twice.
 */
export async function judgeComments(
  product: RunningProduct,
  { posted, acknowledged }: Pick<Commenters, 'posted' | 'acknowledged'>,
): Promise<Outcome> {
  const stored: { id: string; content: string }[] = []
  await inDatabase(product, async (db) => {
    stored.push(...(await db.selectFrom('comments').select(['id', 'content']).execute()))
  })
  const ids = new Set(stored.map(({ id }) => id))
  const lost = acknowledged.filter(({ id }) => !ids.has(id!)).length
  const twice = stored.length - new Set(stored.map(({ content }) => content)).size
  return {
    counts: {
      'comments posted': posted.length,
      'comments acknowledged': acknowledged.length,
      'acknowledged comments lost': lost,
      'comments stored twice': twice,
    },
    failures: [
      ...(lost > 0 ? [`${lost} acknowledged comments are lost.`] : []),
      ...(twice > 0 ? [`${twice} comments are there twice.`] : []),
      ...(acknowledged.length > 0 ? [] : ['No comment was acknowledged: nothing could be lost.']),
    ],
  }
}
