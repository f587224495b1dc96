import { randomUUID } from 'node:crypto'
import { ACCOUNT } from '@footnote/contract/limits.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/schema.ts'
import { ProductError } from '../errors.ts'
import type { AccessTokens } from './access.ts'
import { hashToken, newToken } from './secrets.ts'

export interface TokenPair {
  readonly access: string
  readonly refresh: string
}

const expiry = (): Date => new Date(Date.now() + ACCOUNT.refresh_lifetime * 1000)

/** Starts a session. */
export async function startSession(db: Database, tokens: AccessTokens, userId: string): Promise<TokenPair> {
  return await addToken(db, tokens, userId, randomUUID())
}

async function addToken(db: Database, tokens: AccessTokens, userId: string, family: string): Promise<TokenPair> {
  const refresh = newToken()
  await db
    .insertInto('refresh_tokens')
    .values({ token_hash: hashToken(refresh), family, user_id: userId, expires_at: expiry() })
    .execute()
  return { access: await tokens.sign(userId, family), refresh }
}

/**
 * Exchanges a refresh token for a new pair. A token that was used already is a copy in wrong hands: its whole family ends.
 * @throws ProductError unauthenticated when it is unknown, used, expired or revoked
 */
export async function rotateSession(db: Database, tokens: AccessTokens, refresh: string): Promise<TokenPair> {
  const next = await db.transaction().execute(async (transaction) => {
    const token = () =>
      transaction.selectFrom('refresh_tokens').selectAll().where('token_hash', '=', hashToken(refresh))
    const found = await token().executeTakeFirst()
    if (!found) return null
    await lockSessions(transaction, found.user_id)
    // Read again: it may have been used or revoked while this waited.
    const row = await token().executeTakeFirst()
    if (!row || row.revoked_at || row.expires_at < new Date()) return null
    if (row.used_at) {
      await revokeFamily(transaction, row.family)
      return null
    }
    await transaction
      .updateTable('refresh_tokens')
      .set({ used_at: new Date() })
      .where('token_hash', '=', row.token_hash)
      .execute()
    return await addToken(transaction, tokens, row.user_id, row.family)
  })
  if (!next) throw new ProductError('unauthenticated')
  return next
}

/** Ends the session that a refresh token belongs to; an unknown token is no error. */
export async function endSessionOf(db: Database, refresh: string): Promise<void> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select(['family', 'user_id'])
    .where('token_hash', '=', hashToken(refresh))
    .executeTakeFirst()
  if (!row) return
  await db.transaction().execute(async (transaction) => {
    await lockSessions(transaction, row.user_id)
    await revokeFamily(transaction, row.family)
  })
}

/** Ends all sessions of a user, but for one. */
export async function endSessions(db: Database, userId: string, but?: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockSessions(transaction, userId)
    let query = transaction.updateTable('refresh_tokens').set({ revoked_at: new Date() }).where('user_id', '=', userId)
    if (but) query = query.where('family', '!=', but)
    await query.where('revoked_at', 'is', null).execute()
  })
}

/**
 * Lets one transaction after the other exchange and end tokens of a user: an update does not see a token that is added
 * while it waits for another one's row, so that a session could outlive its end.
 */
async function lockSessions(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

async function revokeFamily(transaction: Transaction<Tables>, family: string): Promise<void> {
  await transaction.updateTable('refresh_tokens').set({ revoked_at: new Date() }).where('family', '=', family).execute()
}

/** Forgets tokens that can no longer be used. */
export async function removeExpiredSessions(db: Database): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', new Date()).execute()
}
