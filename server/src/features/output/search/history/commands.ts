import { SEARCH_TYPES, type SearchType } from '@footnote/contract/nouns/output/search/search-types.ts'
import { PAST_SEARCHES } from '@footnote/contract/shared/limits.ts'
import { sql, type Transaction } from 'kysely'
import { type Database, isId } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import { type PastSearchRow, readOpenSearch, readSearch } from './queries.ts'

/** A search that somebody made. */
interface MadeSearch {
  /** Null: everything that the person may read. */
  readonly collection_id: string | null
  readonly query: string
  readonly types: readonly SearchType[]
}

/** Stores a search as the latest; a repeated one moves up. Deletes the oldest unsaved ones beyond the limit. */
export async function rememberSearch(db: Database, userId: string, search: MadeSearch): Promise<PastSearchRow> {
  const types = SEARCH_TYPES.filter((type) => search.types.includes(type))
  return await db.transaction().execute(async (transaction) => {
    await holdPerson(transaction, userId)
    const { rows } = await sql<{ id: string }>`
      insert into past_searches (user_id, collection_id, query, types)
      values (${userId}, ${search.collection_id}, ${search.query}, ${types}::text[])
      on conflict (user_id, collection_id, md5(query), types) do update set searched_at = clock_timestamp()
      returning id`.execute(transaction)
    await sql`
      delete from past_searches where user_id = ${userId} and not saved and id not in (
        select id from past_searches where user_id = ${userId} and not saved
        order by searched_at desc limit ${PAST_SEARCHES.recent})`.execute(transaction)
    return await readSearch(transaction, userId, rows[0]?.id ?? '')
  })
}

/** Saves a search, or makes it an unsaved one again. @throws ProductError not_found, limit_searches */
export async function saveSearch(db: Database, viewer: UserViewer, id: string, saved: boolean): Promise<PastSearchRow> {
  return await db.transaction().execute(async (transaction) => {
    await holdPerson(transaction, viewer.user_id)
    const search = await readOpenSearch(transaction, viewer, id)
    if (saved && !search.saved) await refuseTooMany(transaction, viewer.user_id)
    await transaction.updateTable('past_searches').set({ saved }).where('id', '=', id).execute()
    return { ...search, saved }
  })
}

async function refuseTooMany(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('past_searches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('saved', '=', true)
    .executeTakeFirstOrThrow()
  if (count >= PAST_SEARCHES.saved) throw new ProductError('limit_searches')
}

/** Makes other calls of the person wait, so that the limit holds. */
async function holdPerson(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Deletes a search. @returns false when the person has no such search */
export async function forgetSearch(db: Database, userId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const { numDeletedRows } = await db
    .deleteFrom('past_searches')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes every unsaved search of a person. */
export async function clearSearches(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('past_searches').where('user_id', '=', userId).where('saved', '=', false).execute()
}
