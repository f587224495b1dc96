import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { isId } from '../../../../platform/db/database.ts'
import type { Reader } from '../../../../platform/db/reader.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import { type Circumstances, canReadCollection, isExpired } from '../../../library/collections/policy.ts'

const searchesOf = (db: Reader, userId: string) =>
  db
    .selectFrom('past_searches')
    .leftJoin('collections', 'collections.id', 'past_searches.collection_id')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .selectAll('past_searches')
    .select(['collections.name as collection_name', 'collections.company_id', 'sample'])
    .select(['collections.user_id as owner_id', 'created_at', 'retained_from'])
    .select(sql<PlanType>`coalesce(subscriptions.plan, 'FREE')`.as('plan'))
    .where('past_searches.user_id', '=', userId)
    .where('collections.deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof searchesOf>['executeTakeFirstOrThrow']>>
export type PastSearchRow = Pick<
  Row,
  'id' | 'collection_id' | 'collection_name' | 'query' | 'types' | 'saved' | 'searched_at'
>

/** A person's own searches that can still run, newest first. @param billing false lifts expiry */
export async function listSearches(db: Reader, viewer: UserViewer, billing: boolean): Promise<PastSearchRow[]> {
  const rows = await searchesOf(db, viewer.user_id).orderBy('searched_at', 'desc').orderBy('past_searches.id').execute()
  const circumstances = { billing, now: new Date() }
  return rows.filter((row) => canBeMade(viewer, row, circumstances))
}

/** Whether the collection may be read; 'all collections' always may. The name of another is not for the viewer. */
const mayRead = (viewer: UserViewer, { collection_id, sample, company_id }: Row): boolean =>
  collection_id === null || sample === null || canReadCollection(viewer, { sample, company_id })

/** Whether the collection can be searched; 'all collections' always can. */
function canBeMade(viewer: UserViewer, row: Row, circumstances: Circumstances): boolean {
  const { collection_id, owner_id, sample, created_at } = row
  if (collection_id === null || sample === null || created_at === null) return true
  return mayRead(viewer, row) && !isExpired({ ...row, user_id: owner_id, sample, created_at }, circumstances)
}

/** A person's own search. @throws ProductError not_found */
export async function readSearch(db: Reader, userId: string, id: string): Promise<Row> {
  const row = isId(id) ? await searchesOf(db, userId).where('past_searches.id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new ProductError('not_found')
  return row
}

/** A person's own search of something that they may still read. @throws ProductError not_found */
export async function readOpenSearch(db: Reader, viewer: UserViewer, id: string): Promise<PastSearchRow> {
  const row = await readSearch(db, viewer.user_id, id)
  if (!mayRead(viewer, row)) throw new ProductError('not_found')
  return row
}
