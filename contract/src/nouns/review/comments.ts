// Past 250 lines: every field of a comment, and every call about one.
import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Id, optionalText, requiredLines, Timestamp } from '../../calls/fields.ts'
import { Message } from '../../calls/problems.ts'
import { Drawing, NewDrawing } from '../../shared/drawing/drawing.ts'
import { TEXT } from '../../shared/limits.ts'
import { COMMENTS } from '../../shared/review-limits.ts'
import { CommentSource } from './comments/source.ts'

/** `team`: only members of the company see the comment. Share links neither show nor count it. */
export const VISIBILITIES = ['everyone', 'team'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** A member of the company, as a comment mentions them: `@` and the name stand in its text. */
export const MentionedPerson = z.object({ user_id: z.string(), name: z.string() })
export type MentionedPerson = z.infer<typeof MentionedPerson>

export const Comment = z.object({
  id: z.string(),
  /** The video that it was written on: calls about the comment name that video. */
  video_id: z.string(),
  /** Version of that video. */
  version: z.number(),
  /**
   * The number of a root in its stack of versions, in the order of writing: for example `3`, or `T2` of a team-only one,
   * which have a series of their own. It stays, and no other comment gets it. Only where two stacks become one do
   * comments get new numbers, in place of those that both have. Replies have none: an answer may have thousands of them.
   */
  number: z.optional(z.string()),
  /** Whether somebody gave it another place in the version whose list it is in; its times are then of that place. */
  carried: z.boolean(),
  content: z.string(),
  /** Seconds. A reply without a time of its own has the time of the comment before it. */
  start_time: z.number(),
  /**
   * Seconds, or null for the frame of the start alone. Inclusive: the comment is about the frames on the screen from
   * `start_time` to `end_time`, and the frame on the screen at `end_time` is the last one.
   */
  end_time: z.nullable(z.number()),
  created_at: Timestamp,
  /**
   * When it was deleted; null for all others. A deleted comment is there while somebody's answer is below it: without
   * text, names, drawing and source, and not resolved. Nobody may do more with it than reply.
   */
  deleted_at: z.nullable(Timestamp),
  is_edited: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  /** Whether the author came by a share link and chose the name. */
  is_guest: z.boolean(),
  /** Null for guests, and for everybody when a share link asks. */
  user_email: z.nullable(z.string()),
  /** The author has left the company, and is notified of nothing here. Absent for everybody else, and for share links. */
  author_left: z.optional(z.literal(true)),
  parent_comment_id: z.nullable(z.string()),
  /** 0 for a root, which is a comment that replies to none. */
  depth: z.number(),
  /** A drawing on the picture belongs to it; it has a call of its own. */
  has_drawing: z.boolean(),
  /** Direct replies. */
  reply_count: z.number(),
  /** A reply has that of its thread. */
  visibility: z.enum(VISIBILITIES),
  /** When the thread was resolved; null while it is open, and for replies. */
  resolved_at: z.nullable(Timestamp),
  /** Name of the person who resolved it, with '(guest)' after that of a guest. */
  resolved_by: z.nullable(z.string()),
  /** Null for a comment that was written beside the player, and for everybody when a share link asks. */
  source: z.nullable(CommentSource),
  /** Members whom it mentions; absent when it mentions nobody, and for share links, which do not tell who has an account. */
  mentions: z.optional(z.array(MentionedPerson)),
  /** Whether the viewer wrote it. */
  mine: z.boolean(),
  can: z.object({ reply: z.boolean(), edit: z.boolean(), delete: z.boolean(), resolve: z.boolean() }),
})
export type Comment = z.infer<typeof Comment>

/** What a comment has at first, and what a deleted one has in place of what an undo restores, besides its author. */
export const BLANK_COMMENT = {
  content: '',
  is_edited: false,
  has_drawing: false,
  source: null,
  resolved_at: null,
  resolved_by: null,
} as const satisfies Partial<Comment>

/** What a viewer may do with a comment who may do nothing. */
export const NO_RIGHTS: Comment['can'] = { reply: false, edit: false, delete: false, resolve: false }

export const COMMENT_SORTS = ['timeline', 'latest'] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]

export const COMMENT_STATUSES = ['open', 'resolved'] as const
export type CommentStatus = (typeof COMMENT_STATUSES)[number]

/** As `by`: the comments of the viewer. */
export const BY_ME = 'me'

const content = requiredLines('Please enter a comment', TEXT.comment)
/** Only roots have one. Null and absent mean none in a new comment; in a change, null removes it, absent keeps it. */
const drawing = z.optional(z.nullable(NewDrawing))
/** Members to mention, by id: those that `people` of the video lists. Guests send none or an empty list. */
const mentions = z
  .array(Id)
  .check(z.maxLength(COMMENTS.mentions, `A comment can mention at most ${COMMENTS.mentions} people`))
const seconds = z.number('Please ensure you have a timestamp')
export const CreateComment = z.object({
  content,
  start_time: z.optional(z.nullable(seconds)),
  /** Inclusive, see `Comment`. A comment on a match ends with the start of the match's last frame. */
  end_time: z.optional(z.nullable(seconds)),
  parent_comment_id: z.optional(z.nullable(Id)),
  /** `everyone` without it; a reply has that of its thread. Guests send none or `everyone`. */
  visibility: z.optional(z.enum(VISIBILITIES)),
  drawing,
  mentions: z.optional(mentions),
  /** Guests must send it, together with X-Guest-Key, unless the link was made for them: then its name counts. */
  guest_name: optionalText(TEXT.name),
  /**
   * Random, and new for each comment. The server writes a comment once per key, so a client that got no answer can send
   * it again. A guest's key counts together with X-Guest-Key.
   */
  idempotency_key: optionalText(TEXT.idempotency_key),
})

const integer = (otherwise: number, lowest: number, highest: number) =>
  z._default(z.coerce.number().check(z.int(), z.gte(lowest), z.lte(highest)), otherwise)

export const CommentPage = z.object({
  /** Roots only; replies have a call of their own. */
  items: z.array(Comment),
  /** The collection's id. */
  index_id: z.string(),
  page: z.number(),
  page_size: z.number(),
  /** Number of roots that the query asks for, on all pages, as far as the viewer may see them. */
  total: z.number(),
  /** Numbers of roots that the viewer may see, whatever the query asks for. */
  counts: z.object({ open: z.number(), resolved: z.number() }),
})
export type CommentPage = z.infer<typeof CommentPage>

/**
 * A change to a comment, as the listener may see it. `deleted` means that the list no longer has it; it then has no text
 * and no names. A comment that is deleted while answers stay below it is `updated`, and its `deleted_at` is set. One
 * whose deletion was undone is `updated` or, where the list did not have it, `created`.
 */
export const CommentEvent = z.object({ kind: z.enum(['created', 'updated', 'deleted']), comment: Comment })
export type CommentEvent = z.infer<typeof CommentEvent>

/**
 * A comment on an earlier version changed, or its place in this one: read the list of earlier ones again. Only members
 * hear it.
 */
export const EarlierEvent = z.object({})

/** Many comments were written or deleted at once: read the list again. */
export const ManyCommentsEvent = z.object({})

const ofVideo = z.object({ video_id: Id })
const ofComment = z.object({ video_id: Id, comment_id: Id })
export const comments = endpointsOf('Comments', {
  list: {
    method: 'GET',
    path: '/api/quick-review/comments/:video_id',
    access: 'share',
    summary: 'Comments of a video, without their replies',
    params: ofVideo,
    query: z.object({
      page: integer(1, 1, 1_000_000),
      page_size: integer(COMMENTS.page_size, 1, 100),
      sort: z._default(z.enum(COMMENT_SORTS), 'timeline'),
      /** Both without it. */
      status: z.optional(z.enum(COMMENT_STATUSES)),
      /** `me`, or the author's name: of a guest with '(guest)' after it, of a member without. */
      by: optionalText(TEXT.name * 2 + 1),
      /** In place of the video's own comments, the open ones of its earlier versions; none for a share link. */
      earlier: z.optional(z.literal('open')),
    }),
    response: CommentPage,
  },
  replies: {
    method: 'GET',
    path: '/api/quick-review/comments/:video_id/:comment_id',
    access: 'share',
    summary: 'Replies to a comment, oldest first',
    params: ofComment,
    response: z.object({ replies: z.array(Comment) }),
  },
  create: {
    method: 'POST',
    path: '/api/quick-review/create-comment/:video_id',
    access: 'share',
    summary: 'Comment on a video, or reply',
    params: ofVideo,
    body: CreateComment,
    response: Comment,
  },
  update: {
    method: 'PUT',
    path: '/api/quick-review/update-comment/:video_id/:comment_id',
    access: 'share',
    summary: "Change a comment's text, drawing and mentions",
    params: ofComment,
    /** `mentions` replaces all earlier ones; without it they stay. Only people whom the comment did not mention are notified. */
    body: z.object({ content, drawing, mentions: z.optional(mentions) }),
    response: Comment,
  },
  drawing: {
    method: 'GET',
    path: '/api/quick-review/drawings/:video_id/:comment_id',
    access: 'share',
    summary: 'Drawing of a comment',
    params: ofComment,
    /** Null when the comment has none. */
    response: z.object({ drawing: z.nullable(Drawing) }),
  },
  resolve: {
    method: 'POST',
    path: '/api/quick-review/resolve-comment/:video_id/:comment_id',
    access: 'share',
    summary: 'Resolve the thread of a comment, or open it again',
    params: ofComment,
    /** Replies are refused. The first person who resolves an open thread stays the one who did. */
    body: z.object({ resolved: z.boolean() }),
    response: Comment,
  },
  delete: {
    method: 'DELETE',
    path: '/api/quick-review/comments/:video_id/:comment_id',
    access: 'share',
    summary: 'Delete a comment; replies to it stay',
    params: ofComment,
    response: Message,
  },
  restore: {
    method: 'POST',
    path: '/api/quick-review/restore-comment/:video_id/:comment_id',
    access: 'share',
    summary: 'Undo the deletion of a comment, within ten seconds and by the person who deleted it',
    params: ofComment,
    response: Comment,
  },
  carry: {
    method: 'POST',
    path: '/api/quick-review/carry-comment/:video_id/:comment_id',
    access: 'user',
    summary: 'Give a comment of an earlier version another place in this version',
    params: ofComment,
    body: z.object({ start_time: seconds, end_time: z._default(z.nullable(seconds), null) }),
    response: Comment,
  },
  suggestions: {
    method: 'GET',
    path: '/api/quick-review/comment-suggestions/:index_id',
    access: 'user',
    summary: 'Words of the collection that complete the typed text',
    params: z.object({ index_id: Id }),
    query: z.object({ query: z._default(z.string().check(z.trim(), z.maxLength(TEXT.query)), '') }),
    /** Each begins with the typed text, apart from case and accents, and can replace it. */
    response: z.object({ suggestions: z.array(z.string()) }),
  },
})
