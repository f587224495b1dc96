import { ProductError } from '../../platform/errors.ts'
import { checkPassword } from '../../platform/passwords.ts'
import type { User } from './queries.ts'
import type { Attempts } from './secrets/attempts.ts'

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
