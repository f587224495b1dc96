import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { AccountCodes, Tables } from '../../../platform/db/schema.ts'

/** A code, as mailed. */
const newCode = (): string => String(randomInt(10 ** ACCOUNT.code_digits)).padStart(ACCOUNT.code_digits, '0')

/** What a code was mailed for: the address to be confirmed, and with the purpose `email` the account that is to have it. */
export interface Asked {
  readonly purpose: 'signup' | 'reset' | 'email'
  readonly email: string
  readonly user_id?: string
  /** False for a code that is over at once. */
  readonly good?: boolean
}

/** A code, to be mailed, and the id of the request that it belongs to. */
export interface IssuedCode {
  readonly id: string
  readonly code: string
}

/** A code has few values: without the key its hash could be turned back. */
const hashCode = (key: Uint8Array, id: string, code: string): string =>
  createHmac('sha256', key).update(`${id} ${code}`).digest('base64url')

const expiry = (): Date => new Date(Date.now() + ACCOUNT.code_lifetime * 1000)

/** Makes the code of a request. Requests stand side by side; only to reset a password there is one for an address. */
export async function issueCode(
  db: Database | Transaction<Tables>,
  key: Uint8Array,
  { purpose, email, user_id, good = true }: Asked,
): Promise<IssuedCode> {
  const id = randomUUID()
  const code = newCode()
  const fresh = {
    id,
    code_hash: hashCode(key, id, code),
    tries: 0,
    created_at: new Date(),
    expires_at: good ? expiry() : new Date(),
  }
  await db
    .insertInto('account_codes')
    .values({ purpose, email, user_id: user_id ?? null, ...fresh })
    .onConflict((conflict) => conflict.column('email').where('purpose', '=', 'reset').doUpdateSet(fresh))
    .execute()
  return { id, code }
}

/** Gives a request another code; the one before ends. @returns null where the request has ended meanwhile */
export async function renewCode(
  db: Database,
  key: Uint8Array,
  id: string,
): Promise<{ readonly code: string; readonly created_at: Date } | null> {
  const code = newCode()
  const row = await db
    .updateTable('account_codes')
    .set({ code_hash: hashCode(key, id, code), tries: 0, expires_at: expiry() })
    .where('id', '=', id)
    .returning('created_at')
    .executeTakeFirst()
  return row ? { code, ...row } : null
}

/** Where a code is looked for: among the requests for an address or those of an account, or in one of them alone. */
export type Sought =
  | { readonly purpose: 'signup' | 'reset'; readonly email: string; readonly id?: string | undefined }
  | { readonly purpose: 'email'; readonly user_id: string }

/**
 * Uses a code up: the request that it belongs to is acted on, and with it every request beside it ends. Each code in time
 * and within its five tries is one try further, before any is compared.
 * @param use what the code was mailed for, in the same transaction
 * @returns what `use` returns; null for a code of none of them
 */
export async function redeemCode<T>(
  db: Database,
  key: Uint8Array,
  sought: Sought,
  code: string,
  use: (transaction: Transaction<Tables>, request: Selectable<AccountCodes>) => Promise<T>,
): Promise<T | null> {
  return await db.transaction().execute(async (transaction) => {
    const requests = transaction.selectFrom('account_codes').where('purpose', '=', sought.purpose)
    const beside =
      sought.purpose === 'email'
        ? requests.where('user_id', '=', sought.user_id)
        : requests.where('email', '=', sought.email)
    // In one order always: two who type a code at once would else wait for each other.
    const rows = await beside.selectAll().orderBy('id').forUpdate().execute()
    const named = 'id' in sought && sought.id !== undefined ? sought.id : null
    const live = rows.filter(
      (row) => (named === null || row.id === named) && row.expires_at > new Date() && row.tries < ACCOUNT.code_tries,
    )
    await transaction
      .updateTable('account_codes')
      .set((row) => ({ tries: row('tries', '+', 1) }))
      .where((row) => row('id', '=', row.fn.any(row.val(live.map(({ id }) => id)))))
      .execute()
    const found = live.find((row) =>
      timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashCode(key, row.id, code))),
    )
    if (!found) return null
    const used = await use(transaction, found)
    await transaction
      .deleteFrom('account_codes')
      .where((row) => row('id', '=', row.fn.any(row.val(rows.map(({ id }) => id)))))
      .execute()
    return used
  })
}

/** Forgets codes that are over, and sign-ups that nobody has confirmed for too long. */
export async function removeOldCodes(db: Database): Promise<void> {
  const { signup_lifetime } = ACCOUNT
  await db
    .deleteFrom('account_codes')
    .where('expires_at', '<', new Date())
    .where((row) =>
      row.or([row('purpose', '!=', 'signup'), row('created_at', '<', new Date(Date.now() - signup_lifetime * 1000))]),
    )
    .execute()
}
