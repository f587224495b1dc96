import type { UserDetails } from '@footnote/contract/nouns/identity/accounts.ts'
import type { User } from './queries.ts'

/** A user's own account right after signing in. */
export const presentSessionUser = (user: User) => ({
  id: user.id,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  company_id: user.company_id,
})

/** A user's own account. */
export const presentUser = (user: User): UserDetails => ({ ...presentSessionUser(user), is_admin: user.is_admin })
