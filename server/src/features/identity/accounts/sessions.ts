import { randomUUID } from 'node:crypto'
import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import { hashToken, newToken } from '../../../platform/tokens.ts'
import type { AccessTokens } from './access.ts'

export interface TokenPair {
  readonly access: string
  readonly refresh: string
}

const expiry = (): Date => new Date(Date.now() + ACCOUNT.refresh_lifetime * 1000)

/** The circumstances of a sign-in. */
export interface SignIn {
  /** The client's address, grouped for counting. */
  readonly address: string
  /** Hash of the compared password as it was before the comparison. */
  readonly password_hash: string
}

/**
 * Starts a session.
 * @throws ProductError credentials_wrong when the password changed during the comparison
 */
export async function startSession(
  db: Database,
  tokens: AccessTokens,
  userId: string,
  by?: SignIn,
): Promise<TokenPair> {
  return await db.transaction().execute(async (transaction) => {
    const kept = await lockSessions(transaction, userId)
    if (by && kept !== by.password_hash) throw new ProductError('credentials_wrong')
    if (by) await keepAddress(transaction, userId, by.address)
    return await addToken(transaction, tokens, userId, randomUUID())
  })
}

/** Notes that a person was at an address, whose wrong tries count apart from those of strangers for 30 days. */
export async function keepAddress(transaction: Transaction<Tables>, user_id: string, address: string): Promise<void> {
  const last_at = new Date()
  await transaction
    .insertInto('sign_in_addresses')
    .values({ user_id, address, last_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ last_at }))
    .execute()
}

async function addToken(
  db: Transaction<Tables>,
  tokens: AccessTokens,
  userId: string,
  family: string,
): Promise<TokenPair> {
  const refresh = newToken()
  await db
    .insertInto('refresh_tokens')
    .values({ token_hash: hashToken(refresh), family, user_id: userId, expires_at: expiry() })
    .execute()
  return { access: await tokens.sign(userId, family), refresh }
}

/**
 * Exchanges a refresh token for a new pair. A token that is used twice has been copied, so its whole session ends.
 * @param address the client's address, grouped for counting
 * @throws ProductError unauthenticated when it is unknown, used, expired or revoked
 */
export async function rotateSession(
  db: Database,
  tokens: AccessTokens,
  refresh: string,
  address: string,
): Promise<TokenPair> {
  const next = await db.transaction().execute(async (transaction) => {
    const token = () =>
      transaction.selectFrom('refresh_tokens').selectAll().where('token_hash', '=', hashToken(refresh))
    const found = await token().executeTakeFirst()
    if (!found) return null
    await lockSessions(transaction, found.user_id)
    // Read again: another request may have used or revoked it during the wait.
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
    await keepAddress(transaction, row.user_id, address)
    return await addToken(transaction, tokens, row.user_id, row.family)
  })
  if (!next) throw new ProductError('unauthenticated')
  return next
}

/** Ends the session of a refresh token. Ignores an unknown token. */
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

/** Ends all sessions of a user. */
export async function endSessions(db: Database, userId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockSessions(transaction, userId)
    await revokeSessions(transaction, userId)
  })
}

/**
 * Sets a new password and ends the account's sessions, except one.
 * @param passwordHash in the encoded form of Argon2
 */
export async function replacePassword(db: Database, userId: string, passwordHash: string, but?: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockSessions(transaction, userId)
    await transaction.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute()
    await revokeSessions(transaction, userId, but)
  })
}

async function revokeSessions(transaction: Transaction<Tables>, userId: string, but?: string): Promise<void> {
  let query = transaction.updateTable('refresh_tokens').set({ revoked_at: new Date() }).where('user_id', '=', userId)
  if (but) query = query.where('family', '!=', but)
  await query.where('revoked_at', 'is', null).execute()
}

/**
 * Serialises transactions that exchange and end tokens of a user. Without this lock a session could outlive its end: an
 * update does not see a token that is inserted while it waits for another token's row.
 * @returns hash of the account's password; undefined when the account has just been deleted
 */
async function lockSessions(transaction: Transaction<Tables>, userId: string): Promise<string | undefined> {
  const users = transaction.selectFrom('users').select('password_hash').where('id', '=', userId)
  return (await users.forNoKeyUpdate().executeTakeFirst())?.password_hash
}

async function revokeFamily(transaction: Transaction<Tables>, family: string): Promise<void> {
  await transaction.updateTable('refresh_tokens').set({ revoked_at: new Date() }).where('family', '=', family).execute()
}

/** Deletes expired tokens. */
export async function removeExpiredSessions(db: Database): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', new Date()).execute()
}

/** Deletes old addresses of sign-ins. */
export async function removeOldSignInAddresses(db: Database): Promise<void> {
  const end = new Date(Date.now() - ACCOUNT.sign_in_memory * 1000)
  await db.deleteFrom('sign_in_addresses').where('last_at', '<', end).execute()
}
