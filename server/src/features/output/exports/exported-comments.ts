import { commentRange } from '@footnote/contract/shared/frames.ts'
import { authorName, DELETED_USER, numberOf, resolverOf } from '../../review/comments/policy.ts'
import type { CommentRow } from '../../review/comments/queries.ts'
import type { ExportedComment, ExportedReply } from './discussion.ts'
import type { SourcePlace } from './source-places.ts'
import type { Timeline } from './timeline.ts'

interface CommentExport {
  /** Where a comment is on the timeline. */
  readonly place: Timeline['place']
  /** Where a moment of the video comes from, in seconds; for a rendered one. */
  readonly sourceAt: ((seconds: number) => SourcePlace | null) | null
  /** Address of the review page; null for viewers who cannot open it. */
  readonly page: string | null
  /** Whether a root is in the file. */
  readonly passes: (root: CommentRow) => boolean
}

/**
 * The comments of a file, numbered as on the page. A deleted one is not in it: the
 * answers to it take its place, and the first of them that of a root.
 * @param rows roots and replies in time order, without deleted ones that nothing is below
 */
export function exportedComments(
  rows: readonly CommentRow[],
  { place: placeOf, sourceAt, page, passes }: CommentExport,
): readonly ExportedComment[] {
  const answers = Map.groupBy(
    rows.filter(({ depth }) => depth > 0),
    ({ parent_comment_id }) => parent_comment_id,
  )
  /** The answers to a comment, oldest first, with those to a deleted one in its place. */
  const answersTo = (id: string): CommentRow[] =>
    (answers.get(id) ?? [])
      .toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())
      .flatMap((row) => (row.deleted_at === null ? [row] : answersTo(row.id)))
  const numbered = (replies: readonly CommentRow[], number: string): ExportedReply[] =>
    replies.flatMap((row, place) => {
      const own = `${number}.${place + 1}`
      const { content: text, visibility, created_at } = row
      const reply = { number: own, author: authorName(row), text, visibility, created_at }
      return [reply, ...numbered(answersTo(row.id), own)]
    })
  /** The comment that heads a thread, and the answers below it. */
  const headOf = (root: CommentRow): { head: CommentRow; below: CommentRow[] } => {
    const [first, ...others] = answersTo(root.id)
    return root.deleted_at === null || !first
      ? { head: root, below: answersTo(root.id) }
      : { head: first, below: [...answersTo(first.id), ...others] }
  }
  return rows
    .filter(({ depth }) => depth === 0)
    .filter((row) => passes(row))
    .map((row) => ({
      row,
      ...headOf(row),
      place: placeOf(commentRange(row)),
    }))
    .map(
      ({ row, head, below, place }): ExportedComment => ({
        id: row.id,
        number: numberOf(row) ?? '',
        ...place,
        source: sourceOf(place.seconds, sourceAt),
        author: authorName(head),
        text: head.content,
        drawing: head.has_drawing,
        visibility: row.visibility,
        created_at: head.created_at,
        resolved: row.resolved_at && {
          by: resolverOf(row) ?? DELETED_USER,
          at: row.resolved_at,
        },
        replies: numbered(below, numberOf(row) ?? ''),
        link: page === null ? '' : `${page}?t=${row.start_time.toFixed(6)}`,
      }),
    )
}

function sourceOf(
  { first, last }: ExportedComment['seconds'],
  sourceAt: CommentExport['sourceAt'],
): ExportedComment['source'] {
  const [from, to] = [sourceAt?.(first) ?? null, sourceAt?.(last) ?? null]
  return from && { first: from, last: to ?? from }
}
