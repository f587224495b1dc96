import { Matches } from '@footnote/contract/nouns/output/search.ts'
import * as z from 'zod/mini'
import type { Sender } from '../../seed/rows/senders.ts'
import type { Product } from './product.ts'

/**
 * Searches, and checks the answer against the contract.
 * @throws Error with the answer's status when the search is refused
 */
export async function searchMatches(
  { get }: Pick<Product, 'get'>,
  who: Sender,
  query: Readonly<Record<string, string>>,
): Promise<Matches> {
  const { status, json } = await get(`/api/query_index?${new URLSearchParams(query)}`, who)
  if (status !== 200) throw new Error(`The search answered ${status}: ${JSON.stringify(json)}`)
  return z.parse(Matches, json)
}
