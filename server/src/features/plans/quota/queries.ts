import { PLANS, type PlanType, UPLOAD } from '@footnote/contract/shared/limits.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'

/**
 * Seconds after which a request that was receiving a file is taken for ended with its process: it says that it is alive
 * far more often.
 */
export const ARRIVAL_LIFETIME = 180

/**
 * Bytes that count towards the storage of a company: its videos as they were uploaded, what is being uploaded or was not
 * added yet, clips, and ZIPs of people's data.
 * @param but an upload that is left out
 */
export async function storageUsed(db: Kysely<Tables>, companyId: string, but: string | null = null): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select (
    (select coalesce(sum(v.file_size), 0) from videos v
      join collections c on c.id = v.collection_id where c.company_id = ${companyId})
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
  )::bigint as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** Whose storage something takes up. */
export interface StorageOwner {
  /** Null where it belongs to no company: samples have no bound. */
  readonly company_id: string | null
  readonly plan: PlanType
}

/**
 * Bytes that a company may still take in; ask under `lockCompany`, and write what is taken before letting go of it.
 * @param but an upload that is left out of what is used
 * @returns infinity where nothing is bounded
 */
export async function roomLeft(
  db: Kysely<Tables>,
  { company_id, plan }: StorageOwner,
  billing: boolean,
  but: string | null = null,
): Promise<number> {
  if (!billing || company_id === null) return Number.POSITIVE_INFINITY
  return PLANS[plan].storage - (await storageUsed(db, company_id, but))
}
