import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import type { Selectable } from 'kysely'
import type { Uploads } from '../../../platform/db/schema.ts'
import type { FormTerms } from '../../../platform/storage/storage.ts'
import { lockCompany } from '../../identity/companies/commands.ts'
import { refuseSize } from '../../identity/plans/quota/policy.ts'
import { roomLeft } from '../../identity/plans/quota/queries.ts'
import type { Services } from '../../services.ts'
import type { CollectionRow } from '../collections/queries.ts'
import { createUpload } from '../uploads/commands.ts'

/** The storage key of an upload, and its sender. */
interface UploadTarget extends Pick<Selectable<Uploads>, 'id' | 'storage_key' | 'file_extension' | 'content_type'> {
  readonly user_id: string
}

/**
 * Reserves room for an upload: the announced size, which is then the form's maximum. Without one, the maximum is the
 * room that is free now, and bytes count as they arrive.
 * @param fileSize announced bytes, or null
 * @throws ProductError limit_storage, limit_uploads
 */
export async function openUpload(
  { db, storage, config }: Pick<Services, 'db' | 'storage' | 'config'>,
  collection: CollectionRow,
  place: UploadTarget,
  fileSize: number | null,
): Promise<FormTerms> {
  const { id: collection_id, company_id, plan } = collection
  const direct = fileSize !== null && fileSize <= storage.direct_max
  // The server does not see when a direct form is used, so the form ends together with its reservation.
  const lifetime = direct ? UPLOAD.idle : UPLOAD.slot_lifetime
  const expires_at = new Date(Date.now() + UPLOAD.slot_lifetime * 1000)
  return await db.transaction().execute(async (transaction) => {
    // Two simultaneous forms must not get the same room.
    if (company_id) await lockCompany(transaction, company_id)
    const room = await roomLeft(transaction, collection, config.billing)
    refuseSize(fileSize, room, plan)
    const max_bytes = fileSize ?? Math.min(room, UPLOAD.max_bytes)
    await createUpload(transaction, { ...place, collection_id, max_bytes, file_size: fileSize, direct, expires_at })
    return { content_type: place.content_type, max_bytes, lifetime, direct }
  })
}
