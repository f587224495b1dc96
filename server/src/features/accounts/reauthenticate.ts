import { ProductError } from '../../platform/errors.ts'
import { checkPassword } from '../../platform/passwords.ts'
import type { User } from './queries.ts'
import type { Attempts } from './secrets/attempts.ts'

/**
 * Has a person who is signed in show their password once more.
 * @param given the password, and what the caller is counted as
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
