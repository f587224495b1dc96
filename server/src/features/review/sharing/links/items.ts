import type { LinkKind } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { isId } from '../../../../platform/db/database.ts'
import type { Reader } from '../../../../platform/db/reader.ts'
import { invalidField, ProductError } from '../../../../platform/errors.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import { refuseReadOnly } from '../../../identity/companies/policy.ts'
import { type Circumstances, refuseExpired } from '../../../library/collections/policy.ts'
import { readCollection } from '../../../library/collections/queries.ts'
import { stackFor } from '../../../library/versions/queries.ts'
import { readVideo } from '../../../library/videos/queries.ts'
import type { LinkItem } from '../commands.ts'
import { authorizeShare } from '../policy.ts'

/**
 * What a link is to show, after the rights of the person who wants it.
 * @param ids of videos, of a collection or of selects, as the kind says
 * @throws ProductError not_found, forbidden, validation_failed, collection_expired, limit_seats, video_not_ready,
 * selects_not_rendered
 */
export async function itemsFor(
  db: Reader,
  viewer: UserViewer,
  { kind, ids }: { readonly kind: LinkKind; readonly ids: readonly string[] },
  circumstances: Circumstances,
): Promise<LinkItem[]> {
  if (kind !== 'set' && ids.length !== 1) throw invalidField('ids', 'A link of this kind shows one thing')
  const id = ids[0]!
  if (kind === 'collection') {
    const collection = await readCollection(db, viewer, id)
    refuseExpired(collection, circumstances)
    refuseReadOnly(viewer, circumstances)
    return [{ collection_id: collection.id }]
  }
  if (kind === 'box') {
    const collection = await readCollection(db, viewer, id)
    await stackFor(db, viewer, { collection, version_of: null }, circumstances)
    return [{ collection_id: collection.id }]
  }
  if (kind === 'selects') return [await selectsItem(db, viewer, id, circumstances)]
  const items: LinkItem[] = []
  for (const one of new Set(ids)) {
    const { video, collection } = await readVideo(db, viewer, one)
    authorizeShare(viewer, video, collection, circumstances)
    const item = kind === 'version' ? { video_id: video.id } : { stack_id: video.stack_id }
    // Two versions of one video are one video.
    if (!items.some(({ stack_id }) => stack_id && stack_id === item.stack_id)) items.push(item)
  }
  return items
}

async function selectsItem(
  db: Reader,
  viewer: UserViewer,
  id: string,
  circumstances: Circumstances,
): Promise<LinkItem> {
  refuseReadOnly(viewer, circumstances)
  const selects = isId(id)
    ? await db
        .selectFrom('selects')
        .select(['id', 'stack_id'])
        .where('id', '=', id)
        .where('company_id', '=', viewer.company_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!selects) throw new ProductError('not_found')
  if (selects.stack_id === null) throw new ProductError('selects_not_rendered')
  return { selects_id: selects.id }
}
