import { createHash } from 'node:crypto'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { ALL_COLLECTIONS } from '@footnote/contract/nouns/output/search.ts'
import type { MatchToComment } from '@footnote/contract/nouns/review/comments/from-matches.ts'
import type { CommentSource, SearchSource } from '@footnote/contract/nouns/review/comments/source.ts'
import type { Visibility } from '@footnote/contract/nouns/review/comments.ts'
import type * as z from 'zod/mini'
import { isId } from '../../../../platform/db/database.ts'
import { invalidField } from '../../../../platform/errors.ts'
import type { Route, UserViewer } from '../../../../platform/route.ts'
import type { Circumstances } from '../../../library/collections/policy.ts'
import type { Services } from '../../../services.ts'
import { insertComments, type NewRoot } from '../insert-many.ts'
import { authorizeComment, visibilityOf } from '../policy.ts'
import { presentComment } from '../present.ts'
import { filmsOf, type MatchedVideo, numbered, refuseOutside } from './films.ts'

type SendBody = z.output<typeof endpoints.matchComments.send.body>

/** Serves comments on the matches of a search, in one or several videos. */
export function matchCommentRoutes(
  route: Route,
  { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>,
): void {
  route(endpoints.matchComments.send, async ({ body, viewer }) => {
    const { items } = body
    const now = { billing: config.billing, now: new Date() }
    const films = await filmsOf(db, viewer, items)
    const visibility = visibilityOf(viewer, body.visibility, null)
    const searched = searchOf(body)
    const sent = items.map((item, place) =>
      numbered(place, () => newComment(item, films[place]!, { viewer, now, visibility, searched })),
    )
    const { rows, created } = await insertComments(db, queue, sent)
    return {
      comments: rows.map((row) => presentComment(row, viewer, { write: true, moderate: false })),
      repeated: rows.filter(({ id }) => !created.has(id)).map(({ id }) => id),
    }
  })
}

/** The search of the matches. @throws ProductError validation_failed for an id that nothing can have */
function searchOf({ query = '', types, index_id, frame = null }: SendBody): Omit<SearchSource, 'score'> {
  if (index_id !== ALL_COLLECTIONS && !isId(index_id))
    throw invalidField('index_id', 'This is not the id of a collection')
  if (frame && !isId(frame.video_id)) throw invalidField('frame', 'This is not the id of a video')
  return { kind: 'search', index_id, query, types, frame }
}

interface MatchSender {
  readonly viewer: UserViewer
  readonly now: Circumstances
  readonly visibility: Visibility
  readonly searched: Omit<SearchSource, 'score'>
}

/**
 * The comment on a match: on the frames of the match, with the search as its source.
 * @throws ProductError as `authorizeComment`, and validation_failed outside of the video
 */
function newComment(
  item: MatchToComment,
  film: MatchedVideo,
  { viewer, now, visibility, searched }: MatchSender,
): NewRoot {
  authorizeComment(viewer, film.discussion, now)
  refuseOutside(item, film)
  const { start_time, end_time } = film.seconds(item)
  const { company_id, video } = film.discussion
  const { content, score } = item
  const source: CommentSource = { ...searched, score }
  return {
    video_id: video.id,
    company_id,
    user_id: viewer.user_id,
    start_time,
    end_time,
    content,
    visibility,
    source: JSON.stringify(source),
    idempotency_key: keyFor([start_time, end_time, content, visibility]),
  }
}

/** One key for the same words on the same frames, whatever search found them. */
const keyFor = (facts: readonly unknown[]): string =>
  `match:${createHash('sha256').update(JSON.stringify(facts)).digest('base64url')}`
