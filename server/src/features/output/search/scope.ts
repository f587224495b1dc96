import { ALL_COLLECTIONS } from '@footnote/contract/nouns/output/search.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { type Circumstances, isExpired, refuseExpired } from '../../library/collections/policy.ts'
import { type CollectionRow, listCollections, listSamples, readCollection } from '../../library/collections/queries.ts'

/**
 * The collections to search: the named one or, for `ALL_COLLECTIONS`, every unexpired one that the viewer may read,
 * reviews included. Samples are searched when named, or when the viewer has no other video.
 * @throws ProductError not_found and collection_expired for a named one
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
  // `first_video` ignores videos in deletion.
  return open.some(({ first_video }) => first_video) ? open : await listSamples(db)
}
