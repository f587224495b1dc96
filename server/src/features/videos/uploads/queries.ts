import { type Kysely, type Selectable, sql } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Tables, Uploads } from '../../../platform/db/schema.ts'
import { ARRIVAL_LIFETIME } from '../../plans/quota/queries.ts'

export type UploadRow = Selectable<Uploads>

export const since = (seconds: number): Date => new Date(Date.now() - seconds * 1000)

/**
 * An upload whose file may still be sent or replaced, and the owner of its storage: no video uses it, its collection
 * exists, and its sender is still in the company.
 */
export const findOpenUpload = (db: Kysely<Tables>, storageKey: string) => openUploads(db, storageKey).executeTakeFirst()

/** The query of `findOpenUpload`, which `lockOpenUpload` extends. */
export const openUploads = (db: Kysely<Tables>, storageKey: string) =>
  db
    .selectFrom('uploads')
    .innerJoin('collections', 'collections.id', 'uploads.collection_id')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'uploads.user_id').onRef('users.company_id', '=', 'collections.company_id'),
    )
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .selectAll('uploads')
    .select(['users.company_id', sql<'FREE' | 'PRO' | 'TEAM'>`coalesce(subscriptions.plan, 'FREE')`.as('plan')])
    .where('storage_key', '=', storageKey)
    .where('collections.deleted_at', 'is', null)

/** An upload by its id; undefined for an unknown or malformed id. */
export const findUpload = async (db: Kysely<Tables>, id: string): Promise<UploadRow | undefined> =>
  isId(id) ? await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst() : undefined

/** Ids of expired uploads that no request is receiving. */
export async function uploadsPastTheirTime(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<', new Date())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('upload_arrivals')
            .select('upload_arrivals.id')
            .whereRef('upload_id', '=', 'uploads.id')
            .where('upload_arrivals.active_at', '>', since(ARRIVAL_LIFETIME)),
        ),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}
