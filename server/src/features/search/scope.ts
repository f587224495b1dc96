import { ALL_COLLECTIONS } from '@footnote/contract/nouns/search.ts'
import type { Database } from '../../platform/db/database.ts'
import type { UserViewer } from '../../platform/route.ts'
import { type Circumstances, isExpired, refuseExpired } from '../collections/policy.ts'
import { type CollectionRow, listCollections, listSamples, readCollection } from '../collections/queries.ts'

/**
 * The collections that a call searches: the one it names or, for `ALL_COLLECTIONS`, every one that the viewer may read and
 * that is not expired, those of reviews too. Samples are searched by themselves, or where there is no other video.
 * @throws ProductError not_found and collection_expired for one that is named
 */
export async function readScope(
  db: Database,
  viewer: UserViewer,
  index_id: string,
  circumstances: Circumstances,
): Promise<CollectionRow[]> {
  if (index_id !== ALL_COLLECTIONS) {
    const collection = await readCollection(db, viewer, index_id)
    refuseExpired(collection, circumstances)
    return [collection]
  }
  const kinds = ['search', 'review'] as const
  const lists = await Promise.all(kinds.map((kind) => listCollections(db, viewer.company_id, kind)))
  const open = lists.flat().filter((collection) => !isExpired(collection, circumstances))
  // What is being deleted is no first video.
  return open.some(({ first_video }) => first_video) ? open : await listSamples(db)
}
