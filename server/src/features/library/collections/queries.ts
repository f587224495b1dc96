import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { type Selectable, sql } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Collections } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Viewer } from '../../../platform/route.ts'
import { type Circumstances, canReadCollection, isExpired } from './policy.ts'

/** A collection with everything that its card and its rules need. */
export interface CollectionRow extends Selectable<Collections> {
  readonly plan: PlanType
  readonly num_videos: number
  /** Seconds. */
  readonly total_duration: number
  readonly latest_thumbnail_key: string | null
  readonly first_video: { readonly user_id: string | null } | null
}

/** Order of the versions `v` of a stack: the current one first. */
export const CURRENT_FIRST = sql`v.duration is not null and v.status not in ('FAILED', 'DELETING') desc,
  v.status <> 'DELETING' desc, v.version desc`

/**
 * Collections with their totals, without deleted ones. The versions of one cut count as one video, as long as the
 * current one. Videos in deletion count until they are gone, but have no picture.
 */
export function collectionsWithTotals(db: Reader) {
  return db
    .selectFrom('collections')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .selectAll('collections')
    .select((row) => [
      sql<PlanType>`coalesce(subscriptions.plan, 'FREE')`.as('plan'),
      sql<number>`(select count(distinct v.stack_id) from videos v where v.collection_id = collections.id)`.as(
        'num_videos',
      ),
      sql<number>`(
        select coalesce(sum(shown.duration), 0) from (
          select distinct on (v.stack_id) v.duration from videos v where v.collection_id = collections.id
          order by v.stack_id, ${CURRENT_FIRST}) shown)`.as('total_duration'),
      row
        .selectFrom('videos')
        .select('thumbnail_key')
        .whereRef('videos.collection_id', '=', 'collections.id')
        .where('thumbnail_key', 'is not', null)
        .where('status', '!=', 'DELETING')
        .orderBy('videos.created_at', 'desc')
        .limit(1)
        .as('latest_thumbnail_key'),
      sql<{ user_id: string | null } | null>`(
        select jsonb_build_object('user_id', v.user_id) from videos v
        where v.collection_id = collections.id and v.status <> 'DELETING'
        order by v.created_at, v.id limit 1)`.as('first_video'),
    ])
    .where('collections.deleted_at', 'is', null)
}

export type CollectionKind = CollectionRow['kind']

/** The company's collections of a kind, newest first. */
export const listCollections = (db: Reader, companyId: string, kind: CollectionKind): Promise<CollectionRow[]> =>
  collectionsWithTotals(db)
    .where('collections.company_id', '=', companyId)
    .where('collections.kind', '=', kind)
    .where('collections.sample', '=', false)
    .orderBy('collections.created_at', 'desc')
    .orderBy('collections.id')
    .execute()

/** The sample collections, which everybody sees, newest first. */
export const listSamples = (db: Reader): Promise<CollectionRow[]> =>
  collectionsWithTotals(db)
    .where('collections.sample', '=', true)
    .orderBy('collections.created_at', 'desc')
    .orderBy('collections.id')
    .execute()

/** A collection that the viewer may read. @throws ProductError not_found for an unknown, foreign or deleted one */
export async function readCollection(db: Reader, viewer: Viewer, id: string): Promise<CollectionRow> {
  const collection = isId(id)
    ? await collectionsWithTotals(db).where('collections.id', '=', id).executeTakeFirst()
    : undefined
  if (!collection || !canReadCollection(viewer, collection)) throw new ProductError('not_found')
  return collection
}

/** The collection of a shared video. @throws ProductError not_found for a deleted one */
export async function readSharedCollection(db: Reader, id: string): Promise<CollectionRow> {
  const collection = await collectionsWithTotals(db)
    .where('collections.id', '=', id)
    .executeTakeFirstOrThrow(() => new ProductError('not_found'))
  return collection
}

/** All collections that are neither deleted nor expired. */
export async function openCollections(db: Reader, circumstances: Circumstances): Promise<Selectable<Collections>[]> {
  const all = await db
    .selectFrom('collections')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .selectAll('collections')
    .select(sql<PlanType>`coalesce(subscriptions.plan, 'FREE')`.as('plan'))
    .where('collections.deleted_at', 'is', null)
    .execute()
  return all.filter((collection) => !isExpired(collection, circumstances))
}
