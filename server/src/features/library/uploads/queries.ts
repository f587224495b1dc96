import type { FindUploaded, FoundUploaded } from '@footnote/contract/nouns/library/uploads.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod/mini'
import { isId } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Uploads } from '../../../platform/db/schema.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { ARRIVAL_LIFETIME } from '../../identity/plans/quota/queries.ts'
import { DATABASE_TIME } from './resumable/queries.ts'

/** Time at which a closed upload expired. */
export const CLOSED = new Date(0)

export type UploadRow = Selectable<Uploads>

export const since = (seconds: number): Date => new Date(Date.now() - seconds * 1000)

/**
 * An upload whose file may still be sent or replaced, and the owner of its storage: no video uses it, nobody closed it,
 * its collection exists, and its sender is still in the company.
 */
export const findOpenUpload = (db: Reader, storageKey: string) => openUploads(db, storageKey).executeTakeFirst()

/** The query of `findOpenUpload`, which `lockOpenUpload` extends. */
export const openUploads = (db: Reader, storageKey: string) =>
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
    .where('uploads.expires_at', '>', CLOSED)
    .where('collections.deleted_at', 'is', null)

/** An upload by its id; undefined for an unknown or malformed id. */
export const findUpload = async (db: Reader, id: string): Promise<UploadRow | undefined> =>
  isId(id) ? await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst() : undefined

/** A person's uploads that can be resumed, newest first, without those of deleted collections. */
export const resumableUploadsOf = (db: Reader, { user_id, company_id }: UserViewer) =>
  db
    .selectFrom('uploads')
    .innerJoin('collections', 'collections.id', 'uploads.collection_id')
    .select(['uploads.id', 'collection_id', 'collections.name as collection_name', 'file_name', 'file_size'])
    .select(['received', 'fingerprint', 'ends', 'expires_at'])
    .$narrowType<{ file_name: string; file_size: number; received: number }>()
    .where('uploads.user_id', '=', user_id)
    .where('collections.company_id', '=', company_id)
    .where('collections.deleted_at', 'is', null)
    .where('received', 'is not', null)
    .where('sent_by', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('uploads.created_at', 'desc')
    .orderBy('uploads.id')
    .execute()

/**
 * The video of a collection that a file has become, at best from the same place of the folder. A file is known by its
 * fingerprint, or by its SHA-256 under any name.
 */
export async function findUploaded(
  db: Reader,
  collectionId: string,
  { relative_path, fingerprint, file_size, sha256 }: z.infer<typeof FindUploaded>,
): Promise<z.infer<typeof FoundUploaded>> {
  const there = db.selectFrom('videos').where('collection_id', '=', collectionId).where('status', '!=', 'DELETING')
  const same_place = sql<boolean>`coalesce(fingerprint = ${fingerprint} and source = ${relative_path ?? null}, false)`
  const video = await there
    .select(['id', 'file_name', same_place.as('same_place')])
    .where((is) => is.or([is('fingerprint', '=', fingerprint), ...(sha256 ? [is('sha256', '=', sha256)] : [])]))
    .orderBy('same_place', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (video || sha256) return { video: video ?? null, compares: false }
  const alike = await there
    .select('id')
    .where('file_size', '=', file_size)
    .where('sha256', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return { video: null, compares: alike !== undefined }
}

/** Ids of expired uploads to which no request writes, and that no request is receiving. */
export async function uploadsPastTheirTime(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<=', DATABASE_TIME)
    .where((row) => row.or([row('writer_until', 'is', null), row('writer_until', '<=', DATABASE_TIME)]))
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
export async function growingKeys(db: Reader): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('storage_key')
    .where('received', 'is not', null)
    .unionAll(db.selectFrom('videos').innerJoin('video_fetches', 'video_id', 'videos.id').select('videos.storage_key'))
    .execute()
  return new Set(rows.map(({ storage_key }) => storage_key))
}
