import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { guestName } from '@footnote/contract/shared/guests.ts'
import { readGuestName } from '../../../lib/guest.ts'
import { readSession } from '../../../lib/session.ts'

/** Who wrote a comment. */
export type Author = Pick<Comment, 'first_name' | 'last_name' | 'is_guest'>

/** Name of a comment's author, where something beside it marks guests. */
export const nameOf = ({ first_name, last_name }: Pick<Author, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()

/** Name of a comment's author; guests are named as such. */
export const authorOf = (author: Author): string => (author.is_guest ? guestName(nameOf(author)) : nameOf(author))

/** Names a comment by its author. */
export const aboutComment = (comment: Author & Pick<Comment, 'deleted_at'>): string =>
  comment.deleted_at === null ? `comment by ${authorOf(comment)}` : 'deleted comment'

/**
 * Tells people apart, also those of one name: the address of a member. Answers name no key of guests, and links name
 * nobody's address; there people of one name are one.
 */
export const personOf = (comment: Pick<Comment, 'first_name' | 'last_name' | 'user_email'>): string =>
  comment.user_email ?? nameOf(comment)

/** Name that a comment of this person will carry. @param guest whether they came by a share link */
export function ownName(guest: boolean): Author {
  if (guest) return { first_name: readGuestName(), last_name: '', is_guest: true }
  const { first_name = '', last_name = '' } = readSession() ?? {}
  return { first_name, last_name, is_guest: false }
}
