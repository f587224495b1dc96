import { BY_ME } from '@footnote/contract/nouns/review/comments.ts'
import { authorOf, personOf } from '../list/author.ts'
import { type CommentFilter, isFiltered } from '../list/filter.ts'
import type { Thread } from './threads.ts'

const SHOWN = { open: 'Open comments', resolved: 'Resolved comments', all: 'Comments' } as const

/** Keeps a name's own direction from moving the words around it (Unicode UAX 9). */
const isolated = (name: string): string => `\u2068${name}\u2069`

/** What a filter shows, for example 'Open comments by Ana Ruiz, with a drawing'. */
export function filterWords(filter: CommentFilter, threads: readonly Thread[]): string {
  if (!isFiltered(filter)) return 'All comments'
  const { show, by, kinds } = filter
  const known = threads.find(({ comment }) => personOf(comment) === by)
  const person = by === BY_ME ? 'you' : by !== null && isolated(known ? authorOf(known.comment) : by)
  const limits = [
    kinds.includes('team') && 'team only',
    kinds.includes('search') && 'from a search',
    kinds.includes('drawing') && 'with a drawing',
  ]
  return [`${SHOWN[show]}${person ? ` by ${person}` : ''}`, ...limits.filter(Boolean)].join(', ')
}
