import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { readGuestName } from '../../../lib/guest.ts'
import { readSession } from '../../../lib/session.ts'

/** Name of a comment's author. */
export const authorOf = ({ first_name, last_name }: Pick<Comment, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()

/**
 * Tells people apart, also those of one name: the address of a member. Answers name no key of guests, and links name
 * nobody's address; there people of one name are one.
 */
export const personOf = (comment: Pick<Comment, 'first_name' | 'last_name' | 'user_email'>): string =>
  comment.user_email ?? authorOf(comment)

/** Name that a comment of this person will carry. @param guest whether they came by a share link */
export function ownName(guest: boolean): Pick<Comment, 'first_name' | 'last_name'> {
  if (guest) return { first_name: readGuestName(), last_name: '' }
  const { first_name = '', last_name = '' } = readSession() ?? {}
  return { first_name, last_name }
}
