import { authorName, DELETED_USER, resolverOf } from '../comments/policy.ts'
import type { CommentRow } from '../comments/queries.ts'
import type { ExportedComment, ExportedReply } from './discussion.ts'
import type { SourcePlace } from './source-places.ts'
import type { Timeline } from './timeline.ts'

interface Wanted {
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
 * The comments of a file, numbered as on the page: by all roots that the viewer sees.
 * @param rows roots and replies in time order
 */
export function exportedComments(
  rows: readonly CommentRow[],
  { place: placeOf, sourceAt, page, passes }: Wanted,
): readonly ExportedComment[] {
  const answers = Map.groupBy(
    rows.filter(({ depth }) => depth > 0),
    ({ parent_comment_id }) => parent_comment_id,
  )
  const repliesTo = (id: string, number: string): ExportedReply[] =>
    (answers.get(id) ?? [])
      .toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime())
      .flatMap((row, place) => {
        const own = `${number}.${place + 1}`
        const { content: text, visibility, created_at } = row
        return [{ number: own, author: authorName(row), text, visibility, created_at }, ...repliesTo(row.id, own)]
      })
  return rows
    .filter(({ depth }) => depth === 0)
    .map((row, place): [CommentRow, number] => [row, place + 1])
    .filter(([row]) => passes(row))
    .map(([row, number]) => ({ row, number, place: placeOf({ start: row.start_time, end: row.end_time }) }))
    .map(({ row, number, place }) => ({
      number,
      ...place,
      source: sourceOf(place.seconds, sourceAt),
      author: authorName(row),
      text: row.content,
      drawing: row.has_drawing,
      visibility: row.visibility,
      created_at: row.created_at,
      resolved: row.resolved_at && {
        by: resolverOf(row) ?? DELETED_USER,
        at: row.resolved_at,
      },
      replies: repliesTo(row.id, String(number)),
      link: page === null ? '' : `${page}?t=${row.start_time.toFixed(6)}`,
    }))
}

function sourceOf(
  { first, last }: ExportedComment['seconds'],
  sourceAt: Wanted['sourceAt'],
): ExportedComment['source'] {
  const [from, to] = [sourceAt?.(first) ?? null, sourceAt?.(last) ?? null]
  return from && { first: from, last: to ?? from }
}
