import { type Kysely, type Selectable, sql } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Tables, Uploads } from '../../../platform/db/schema.ts'
import type { UserViewer } from '../../../platform/route.ts'
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

/** A person's uploads that can be resumed, newest first, without those of deleted collections. */
export const resumableUploadsOf = (db: Kysely<Tables>, { user_id, company_id }: UserViewer) =>
  db
    .selectFrom('uploads')
    .innerJoin('collections', 'collections.id', 'uploads.collection_id')
    .select(['uploads.id', 'collection_id', 'collections.name as collection_name', 'file_name', 'file_size'])
    .select(['received', 'fingerprint', 'expires_at'])
    .$narrowType<{ file_name: string; file_size: number; received: number }>()
    .where('uploads.user_id', '=', user_id)
    .where('collections.company_id', '=', company_id)
    .where('collections.deleted_at', 'is', null)
    .where('received', 'is not', null)
    .where('expires_at', '>', new Date())
    .orderBy('uploads.created_at', 'desc')
    .orderBy('uploads.id')
    .execute()

/** Id of the video in a collection that the file at a place of a folder has become; undefined when there is none. */
export async function findUploaded(
  db: Kysely<Tables>,
  collectionId: string,
  { relative_path, fingerprint }: { readonly relative_path: string; readonly fingerprint: string },
): Promise<string | undefined> {
  const video = await db
    .selectFrom('videos')
    .select('id')
    .where('collection_id', '=', collectionId)
    .where('fingerprint', '=', fingerprint)
    .where('source', '=', relative_path)
    .where('status', '!=', 'DELETING')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return video?.id
}

/** Ids of expired uploads to which no request writes, and that no request is receiving. */
export async function uploadsPastTheirTime(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<', new Date())
    .where((row) => row.or([row('writer_until', 'is', null), row('writer_until', '<', new Date())]))
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

/** Storage keys of all growing files: of uploads that resume, and of videos whose file is being fetched. */
export async function growingKeys(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('storage_key')
    .where('received', 'is not', null)
    .unionAll(db.selectFrom('videos').innerJoin('video_fetches', 'video_id', 'videos.id').select('videos.storage_key'))
    .execute()
  return new Set(rows.map(({ storage_key }) => storage_key))
}
