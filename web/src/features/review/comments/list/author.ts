import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { shownName } from '@footnote/contract/shared/guests.ts'
import { readGuestName } from '../../../../lib/guest.ts'
import { readSession } from '../../../../lib/session.ts'
import { namesIn } from '../../../../ui/marks/avatar.tsx'

// Other files of the comments do not read these fields, so that none prints a name without saying that it is a guest's.
/** Who wrote a comment. */
export type Author = Pick<Comment, 'first_name' | 'last_name' | 'is_guest'>

/** The author of a comment that is deleted. */
export const NO_AUTHOR: Author = { first_name: '', last_name: '', is_guest: false }

const nameOf = ({ first_name, last_name }: Author): string => `${first_name} ${last_name}`.trim()

/** Name of a comment's author; guests are named as such. */
export const authorOf = (author: Author): string => shownName({ name: nameOf(author), is_guest: author.is_guest })

/** Name of a comment's author for a mark beside it, and for their initials. */
export const partsOf = (author: Author) => ({
  name: nameOf(author),
  guest: author.is_guest,
  // A guest gives one name, which may have two words.
  initials: author.is_guest ? namesIn(nameOf(author)) : { firstName: author.first_name, lastName: author.last_name },
})

/** Names a comment by its author. */
export const aboutComment = (comment: Author & Pick<Comment, 'deleted_at'>): string =>
  comment.deleted_at === null ? `comment by ${authorOf(comment)}` : 'deleted comment'

/**
 * Distinguishes people, also those of one name: by the address of a member, and by the mark of a guest. Links name
 * nobody's address; there members of one name are one, as guests of one name are everywhere.
 */
export const personOf = (comment: Author & Pick<Comment, 'user_email'>): string =>
  comment.user_email ?? authorOf(comment)

/**
 * Name that a comment of this person will carry.
 * @param guest whether they came by a share link
 * @param guest_name the name for which that link was made; null for other links
 */
export function ownName(guest: boolean, guest_name: string | null = null): Author {
  if (guest) return { first_name: guest_name ?? readGuestName(), last_name: '', is_guest: true }
  const { first_name = '', last_name = '' } = readSession() ?? {}
  return { first_name, last_name, is_guest: false }
}
