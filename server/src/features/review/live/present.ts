import type { ManyCommentsEvent, ReviewEvents, VersionEvent } from '@footnote/contract/nouns/review/comments.ts'
import type { ReviewEvent } from '@footnote/contract/shared/approvals.ts'
import type { TranscriptEvent } from '@footnote/contract/shared/language/transcript.ts'
import type * as z from 'zod/mini'
import type { Circumstances } from '../../library/collections/policy.ts'
import { TRANSCRIPT_CHANNEL, type TranscriptNotice } from '../../library/transcripts/queries.ts'
import { findCurrent, VERSION_CHANNEL, type VersionNotice } from '../../library/versions/queries.ts'
import type { Services } from '../../services.ts'
import { presentApprovals } from '../approvals/present.ts'
import { findReview, REVIEW_CHANNEL, type Review, type ReviewNotice } from '../approvals/queries.ts'
import { canSee, discussionRights } from '../comments/policy.ts'
import { presentComment } from '../comments/present.ts'
import {
  COMMENT_CHANNEL,
  type CommentNotice,
  type CommentRow,
  EARLIER_CHANNEL,
  type EarlierNotice,
  findComment,
  MANY_CHANNEL,
  type ManyNotice,
} from '../comments/queries.ts'
import type { Listener } from './queries.ts'

/** Turns the notices of one channel into events of one name. */
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

/** Restores the dates of a row that went through JSON. */
const revived = (row: CommentRow): CommentRow => ({
  ...row,
  created_at: new Date(row.created_at),
  deleted_at: row.deleted_at && new Date(row.deleted_at),
  resolved_at: row.resolved_at && new Date(row.resolved_at),
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

/** Changes to the approval of the watched version. */
export const reviewEvents = ({ db }: Pick<Services, 'db'>): EventSource<'review', ReviewNotice, Review> => ({
  channel: REVIEW_CHANNEL,
  event: 'review',
  concerns: ({ video_id }, { discussion }) => discussion.video.id === video_id,
  read: async ({ video_id }) => (await findReview(db, video_id)) ?? null,
  present: (review, { viewer, discussion }, circumstances): ReviewEvent => ({
    video_id: review.video.id,
    ...presentApprovals(review, { ...circumstances, viewer, collection: discussion.collection }),
  }),
})

/** The current version of a stack, for members who watch any of its versions. A link shows one version only. */
export const versionEvents = ({ db }: Pick<Services, 'db'>): EventSource<'version', VersionNotice, VersionEvent> => ({
  channel: VERSION_CHANNEL,
  event: 'version',
  concerns: ({ stack_id }, { viewer, discussion }) => viewer.kind === 'user' && discussion.video.stack_id === stack_id,
  read: async ({ stack_id }) => (await findCurrent(db, stack_id)) ?? null,
  present: (current) => current,
})

/** Changes of transcripts, for everybody who watches the video. They say only that there is something to read. */
export const transcriptEvents = (): EventSource<'transcript', TranscriptNotice, TranscriptEvent> => ({
  channel: TRANSCRIPT_CHANNEL,
  event: 'transcript',
  concerns: (notice, { discussion }) => discussion.video.id === notice.video_id,
  read: async ({ revision, file }) => ({ revision, file }),
  present: (event) => event,
})
