import type { Comment, ManyCommentsEvent, ReviewEvents } from '@footnote/contract/nouns/comments.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import type * as z from 'zod/mini'
import type { Reviewer } from '../../platform/route.ts'
import type { Circumstances } from '../collections/policy.ts'
import type { Services } from '../services.ts'
import {
  canSee,
  commentRights,
  type DiscussionRights,
  discussionRights,
  isAuthor,
  isByGuest,
  numberOf,
  resolverOf,
} from './policy.ts'
import {
  COMMENT_CHANNEL,
  type CommentNotice,
  type CommentRow,
  type Discussion,
  EARLIER_CHANNEL,
  type EarlierNotice,
  findComment,
  MANY_CHANNEL,
  type ManyNotice,
} from './queries.ts'

/** @param rights those of the viewer in the discussion */
export const presentComment = (row: CommentRow, viewer: Reviewer, rights: DiscussionRights): Comment => ({
  id: row.id,
  video_id: row.video_id,
  version: row.version,
  number: numberOf(row) ?? undefined,
  carried: row.carried != null,
  content: row.content,
  start_time: (row.carried ?? row).start_time,
  end_time: (row.carried ?? row).end_time,
  created_at: row.created_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
  is_edited: row.is_edited,
  first_name: row.guest_name === null ? (row.first_name ?? '') : unmarkedName(row.guest_name),
  last_name: row.last_name ?? '',
  is_guest: isByGuest(row),
  // Guests of a link must not learn who has an account here.
  user_email: viewer.kind === 'share' ? null : row.email,
  author_left: viewer.kind === 'user' && hasLeft(row) ? true : undefined,
  parent_comment_id: row.parent_comment_id,
  depth: row.depth,
  has_drawing: row.has_drawing,
  reply_count: row.reply_count,
  visibility: row.visibility,
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolved_by: resolverOf(row),
  // Guests of a link must not learn what the team searches for.
  source: viewer.kind === 'share' ? null : row.source,
  mine: isAuthor(viewer, row),
  can: commentRights(viewer, row, rights),
})

const hasLeft = ({ author_company_id, company_id }: CommentRow): boolean =>
  author_company_id !== null && author_company_id !== company_id

/** Somebody with an open stream: who they are and what they watch. */
export interface Listener {
  viewer: Reviewer
  discussion: Discussion
}

/**
 * Turns the notices of one channel into events of one name. A noun that adds a kind of event writes its source in its
 * `present.ts`.
 */
export interface EventSource<Name extends keyof ReviewEvents, Notice, Facts> {
  readonly channel: string
  readonly event: Name
  /** Whether the notice is about what the listener watches. If it concerns nobody, nothing is read. */
  concerns(notice: Notice, listener: Listener): boolean
  /** Reads what the notice names, once for all listeners; null when it is gone. */
  read(notice: Notice): Promise<Facts | null>
  /** The event as the listener may see it; null when they may not. */
  present(facts: Facts, listener: Listener, circumstances: Circumstances): ReviewEvents[Name] | null
}

interface CommentChange {
  readonly kind: CommentNotice['kind']
  readonly row: CommentRow
}

/** Changes to comments, for those who may see the comment. */
export const commentEvents = ({ db }: Pick<Services, 'db'>): EventSource<'comment', CommentNotice, CommentChange> => ({
  channel: COMMENT_CHANNEL,
  event: 'comment',
  concerns: (notice, { discussion }) => discussion.video.id === notice.video_id,
  read: async (notice) => {
    const row = notice.kind === 'deleted' ? revived(notice.row) : await findComment(db, notice.id)
    return row?.shown || (row && notice.kind === 'deleted') ? { kind: notice.kind, row } : null
  },
  present: ({ kind, row }, { viewer, discussion }, circumstances) =>
    discussion.company_id === row.company_id && canSee(viewer, row)
      ? { kind, comment: presentComment(row, viewer, discussionRights(viewer, discussion, circumstances)) }
      : null,
})

/**
 * That the open comments of earlier versions have changed, for members who watch a later one. It says no more than that,
 * and links list none.
 */
export const earlierEvents = (): EventSource<'earlier', EarlierNotice, EarlierNotice> => ({
  channel: EARLIER_CHANNEL,
  event: 'earlier',
  concerns: (notice, { viewer, discussion: { video, company_id } }) =>
    viewer.kind === 'user' &&
    video.stack_id === notice.stack_id &&
    video.version > notice.version &&
    company_id === notice.company_id,
  read: async (notice) => notice,
  present: () => ({}),
})

/** That many comments changed at once. A link hears nothing of what only the team sees. */
export const manyEvents = (): EventSource<'comments', ManyNotice, z.infer<typeof ManyCommentsEvent>> => ({
  channel: MANY_CHANNEL,
  event: 'comments',
  concerns: (notice, { viewer, discussion }) =>
    discussion.video.id === notice.video_id &&
    discussion.company_id === notice.company_id &&
    (notice.public || viewer.kind === 'user'),
  read: async () => ({}),
  present: () => ({}),
})

/** Restores the dates of a row that went through JSON. */
const revived = (row: CommentRow): CommentRow => ({
  ...row,
  created_at: new Date(row.created_at),
  deleted_at: row.deleted_at && new Date(row.deleted_at),
  resolved_at: row.resolved_at && new Date(row.resolved_at),
})
