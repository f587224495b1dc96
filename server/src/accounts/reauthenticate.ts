import { ProductError } from '../errors.ts'
import type { Attempts } from './attempts.ts'
import { checkPassword } from './passwords.ts'
import type { User } from './queries.ts'

/** Has a person who is signed in show their password once more. @throws ProductError password_wrong, rate_limited */
export async function confirmPassword(attempts: Attempts, user: User, password: string): Promise<void> {
  await attempts.check(user.email)
  if (await checkPassword(password, user.password_hash)) return
  await attempts.fail(user.email)
  throw new ProductError('password_wrong')
}
