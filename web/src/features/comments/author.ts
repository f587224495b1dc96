import type { Comment } from '@footnote/contract/comments.ts'

/** What a comment's author is called. */
export const authorOf = ({ first_name, last_name }: Pick<Comment, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()
