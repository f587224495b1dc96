import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { NIL_ID } from '../../../platform/db/database.ts'
import type { Viewer } from '../../../platform/route.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { type Circumstances, collectionRights, expiryOf, isExpired } from './policy.ts'
import type { CollectionRow } from './queries.ts'

/** The viewer and the circumstances of an answer. */
export interface Presentation extends Circumstances {
  readonly viewer: Viewer
  readonly storage: Storage
}

/** A collection for the API, with the viewer's rights and a signed address of its picture. */
export async function presentCollection(row: CollectionRow, presentation: Presentation): Promise<Collection> {
  const { viewer, storage } = presentation
  return {
    id: row.id,
    name: row.name,
    user_id: row.user_id ?? NIL_ID,
    num_videos: row.num_videos,
    total_duration: row.total_duration,
    latest_thumbnail: row.latest_thumbnail_key
      ? await storage.address(row.latest_thumbnail_key, { lifetime: ADDRESS.media, content_type: 'image/jpeg', viewer })
      : null,
    created_at: row.created_at.toISOString(),
    expired: isExpired(row, presentation),
    expires_at: expiryOf(row, presentation)?.toISOString() ?? null,
    kind: row.kind,
    language: row.language,
    sample: row.sample,
    can: collectionRights(viewer, row, presentation),
  }
}

/** The modalities of a collection's search; a review collection only has its transcript. */
export const presentModalities = ({ kind, visual, ocr, audio }: CollectionRow) =>
  kind === 'review' ? { visual: false, ocr: false, audio: true } : { visual, ocr, audio }
