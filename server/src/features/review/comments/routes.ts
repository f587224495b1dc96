import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { BY_ME } from '@footnote/contract/nouns/review/comments.ts'
import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import type * as z from 'zod/mini'
import { type Database, isId } from '../../../platform/db/database.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import type { Reviewer, Route } from '../../../platform/route.ts'
import { refuseExpired } from '../../library/collections/policy.ts'
import { readCollection } from '../../library/collections/queries.ts'
import type { Services } from '../../services.ts'
import { guestOf } from '../sharing/commands.ts'
import { whoActs } from '../sharing/queries.ts'
import { carryComment, insertComment, type NewComment, resolveComment, updateComment } from './commands.ts'
import { deleteComment, restoreComment } from './deletion/commands.ts'
import { mentionedPeople } from './mentions/queries.ts'
import {
  authorizeComment,
  authorizeCommentChange,
  authorizeDeletion,
  authorizeReply,
  authorizeThread,
  discussionRights,
  visibilityOf,
} from './policy.ts'
import { presentComment } from './present.ts'
import { type CommentRow, type Discussion, listReplies, readComment, readDiscussion, readDrawing } from './queries.ts'
import { type Authorship, listRoots, readEarlier } from './roots.ts'
import { suggestionsFor } from './suggestions.ts'

/** Serves the discussion of a video: comments and replies, and suggestions. */
export function commentRoutes(route: Route, { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>): void {
  const { comments } = endpoints
  const circumstances = () => ({ billing: config.billing, now: new Date() })

  /** The discussion, its presentation, and the circumstances. */
  async function open(viewer: Reviewer, videoId: string) {
    const discussion = await readDiscussion(db, viewer, videoId)
    const now = circumstances()
    // Guests of a link see no list that would show the expiry.
    if (viewer.kind === 'share') refuseExpired(discussion.collection, now)
    const rights = discussionRights(viewer, discussion, now)
    return { discussion, now, present: (row: CommentRow) => presentComment(row, viewer, rights) }
  }

  route(comments.list, async ({ params, query, viewer }) => {
    const { discussion, present } = await open(viewer, params.video_id)
    const { page, page_size, earlier } = query
    const index_id = discussion.collection.id
    // A link shows one version.
    if (earlier && viewer.kind === 'share')
      return { items: [], index_id, page, page_size, total: 0, counts: { open: 0, resolved: 0 } }
    const by = authorshipOf(viewer, query.by)
    const { rows, counts } = await listRoots(db, discussion, { ...query, by, earlier: earlier === 'open' })
    const { total, ...ofAll } = counts
    return { items: rows.map(present), index_id, page, page_size, total, counts: ofAll }
  })

  route(comments.replies, async ({ params, viewer }) => {
    const { discussion, present } = await open(viewer, params.video_id)
    const comment = await readComment(db, discussion, params.comment_id)
    return { replies: (await listReplies(db, comment.id)).map(present) }
  })

  route(comments.create, async ({ params, body, viewer }) => {
    const { discussion, now, present } = await open(viewer, params.video_id)
    authorizeComment(viewer, discussion, now)
    const parent = body.parent_comment_id ? await readComment(db, discussion, body.parent_comment_id) : null
    if (parent) authorizeReply(parent)
    const comment = {
      ...(await authorOf(db, viewer, body.guest_name)),
      ...placeOf(body, discussion, parent),
      content: body.content,
      visibility: visibilityOf(viewer, body.visibility, parent),
      drawing: drawingOf(body, parent),
      mentions: await mentionedPeople(db, viewer, discussion, body.mentions ?? []),
      idempotency_key: body.idempotency_key || null,
    }
    return present(await insertComment(db, queue, comment))
  })

  route(comments.update, async ({ params, body, viewer }) => {
    const { discussion, now, present } = await open(viewer, params.video_id)
    const comment = await readComment(db, discussion, params.comment_id)
    authorizeCommentChange(viewer, comment, discussion, now)
    if (body.drawing) refuseOnReply(comment.depth)
    const mentions = body.mentions && (await mentionedPeople(db, viewer, discussion, body.mentions))
    return present(await updateComment(db, queue, comment.id, { ...body, mentions }))
  })

  route(comments.drawing, async ({ params, viewer }) => {
    const { discussion } = await open(viewer, params.video_id)
    return { drawing: await readDrawing(db, await readComment(db, discussion, params.comment_id)) }
  })

  route(comments.resolve, async ({ params, body, viewer }) => {
    const { discussion, now, present } = await open(viewer, params.video_id)
    const comment = await readComment(db, discussion, params.comment_id)
    authorizeThread(viewer, comment, discussion, now)
    const change = body.resolved ? { ...resolverOf(viewer, comment), resolved_in: discussion.video.id } : null
    return present(await resolveComment(db, comment.id, change))
  })

  route(comments.delete, async ({ params, viewer }) => {
    const { discussion, now } = await open(viewer, params.video_id)
    const comment = await readComment(db, discussion, params.comment_id)
    authorizeDeletion(viewer, comment, discussion, now)
    await deleteComment(db, queue, comment, viewer)
    return { message: 'The comment was deleted' }
  })

  route(comments.restore, async ({ params, viewer }) => {
    const { discussion, now, present } = await open(viewer, params.video_id)
    authorizeComment(viewer, discussion, now)
    if (!isId(params.comment_id)) throw new ProductError('not_found')
    return present(await restoreComment(db, discussion, params.comment_id, viewer))
  })

  route(comments.carry, async ({ params, body, viewer }) => {
    const { discussion, now, present } = await open(viewer, params.video_id)
    authorizeComment(viewer, discussion, now)
    const comment = await readEarlier(db, discussion, params.comment_id)
    refuseOutside(body, discussion.video)
    await carryComment(db, comment, { video_id: discussion.video.id, user_id: viewer.user_id, ...body })
    return present(await readEarlier(db, discussion, comment.id))
  })

  route(comments.suggestions, async ({ params, query, viewer }) => {
    const collection = await readCollection(db, viewer, params.index_id)
    refuseExpired(collection, circumstances())
    const company_id = collection.company_id ?? viewer.company_id
    return { suggestions: await suggestionsFor(db, { collection_id: collection.id, company_id }, query.query) }
  })
}

type CreateBody = z.output<typeof endpoints.comments.create.body>

/**
 * The author: a user, or who acts by the link.
 * @throws ProductError validation_failed
 */
async function authorOf(db: Database, viewer: Reviewer, given: string | undefined) {
  if (viewer.kind === 'user') return { user_id: viewer.user_id, guest_name: null, guest_id: null }
  const { name: guest_name } = await whoActs(db, viewer.link_id, given)
  // By the key of the browser, also for the asked guest: only it knows their own comments again.
  return { user_id: null, guest_name, guest_id: await guestOf(db, viewer, guest_name) }
}

/** A reply is about the words before it, and its picture is that of its root. @throws ProductError validation_failed */
function refuseOnReply(depth: number): void {
  if (depth > 0) throw invalidField('drawing', 'A reply has no drawing')
}

/** @throws ProductError validation_failed for a drawing on a reply */
function drawingOf({ drawing }: CreateBody, parent: CommentRow | null): Drawing | null {
  if (drawing && parent) refuseOnReply(parent.depth + 1)
  return drawing ?? null
}

/** Whose comments a list asks for. */
function authorshipOf(viewer: Reviewer, by: string | undefined): Authorship | null {
  if (!by) return null
  if (by !== BY_ME) return { name: by }
  return viewer.kind === 'user' ? { user_id: viewer.user_id } : { guest_key_hash: viewer.guest_key_hash }
}

/** Who resolves a thread. Guests resolve only their own, so the thread has their name. */
const resolverOf = (viewer: Reviewer, { guest_name }: CommentRow) =>
  viewer.kind === 'user'
    ? { resolved_by: viewer.user_id, resolved_guest: null }
    : { resolved_by: null, resolved_guest: guest_name }

/** The place of a comment; a reply without one takes the place of its parent. @throws ProductError validation_failed */
function placeOf(
  body: CreateBody,
  { video, company_id }: Discussion,
  parent: CommentRow | null,
): Pick<NewComment, 'video_id' | 'company_id' | 'parent_comment_id' | 'depth' | 'start_time' | 'end_time'> {
  const inherited = parent && body.start_time == null
  const start_time = inherited ? parent.start_time : body.start_time
  const end_time = (inherited ? parent.end_time : body.end_time) ?? null
  if (start_time == null) throw invalidField('start_time', 'Please ensure you have a timestamp')
  refuseOutside({ start_time, end_time }, video)
  return {
    video_id: video.id,
    company_id,
    parent_comment_id: parent?.id ?? null,
    depth: parent ? parent.depth + 1 : 0,
    start_time,
    end_time,
  }
}

/** Refuses a place outside of the video. Seconds. @throws ProductError validation_failed */
function refuseOutside(
  { start_time, end_time }: { readonly start_time: number; readonly end_time: number | null },
  { duration }: Discussion['video'],
): void {
  const last = duration ?? Number.MAX_VALUE
  if (start_time < 0 || start_time > last) throw invalidField('start_time', 'The start must lie within the video')
  if (end_time !== null && end_time < start_time)
    throw invalidField('end_time', 'The end must not lie before the start')
  if (end_time !== null && end_time > last) throw invalidField('end_time', 'The end must lie within the video')
}
