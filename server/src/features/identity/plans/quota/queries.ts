import { PLANS, type PlanType, UPLOAD } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'

/**
 * Seconds without a sign of life after which an upload request counts as dead with its process. A living one reports
 * far more often.
 */
export const ARRIVAL_LIFETIME = 180

/**
 * Bytes that count towards a company's storage: uploaded videos, uploads in progress or not yet added, files that are
 * being fetched and what is there of failed ones, clips, and data exports.
 * @param but an upload, or a video whose file is being fetched, to leave out
 */
export async function storageUsed(db: Reader, companyId: string, but: string | null = null): Promise<number> {
  const used = sql<number>`(
    (select coalesce(sum(v.file_size), 0) from videos v
      join collections c on c.id = v.collection_id where c.company_id = ${companyId})
    + (select coalesce(sum(greatest(case when v.status = 'PENDING' then coalesce(f.file_size, 0) else 0 end, f.received)), 0)
      from video_fetches f
      join videos v on v.id = f.video_id
      join collections c on c.id = v.collection_id
      where c.company_id = ${companyId} and v.id is distinct from ${but}::uuid)
    + (select coalesce(sum(bytes), 0) from requested_files where company_id = ${companyId})
    + (select coalesce(sum(greatest(
        -- A form that the server does not take itself keeps its room until the store was asked what came of it.
        case when (u.direct and u.active_at is not null) or (
            u.active_at > now() - make_interval(secs => ${UPLOAD.idle})
            -- Whose process was killed has failed, too.
            and not exists (select from upload_arrivals a where a.upload_id = u.id
              and a.active_at <= now() - make_interval(secs => ${ARRIVAL_LIFETIME}))
          ) then coalesce(u.file_size, 0) else 0 end,
        coalesce(u.stored_bytes, 0) + (
          select coalesce(sum(a.bytes), 0) from upload_arrivals a
          where a.upload_id = u.id and a.active_at > now() - make_interval(secs => ${ARRIVAL_LIFETIME})
        ))), 0) from uploads u
      join collections c on c.id = u.collection_id
      where c.company_id = ${companyId} and u.id is distinct from ${but}::uuid)
  )::bigint`
  const { bytes } = await db.selectNoFrom(used.as('bytes')).executeTakeFirstOrThrow()
  return bytes
}

/** The owner of stored files. */
export interface StorageOwner {
  /** Null for samples, which have no limit. */
  readonly company_id: string | null
  readonly plan: PlanType
}

/**
 * Bytes that a company may still store. Call under `lockCompany`, and record the use before the transaction ends.
 * @param but an upload or a fetched video to leave out of the used bytes
 * @returns infinity without a limit
 */
export async function roomLeft(
  db: Reader,
  { company_id, plan }: StorageOwner,
  billing: boolean,
  but: string | null = null,
): Promise<number> {
  if (!billing || company_id === null) return Number.POSITIVE_INFINITY
  return PLANS[plan].storage - (await storageUsed(db, company_id, but))
}
