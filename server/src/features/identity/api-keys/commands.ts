import type { KeyScope } from '@footnote/contract/nouns/identity/api-keys.ts'
import { API_KEYS } from '@footnote/contract/shared/limits.ts'
import { type Database, isId } from '../../../platform/db/database.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import { asViewer, COLUMNS, type KeyRow, MARK, viewers } from './queries.ts'

/** Minimum time between two records of a key's last use, in milliseconds. */
const USE_NOTED = 60_000
/** The owner of a key; null for an unknown or revoked key. */
export async function findKeyViewer(db: Database, key: string): Promise<UserViewer | null> {
  const row = await viewers(db).where('key_hash', '=', hashToken(key)).executeTakeFirst()
  if (!row) return null
  if (!row.last_used_at || Date.now() - row.last_used_at.getTime() > USE_NOTED)
    await db.updateTable('api_keys').set({ last_used_at: new Date() }).where('id', '=', row.id).execute()
  return asViewer(row)
}

/** Makes a key of 256 random bits and stores only its hash. @throws ProductError limit_keys */
export async function createKey(
  db: Database,
  { user_id, name, scopes }: { readonly user_id: string; readonly name: string; readonly scopes: readonly KeyScope[] },
): Promise<{ key: string; row: KeyRow }> {
  const key = `${MARK}${newToken()}`
  const row = await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
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
