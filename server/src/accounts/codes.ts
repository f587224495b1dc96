import { createHmac, timingSafeEqual } from 'node:crypto'
import { ACCOUNT } from '@footnote/contract/limits.ts'
import type { Database } from '../db/database.ts'
import { newCode } from './secrets.ts'

export type CodePurpose = 'verification' | 'reset' | 'email'

/** A code has only a million values: without the key its hash could be turned back. */
const hashCode = (key: Uint8Array, userId: string, code: string): string =>
  createHmac('sha256', key).update(`${userId} ${code}`).digest('base64url')

/** Makes a code; earlier ones of the same purpose end. @param email the address that it confirms, with the purpose `email` @returns the code, to be mailed */
export async function issueCode(
  db: Database,
  key: Uint8Array,
  userId: string,
  purpose: CodePurpose,
  email: string | null = null,
): Promise<string> {
  const code = newCode()
  const fresh = {
    email,
    code_hash: hashCode(key, userId, code),
    tries: 0,
    created_at: new Date(),
    expires_at: new Date(Date.now() + ACCOUNT.code_lifetime * 1000),
    used_at: null,
  }
  await db
    .insertInto('account_codes')
    .values({ user_id: userId, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(fresh))
    .execute()
  return code
}

/** Uses a code up. @returns what it confirms where it was right, in time, unused and within its five tries, else null */
export async function redeemCode(
  db: Database,
  key: Uint8Array,
  userId: string,
  purpose: CodePurpose,
  code: string,
): Promise<{ email: string | null } | null> {
  return await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('account_codes')
      .selectAll()
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.used_at || row.expires_at < new Date() || row.tries >= ACCOUNT.code_tries) return null
    const right = timingSafeEqual(Buffer.from(row.code_hash), Buffer.from(hashCode(key, userId, code)))
    await transaction
      .updateTable('account_codes')
      .set(right ? { used_at: new Date() } : { tries: row.tries + 1 })
      .where('id', '=', row.id)
      .execute()
    return right ? { email: row.email } : null
  })
}
