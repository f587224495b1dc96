import { VISIBILITIES, type Visibility } from '@footnote/contract/nouns/review/comments.ts'
import { type CommentRange, commentFrames, type FrameTiming, frameStart } from '@footnote/contract/shared/frames.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import { findSourceMap } from '../../library/videos/queries.ts'
import { isShown } from '../../review/comments/deletion/queries.ts'
import { type CommentRow, comments, type Discussion } from '../../review/comments/queries.ts'
import { onOneLine, wordsOf } from './discussion.ts'
import { exportedComments } from './exported-comments.ts'
import { markersOf } from './formats/markers.ts'
import { sourcePlaces } from './source-places.ts'

/** All comments and replies of a discussion that its viewer may see, in time order. */
export const listDiscussion = (
  db: Reader,
  { video, company_id, visible }: Discussion,
  visibilities: readonly Visibility[],
): Promise<CommentRow[]> =>
  comments(db)
    .where('comments.video_id', '=', video.id)
    .where('comments.company_id', '=', company_id)
    .where(
      'comments.visibility',
      'in',
      visible.filter((visibility) => visibilities.includes(visibility)),
    )
    .where(isShown('comments'))
    .orderBy('comments.start_time')
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .execute()

/**
 * Texts that lists and timelines of ours write for the comments of a discussion, each after its first frame and a blank,
 * with the id of the comment that it begins with: of one comment with and without its replies, and of all on a frame.
 */
export async function listCondensed(
  db: Reader,
  discussion: Discussion,
  timing: FrameTiming,
): Promise<ReadonlyMap<string, string>> {
  const pieces = await findSourceMap(db, discussion.video.id)
  const sourceAt = pieces && timing.rate ? sourcePlaces(pieces, timing.rate) : null
  const place = (comment: CommentRange) => {
    const { first, last } = commentFrames(timing, comment)
    return { first, last, seconds: { first: frameStart(timing, first), last: frameStart(timing, last) } }
  }
  const condensed = new Map<string, string>()
  for (const visibilities of [['everyone'], VISIBILITIES] as const) {
    const rows = await listDiscussion(db, discussion, visibilities)
    const written = exportedComments(rows, { place, sourceAt, page: null, passes: () => true })
    const ids = new Map(written.map(({ id, number }) => [number, id]))
    for (const { frame, numbers, words } of markersOf({ comments: written }))
      condensed.set(`${frame} ${words}`, ids.get(numbers[0] ?? '') ?? '')
    for (const comment of written)
      for (const text of [onOneLine(comment.text), onOneLine(wordsOf(comment)), wordsOf(comment)])
        condensed.set(`${comment.first} ${text}`, comment.id)
  }
  return condensed
}
