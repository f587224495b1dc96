import { csvFile, csvRow } from '@footnote/contract/shared/csv.ts'
import { type ExportedComment, type ExportedDiscussion, labelOf } from '../discussion.ts'

const HEAD = [
  'number',
  'status',
  'timecode_in',
  'timecode_out',
  'frame_in',
  'frame_out',
  'seconds_in',
  'seconds_out',
  'author',
  'comment',
  'drawing',
  'visibility',
  'version',
  'created_at',
  'resolved_by',
  'resolved_at',
  'link',
]
/** Only in the table of a rendered video. */
const SOURCE_HEAD = ['source_in', 'source_timecode_in', 'source_out', 'source_timecode_out']

/** A row for each comment, and below it one for each reply. Frames count from 0, seconds are those of the video. */
export function commentTable(discussion: ExportedDiscussion): string {
  const head = isRendered(discussion) ? [...HEAD, ...SOURCE_HEAD] : HEAD
  return csvFile([head, ...rowsOfAll(discussion).flat()])
}

/** The row of each comment, without those of its replies. */
export const tableLines = (discussion: ExportedDiscussion): string[] =>
  rowsOfAll(discussion).map(([root = []]) => csvRow(root))

const isRendered = ({ comments }: ExportedDiscussion): boolean => comments.some(({ source }) => source !== null)

/** The rows of each comment. */
function rowsOfAll(discussion: ExportedDiscussion): string[][][] {
  const rendered = isRendered(discussion)
  return discussion.comments.map((comment) => {
    const rows = rowsOf(discussion, comment)
    return rendered ? rows.map((row) => [...row, ...sourceCells(comment)]) : rows
  })
}

const sourceCells = ({ source }: ExportedComment): string[] =>
  source ? [source.first.name, source.first.timecode, source.last.name, source.last.timecode] : ['', '', '', '']

function rowsOf(discussion: ExportedDiscussion, comment: ExportedComment): string[][] {
  const { first, last, seconds, resolved } = comment
  const place = [
    resolved ? 'resolved' : 'open',
    labelOf(discussion, first),
    labelOf(discussion, last),
    String(first),
    String(last),
    seconds.first.toFixed(6),
    seconds.last.toFixed(6),
  ]
  const version = String(discussion.version)
  const root = [
    comment.number,
    ...place,
    comment.author,
    comment.text,
    comment.drawing ? 'yes' : 'no',
    comment.visibility,
    version,
    comment.created_at.toISOString(),
    resolved?.by ?? '',
    resolved?.at.toISOString() ?? '',
    comment.link,
  ]
  const replies = comment.replies.map(({ number, author, text, visibility, created_at }) => [
    number,
    ...place,
    author,
    text,
    'no',
    visibility,
    version,
    created_at.toISOString(),
    '',
    '',
    '',
  ])
  return [root, ...replies]
}
