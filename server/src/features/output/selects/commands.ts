import { SELECTS } from '@footnote/contract/shared/review-limits.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { checkTotal, type Piece } from './pieces.ts'
import { type ItemRow, listItems, notRestorable, type SelectsRow } from './queries.ts'

/** Violation of a foreign key (PostgreSQL's error codes, class 23). */
const FOREIGN_KEY_VIOLATION = '23503'

/** @throws ProductError limit_selects */
async function refuseMore(db: Kysely<Tables>, company_id: string): Promise<void> {
  const { count } = await db
    .selectFrom('selects')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= SELECTS.of_company) throw new ProductError('limit_selects')
}

/** Begins selects of a person. @returns their id @throws ProductError limit_selects */
export async function createSelects(
  db: Kysely<Tables>,
  { user_id, company_id }: Pick<UserViewer, 'user_id' | 'company_id'>,
  { name, note }: { readonly name: string; readonly note: string },
): Promise<string> {
  await refuseMore(db, company_id)
  const { id } = await db
    .insertInto('selects')
    .values({ user_id, company_id, name, note })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes a copy for a person, with the items in their order. @returns its id */
export async function duplicateSelects(
  db: Database,
  viewer: UserViewer,
  { id, note }: SelectsRow,
  name: string,
): Promise<string> {
  return await db.transaction().execute(async (transaction) => {
    const copy = await createSelects(transaction, viewer, { name, note })
    const items = await listItems(transaction, id)
    await insertItems(transaction, copy, items, 0)
    return copy
  })
}

/**
 * Changes selects in a transaction, one change after the other, and counts the revision.
 * @param revision the one that the client has seen; null for a change that fits any
 * @param change returns false when there is nothing to change
 * @throws ProductError not_found when they were deleted a moment ago, changed_meanwhile
 */
async function changing(
  db: Database,
  id: string,
  revision: number | null,
  change: (transaction: Transaction<Tables>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('selects')
      .select('revision')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new ProductError('not_found'))
    if (revision !== null && row.revision !== revision) throw new ProductError('changed_meanwhile')
    if ((await change(transaction)) === false) return
    await transaction
      .updateTable('selects')
      .set({ revision: row.revision + 1, changed_at: new Date() })
      .where('id', '=', id)
      .execute()
  })
}

/** @throws ProductError not_found, changed_meanwhile */
export const renameSelects = (
  db: Database,
  id: string,
  { name, note, revision }: { readonly name: string; readonly note: string; readonly revision: number },
): Promise<void> =>
  changing(db, id, revision, (transaction) =>
    transaction.updateTable('selects').set({ name, note }).where('id', '=', id).execute(),
  )

/**
 * Appends pieces; two people who append at the same time lose nothing.
 * @param key of this addition; one that was made before changes nothing
 * @returns ids of its pieces that are in the list
 * @throws ProductError not_found, validation_failed
 */
export async function appendItems(
  db: Database,
  id: string,
  pieces: readonly Piece[],
  key: string | null,
): Promise<string[]> {
  let added: string[] = []
  await changing(db, id, null, async (transaction) => {
    const earlier = key === null ? [] : await itemsAddedWith(transaction, id, key)
    if (earlier.length > 0) {
      added = earlier.filter(({ position }) => position !== null).map((item) => item.id)
      return false
    }
    const before = await listItems(transaction, id)
    checkTotal([...before, ...pieces], before.length)
    added = await insertItems(transaction, id, pieces, before.length, key)
    return true
  })
  return added
}

/** The items of an addition in their order, also those that were taken out since. */
const itemsAddedWith = (transaction: Transaction<Tables>, selectsId: string, key: string) =>
  transaction
    .selectFrom('select_items')
    .select(['id', 'position'])
    .where('selects_id', '=', selectsId)
    .where('idempotency_key', '=', key)
    .orderBy('position')
    .execute()

/** Items of a list, and those that can come back. */
export const knownItems = (db: Kysely<Tables>, selectsId: string): Promise<ItemRow[]> =>
  db
    .selectFrom('select_items')
    .selectAll()
    .where('selects_id', '=', selectsId)
    .where((row) => row.or([row('removed_at', 'is', null), row('removed_at', '>', notRestorable())]))
    .execute()

/** Replaces the items. Those that are left out can come back. @throws ProductError not_found, changed_meanwhile */
export const replaceItems = (db: Database, id: string, revision: number, pieces: readonly Piece[]): Promise<void> =>
  changing(db, id, revision, async (transaction) => {
    const kept = pieces.flatMap((piece, position) => (piece.id === null ? [] : [{ ...piece, id: piece.id, position }]))
    await transaction
      .updateTable('select_items')
      .set({ position: null, removed_at: new Date() })
      .where('selects_id', '=', id)
      .where('position', 'is not', null)
      .execute()
    for (const { id: item, position, start_frame, end_frame, seconds, note } of kept)
      await transaction
        .updateTable('select_items')
        .set({ position, removed_at: null, start_frame, end_frame, seconds, note })
        .where('id', '=', item)
        .execute()
    for (const [position, piece] of pieces.entries())
      if (piece.id === null) await insertItems(transaction, id, [piece], position)
  })

/** @returns their ids, in their order */
async function insertItems(
  transaction: Transaction<Tables>,
  selects_id: string,
  pieces: readonly Omit<Piece, 'id'>[],
  from: number,
  key: string | null = null,
): Promise<string[]> {
  if (pieces.length === 0) return []
  const rows = pieces.map(({ video_id, video_name, start_frame, end_frame, seconds, note, source }, place) => ({
    ...{ selects_id, position: from + place, video_id, video_name, start_frame, end_frame, seconds, note },
    source: source && JSON.stringify(source),
    idempotency_key: key,
  }))
  try {
    const inserted = await transaction.insertInto('select_items').values(rows).returning('id').execute()
    return inserted.map((item) => item.id)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)) throw error
    // A video has just been deleted.
    throw new ProductError('not_found')
  }
}

/** Deletes selects; for a day they can be restored. */
export const deleteSelects = async (db: Database, id: string): Promise<void> => {
  await db.updateTable('selects').set({ deleted_at: new Date() }).where('id', '=', id).execute()
}

/** Takes back a deletion. @throws ProductError limit_selects */
export const restoreSelects = async (
  db: Database,
  { id, company_id }: Pick<SelectsRow, 'id' | 'company_id'>,
): Promise<void> => {
  await refuseMore(db, company_id)
  await db.updateTable('selects').set({ deleted_at: null }).where('id', '=', id).execute()
}

/** Removes selects and items that can no longer come back. */
export async function removeDeletedSelects(db: Database): Promise<void> {
  await db.deleteFrom('selects').where('deleted_at', '<', notRestorable()).execute()
  await db.deleteFrom('select_items').where('removed_at', '<', notRestorable()).execute()
}
