import type { KeyScope } from '@footnote/contract/nouns/api-keys.ts'
import { API_KEYS } from '@footnote/contract/shared/limits.ts'
import type { Selectable } from 'kysely'
import { type Database, isId } from '../../platform/db/database.ts'
import type { ApiKeys } from '../../platform/db/schema.ts'
import { ProductError } from '../../platform/errors.ts'
import type { UserViewer } from '../../platform/route.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { findViewer } from '../accounts/queries.ts'
import { hasSeat } from '../plans/queries.ts'

export type KeyRow = Omit<Selectable<ApiKeys>, 'key_hash' | 'user_id'>

/** By this a key is told from an access token, and found by those who look for secrets that leaked. */
const MARK = 'footnote_'
/** The last use is written down at most this often, in milliseconds. */
const USE_NOTED = 60_000
const COLUMNS = ['id', 'name', 'scopes', 'prefix', 'created_at', 'last_used_at'] as const

/** Whether a bearer token has the form of an API key; whether there is such a key is another question. */
export const isKey = (token: string): boolean => token.startsWith(MARK)

const viewers = (db: Database) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id', 'api_keys.scopes', 'api_keys.last_used_at', 'users.company_id', 'users.is_admin'])
    .select(['users.id as user_id', hasSeat().as('has_seat')])

type ViewerRow = Awaited<ReturnType<ReturnType<typeof viewers>['executeTakeFirstOrThrow']>>

const asViewer = ({ id, scopes, user_id, company_id, is_admin, has_seat }: ViewerRow): UserViewer => ({
  kind: 'user',
  user_id,
  company_id,
  is_admin,
  has_seat,
  session_id: null,
  api_key: { id, scopes },
})

/** Whom a key acts for, or null for one that is unknown or revoked. */
export async function findKeyViewer(db: Database, key: string): Promise<UserViewer | null> {
  const row = await viewers(db).where('key_hash', '=', hashToken(key)).executeTakeFirst()
  if (!row) return null
  if (!row.last_used_at || Date.now() - row.last_used_at.getTime() > USE_NOTED)
    await db.updateTable('api_keys').set({ last_used_at: new Date() }).where('id', '=', row.id).execute()
  return asViewer(row)
}

/** The same viewer as things are now, or null where the session has ended or the key was revoked. */
export async function findViewerAgain(
  db: Database,
  viewer: Pick<UserViewer, 'user_id' | 'session_id'> & { readonly api_key?: { readonly id: string } },
): Promise<UserViewer | null> {
  if (viewer.session_id !== null) return await findViewer(db, viewer.user_id, viewer.session_id)
  const row = await viewers(db)
    .where('api_keys.id', '=', viewer.api_key?.id ?? null)
    .executeTakeFirst()
  return row ? asViewer(row) : null
}

/** A person's keys, newest first. */
export const listKeys = (db: Database, userId: string): Promise<KeyRow[]> =>
  db
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Makes a key of 256 random bits, of which only a hash is kept. @throws ProductError limit_keys */
export async function createKey(
  db: Database,
  { user_id, name, scopes }: { readonly user_id: string; readonly name: string; readonly scopes: readonly KeyScope[] },
): Promise<{ key: string; row: KeyRow }> {
  const key = `${MARK}${newToken()}`
  const row = await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
    const { count } = await transaction
      .selectFrom('api_keys')
      .select((keys) => keys.fn.countAll<number>().as('count'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    if (count >= API_KEYS.max) throw new ProductError('limit_keys')
    return await transaction
      .insertInto('api_keys')
      .values({
        user_id,
        name,
        scopes: [...new Set(scopes)],
        key_hash: hashToken(key),
        prefix: key.slice(0, MARK.length + API_KEYS.prefix),
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
  })
  return { key, row }
}

/** @returns false when the person has no such key */
export async function revokeKey(db: Database, userId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
