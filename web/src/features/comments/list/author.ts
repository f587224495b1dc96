import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { readSession } from '../../../lib/session.ts'
import { readGuestName } from '../guest.ts'

/** What a comment's author is called. */
export const authorOf = ({ first_name, last_name }: Pick<Comment, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()

/** The name that a comment of this person's will have. @param guest whether they came by a link */
export function ownName(guest: boolean): Pick<Comment, 'first_name' | 'last_name'> {
  if (guest) return { first_name: readGuestName(), last_name: '' }
  const { first_name = '', last_name = '' } = readSession() ?? {}
  return { first_name, last_name }
}
