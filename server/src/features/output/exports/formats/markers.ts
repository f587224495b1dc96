import { largest } from '@footnote/contract/shared/extremes.ts'
import type { ExportedComment, ExportedDiscussion } from '../discussion.ts'
import { lengthOf, onOneLine, wordsOf } from '../discussion.ts'

/** A marker of a list with one marker a frame. */
export interface Marker {
  /** Frame from 0. */
  readonly frame: number
  /** Length in frames. */
  readonly length: number
  /** Numbers of its comments. */
  readonly numbers: readonly string[]
  readonly authors: string
  readonly words: string
  readonly resolved: boolean
}

/**
 * The markers of comments. Comments on the same frame become one, because Resolve keeps only the first marker of a
 * frame (reported for its EDL import).
 */
export function markersOf({ comments }: Pick<ExportedDiscussion, 'comments'>): Marker[] {
  return [...Map.groupBy(comments, ({ first }) => first)]
    .sort(([one], [other]) => one - other)
    .map(([frame, together]) => ({
      frame,
      length: largest(together.map(lengthOf)),
      numbers: together.map(({ number }) => number),
      authors: listed(together.map(({ author }) => author)),
      words: together.map((comment) => onOneLine(wordsOf(comment))).join(' / '),
      resolved: together.every(({ resolved }: ExportedComment) => resolved !== null),
    }))
}

const listed = (names: readonly string[]): string => onOneLine([...new Set(names)].join(', '))
