import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { commentRange } from '@footnote/contract/shared/frames.ts'
import type { Marker } from '../../../../player/player-props.ts'
import { type Discussion, isSending, livingRoots } from '../discussion/discussion.ts'
import { authorOf } from './author.ts'
import { type CommentFilter, passes } from './filter.ts'

/** Characters of a comment's text in a marker's label. */
const WORDS = 60

const firstWords = (content: string): string => {
  const line = content.replace(/\s+/g, ' ').trim()
  return line.length > WORDS ? `${line.slice(0, WORDS).trimEnd()}…` : line
}

/** Author and first words of a comment. */
export const markerLabel = (comment: Comment): string =>
  comment.deleted_at === null ? `${authorOf(comment)}: ${firstWords(comment.content)}` : 'Deleted comment'

/** The marker of a root. */
export const markerOf = (comment: Comment): Marker => ({
  id: comment.id,
  number: comment.number ?? '',
  ...commentRange(comment),
  drawn: comment.has_drawing,
  label: markerLabel(comment),
  resolved: comment.resolved_at !== null,
  team: comment.visibility === 'team',
})

/** A marker for each root that the filter shows, in time order. */
export const markersOf = (discussion: Discussion, filter: CommentFilter): readonly Marker[] =>
  livingRoots(discussion)
    .filter((comment) => passes(filter, comment))
    // The drawing of one that is being sent cannot be read yet.
    .map((comment) => ({ ...markerOf(comment), drawn: comment.has_drawing && !isSending(comment) }))
