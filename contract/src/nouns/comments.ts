import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, optionalText, requiredLines, Timestamp } from '../calls/fields.ts'
import { Message } from '../calls/problems.ts'
import { COMMENTS, TEXT } from '../shared/limits.ts'

export const Comment = z.object({
  id: z.string(),
  content: z.string(),
  /** Seconds; a reply stands where the comment before it does, unless it says otherwise. */
  start_time: z.number(),
  /** Seconds, or null for a moment. */
  end_time: z.nullable(z.number()),
  created_at: Timestamp,
  is_edited: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  /** Null for guests, and for all when a share link asks. */
  user_email: z.nullable(z.string()),
  parent_comment_id: z.nullable(z.string()),
  /** A root has depth 0. */
  depth: z.number(),
  /** Direct replies. */
  reply_count: z.number(),
  can: z.object({ reply: z.boolean(), edit: z.boolean(), delete: z.boolean() }),
})
export type Comment = z.infer<typeof Comment>

export const COMMENT_SORTS = ['timeline', 'latest'] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]

const content = requiredLines('Please enter a comment', TEXT.comment)
const seconds = z.number('Please ensure you have a timestamp')
export const CreateComment = z.object({
  content,
  start_time: z.optional(z.nullable(seconds)),
  end_time: z.optional(z.nullable(seconds)),
  parent_comment_id: z.optional(z.nullable(Id)),
  /** Needed of a guest, who sends X-Guest-Key besides. */
  guest_name: optionalText(TEXT.name),
  /**
   * Names what is sent, for whoever sends it again because no answer came: it is written once. Random, and new for each
   * comment. Of a guest it counts together with X-Guest-Key.
   */
  idempotency_key: optionalText(TEXT.idempotency_key),
})

const integer = (otherwise: number, lowest: number, highest: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(lowest), z.lte(highest)), otherwise)

export const CommentPage = z.object({
  /** Roots. */
  items: z.array(Comment),
  /** The collection's id. */
  index_id: z.string(),
  page: z.number(),
  page_size: z.number(),
  /** Roots on all pages. */
  total: z.number(),
})
export type CommentPage = z.infer<typeof CommentPage>

/** What happened to a comment, as the listener may see it. Of a deleted one the words are empty; its replies went with it. */
export const CommentEvent = z.object({ kind: z.enum(['created', 'updated', 'deleted']), comment: Comment })
export type CommentEvent = z.infer<typeof CommentEvent>

/** Something may have happened that was not told, since the server lost its database for a while: read the list again. */
export const EventsMissed = z.object({})

/** Why there is no more to hear: the problem that the same call would be answered with from now on. */
export const StreamEnded = z.object({ code: z.string(), detail: z.string() })
export type StreamEnded = z.infer<typeof StreamEnded>

const tag = 'Comments'
const ofVideo = z.object({ video_id: Id })
const ofComment = z.object({ video_id: Id, comment_id: Id })
export const comments = {
  list: endpoint({
    method: 'GET',
    path: '/api/quick-review/comments/:video_id',
    access: 'share',
    tag,
    summary: 'Comments of a video, without their replies',
    params: ofVideo,
    query: z.object({
      page: integer(1, 1, 1_000_000),
      page_size: integer(COMMENTS.page_size, 1, 100),
      sort: z._default(z.enum(COMMENT_SORTS), 'timeline'),
    }),
    response: CommentPage,
  }),
  replies: endpoint({
    method: 'GET',
    path: '/api/quick-review/comments/:video_id/:comment_id',
    access: 'share',
    tag,
    summary: 'Replies to a comment, oldest first',
    params: ofComment,
    response: z.object({ replies: z.array(Comment) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/quick-review/create-comment/:video_id',
    access: 'share',
    tag,
    summary: 'Comment on a video, or reply',
    params: ofVideo,
    body: CreateComment,
    response: Comment,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/quick-review/update-comment/:video_id/:comment_id',
    access: 'share',
    tag,
    summary: "Change a comment's words",
    params: ofComment,
    body: z.object({ content }),
    response: Comment,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/quick-review/comments/:video_id/:comment_id',
    access: 'share',
    tag,
    summary: 'Delete a comment and its replies',
    params: ofComment,
    response: Message,
  }),
  suggestions: endpoint({
    method: 'GET',
    path: '/api/quick-review/comment-suggestions/:index_id',
    access: 'user',
    tag,
    summary: 'Words of the collection that go on from what is being typed',
    params: z.object({ index_id: Id }),
    query: z.object({ query: z._default(z.string().check(z.trim(), z.maxLength(TEXT.query)), '') }),
    /** Each begins with what was typed, up to case and accents, and goes on from there: it can take its place. */
    response: z.object({ suggestions: z.array(z.string()) }),
  }),
  /**
   * Events have no ids: nothing is repeated after a gap. A stream that is open has sent a line; whoever opens one, the
   * first time or again, reads the list after that line and misses nothing, and reads it again after `missed`. A line comes
   * every 15 seconds. A stream that ends without `ended` is to be opened again; after `ended` that is of no use.
   */
  events: endpoint({
    method: 'GET',
    path: '/api/quick-review/events/:video_id',
    access: 'share',
    tag,
    summary: 'What happens to the comments of a video, as server-sent events',
    params: ofVideo,
    events: { comment: CommentEvent, missed: EventsMissed, ended: StreamEnded },
  }),
}
