import type { CompanyUser } from '@footnote/contract/nouns/identity/companies.ts'
import type { ReviewPerson } from '@footnote/contract/shared/approvals.ts'
import type { Request } from './api.ts'

/** Somebody on the list of a request. */
export interface ReviewerEntry {
  readonly key: string
  readonly name: string
  /** Whether they have no account here. */
  readonly guest: boolean
  readonly sent: Request['reviewers'][number]
}

/** A person who was asked before. */
export const askedBefore = ({ id, name, kind, user_id, email }: ReviewPerson): ReviewerEntry => ({
  key: email?.toLowerCase() ?? id,
  name,
  guest: kind === 'guest',
  sent: user_id ? { user_id } : { email: email ?? '', name },
})

/** A person by address, a member or a guest. @param guest whether no member has that address */
export const askedByMail = (email: string, name: string, guest: boolean): ReviewerEntry => ({
  key: email.toLowerCase(),
  name,
  guest,
  sent: { email, name },
})

const fullName = ({ first_name, last_name }: CompanyUser): string => `${first_name} ${last_name}`.trim()

/** Members with a seat who can be asked besides those on the list. */
export const membersBeside = (users: readonly CompanyUser[], asked: readonly ReviewerEntry[]): ReviewerEntry[] =>
  users
    .filter(({ verified }) => verified)
    .map((user) => askedByMail(user.email, fullName(user), false))
    // Answers about a request have no addresses of members.
    .filter(({ key, name }) => !asked.some((one) => one.key === key || ('user_id' in one.sent && one.name === name)))

/** The day of a moment, for a field of that kind; empty for none. @param at ISO 8601 */
export function dayOf(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The end of a day here, ISO 8601; null for none. @param day as the field has it */
export const endOf = (day: string): string | null => (day === '' ? null : new Date(`${day}T23:59:00`).toISOString())
