import { LISTED } from '@footnote/contract/shared/limits.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Database, isId } from '../../../platform/db/database.ts'
import type { Collections, Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { closeUploads, deleteVideosOf } from '../videos/commands.ts'
import { type CollectionRow, collectionsWithTotals } from './queries.ts'

/** Locks a collection against changes by others until the end of the transaction. */
export async function lockCollection(transaction: Transaction<Tables>, id: string): Promise<void> {
  if (isId(id)) await transaction.selectFrom('collections').select('id').where('id', '=', id).forShare().execute()
}

/** Locks collections for changes in this transaction. Others wait until its end. */
export async function holdCollections(transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await transaction
    .selectFrom('collections')
    .select('id')
    .where(sql<boolean>`id = any(${ids.filter(isId)}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Makes the retention of a collection count from an earlier date. */
export async function retainFrom(transaction: Transaction<Tables>, id: string, date: Date): Promise<void> {
  await transaction.updateTable('collections').set({ retained_from: date }).where('id', '=', id).execute()
}

export interface NewCollection extends Pick<Selectable<Collections>, 'kind' | 'name' | 'visual' | 'ocr' | 'audio'> {
  readonly company_id: string
  readonly user_id: string
}

/** Creates an empty collection. @returns it with its totals @throws ProductError limit_collections */
export async function createCollection(db: Database, collection: NewCollection): Promise<CollectionRow> {
  const { count } = await db
    .selectFrom('collections')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', collection.company_id)
    .where('kind', '=', collection.kind)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= LISTED.collections) throw new ProductError('limit_collections')
  const { id } = await db.insertInto('collections').values(collection).returning('id').executeTakeFirstOrThrow()
  return await collectionsWithTotals(db).where('collections.id', '=', id).executeTakeFirstOrThrow()
}

/** Renames a collection; does nothing when it is gone. */
export async function renameCollection(db: Database, id: string, name: string): Promise<void> {
  await db.updateTable('collections').set({ name }).where('id', '=', id).execute()
}

/** Sets the language of a collection's speech. @returns its videos without a language of their own */
export async function chooseLanguage(
  transaction: Transaction<Tables>,
  id: string,
  language: string | null,
): Promise<string[]> {
  await transaction.updateTable('collections').set({ language }).where('id', '=', id).execute()
  const videos = await transaction
    .selectFrom('videos')
    .select('id')
    .where('collection_id', '=', id)
    .where('language_choice', 'is', null)
    .execute()
  return videos.map((video) => video.id)
}

/** Hides a collection. @returns false when somebody else just did */
export async function hideCollection(db: Kysely<Tables>, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('collections')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes a deleted collection that is empty. */
export async function removeEmptyCollection(db: Kysely<Tables>, id: string): Promise<void> {
  await emptyCollections(db).where('id', '=', id).execute()
}

/** Removes every deleted collection that is empty: a kill may have come between its last video and itself. */
export async function removeEmptyCollections(db: Kysely<Tables>): Promise<void> {
  await emptyCollections(db).execute()
}

const emptyCollections = (db: Kysely<Tables>) =>
  db
    .deleteFrom('collections')
    .where('deleted_at', 'is not', null)
    .where((where) =>
      where.not(
        where.or([
          where.exists(where.selectFrom('videos').select('id').whereRef('collection_id', '=', 'collections.id')),
          where.exists(where.selectFrom('uploads').select('id').whereRef('collection_id', '=', 'collections.id')),
        ]),
      ),
    )

/**
 * Deletes a collection: hides it at once; jobs remove its files and rows.
 * @returns ids of its videos, without those that somebody else has just deleted
 */
export async function deleteCollection(
  transaction: Transaction<Tables>,
  queue: Queue,
  id: string,
): Promise<readonly string[]> {
  if (!(await hideCollection(transaction, id))) return []
  const deleted = await deleteVideosOf(transaction, id)
  for (const video_id of deleted) await queue.enqueue(transaction, 'delete-video', { video_id })
  if (await closeUploads(transaction, id)) await queue.enqueue(transaction, 'remove-expired', {})
  await removeEmptyCollection(transaction, id)
  return deleted
}
