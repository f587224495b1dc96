import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'
import type { AccountCodes, Tables } from '../../../../platform/db/schema.ts'

/** Makes a random code. */
const newCode = (): string => String(randomInt(10 ** ACCOUNT.code_digits)).padStart(ACCOUNT.code_digits, '0')

/**
 * The purpose of a code: the address to confirm and, for the purpose `email`, the account that will get the address.
 */
export interface CodePurpose {
  readonly purpose: 'signup' | 'reset' | 'email'
  readonly email: string
  readonly user_id?: string
  /** False for a code that is invalid from the start. */
  readonly good?: boolean
}

/** A code to send by mail, and the id of its request. */
export interface IssuedCode {
  readonly id: string
  readonly code: string
  /** Resets a password as well, also after too many wrong tries. */
  readonly long_code: string
}

/** Codes have few values, so an unkeyed hash could be reversed by trying them all. */
const hashCode = (key: Uint8Array, id: string, code: string): string =>
  createHmac('sha256', key).update(`${id} ${code}`).digest('base64url')

/** Digits of a long code: 99 bits. Phones offer digits alone where a code is typed. */
const LONG_DIGITS = 30

/** A longer code of the same request, which nobody guesses, so that wrong tries need not count against it. */
function longCode(key: Uint8Array, id: string): string {
  const hash = createHmac('sha256', key).update(`long ${id}`).digest('hex')
  return String(BigInt(`0x${hash}`) % 10n ** BigInt(LONG_DIGITS)).padStart(LONG_DIGITS, '0')
}

/** Whether a code is no short one, right or wrong. */
export const isLongCode = (code: string): boolean => code.length > ACCOUNT.code_digits

const expiry = (): Date => new Date(Date.now() + ACCOUNT.code_lifetime * 1000)

/** Makes the code of a request. An address may have several open requests, except for resetting a password. */
export async function issueCode(
  db: Database | Transaction<Tables>,
  key: Uint8Array,
  { purpose, email, user_id, good = true }: CodePurpose,
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
  return { id, code, long_code: longCode(key, id) }
}

/** Replaces the code of a request. @returns null when the request has ended meanwhile */
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

/** The requests that a code may match: those for an address, those of an account, or a single one. */
export type CodeFilter =
  | { readonly purpose: 'signup' | 'reset'; readonly email: string; readonly id?: string | undefined }
  | { readonly purpose: 'email'; readonly user_id: string }

/**
 * Uses up a code: acts on its request and ends that request and all beside it. Each try counts against every unexpired
 * request before any code is compared; a request allows five tries. Long codes do not count, and only reset passwords.
 * @param use acts on the matching request, in the same transaction
 * @returns what `use` returns; null when no request matches
 */
export async function redeemCode<T>(
  db: Database,
  key: Uint8Array,
  sought: CodeFilter,
  code: string,
  use: (transaction: Transaction<Tables>, request: Selectable<AccountCodes>) => Promise<T>,
): Promise<T | null> {
  return await db.transaction().execute(async (transaction) => {
    const requests = transaction.selectFrom('account_codes').where('purpose', '=', sought.purpose)
    const beside =
      sought.purpose === 'email'
        ? requests.where('user_id', '=', sought.user_id)
        : requests.where('email', '=', sought.email)
    // A fixed order prevents a deadlock between two simultaneous tries.
    const rows = await beside.selectAll().orderBy('id').forUpdate().execute()
    const named = 'id' in sought && sought.id !== undefined ? sought.id : null
    const long = isLongCode(code)
    const live = rows.filter(
      (row) =>
        (named === null || row.id === named) &&
        row.expires_at > new Date() &&
        (long ? row.purpose === 'reset' : row.tries < ACCOUNT.code_tries),
    )
    await transaction
      .updateTable('account_codes')
      .set((row) => ({ tries: row('tries', '+', long ? 0 : 1) }))
      .where((row) => row('id', '=', row.fn.any(row.val(live.map(({ id }) => id)))))
      .execute()
    const found = live.find((row) => {
      const hash = long ? hashCode(key, row.id, longCode(key, row.id)) : row.code_hash
      return timingSafeEqual(Buffer.from(hash), Buffer.from(hashCode(key, row.id, code)))
    })
    if (!found) return null
    const used = await use(transaction, found)
    await transaction
      .deleteFrom('account_codes')
      .where((row) => row('id', '=', row.fn.any(row.val(rows.map(({ id }) => id)))))
      .execute()
    return used
  })
}

/** Deletes expired codes, and sign-ups that nobody confirmed in time. */
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
