import type { Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import { checkPassword } from '../../../platform/passwords.ts'
import type { User } from './queries.ts'
import type { Attempts } from './secrets/attempts.ts'

/** Renames the person of an account. @returns the updated account */
export async function setName(db: Database, id: string, name: Pick<User, 'first_name' | 'last_name'>): Promise<User> {
  return await db.updateTable('users').set(name).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Changes the address of an account. The caller has confirmed it. @returns null when another account has it */
export async function setEmail(transaction: Transaction<Tables>, id: string, email: string): Promise<User | null> {
  const taken = await transaction.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (taken) return null
  return await transaction
    .updateTable('users')
    .set({ email })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes every sign-up with an address, after somebody has proved to own it. */
export async function endSignups(transaction: Transaction<Tables>, email: string): Promise<void> {
  await transaction.deleteFrom('account_codes').where('purpose', '=', 'signup').where('email', '=', email).execute()
}

/**
 * Makes a signed-in person confirm their password.
 * @param given the password, and the client's address for counting
 * @throws ProductError password_wrong, rate_limited
 */
export async function confirmPassword(
  attempts: Attempts,
  { email, password_hash }: User,
  { password, address }: { readonly password: string; readonly address: string },
): Promise<void> {
  const right = await attempts.try(
    { email, address },
    async () => (await checkPassword(password, password_hash)) || null,
  )
  if (!right) throw new ProductError('password_wrong')
}
