import { GROUP_OF, NOTIFICATION_KINDS } from '@footnote/contract/nouns/personal/notifications.ts'
import { type FrameTiming, timingFrom } from '@footnote/contract/shared/frames.ts'
import { NOTIFICATIONS, type PlanType } from '@footnote/contract/shared/limits.ts'
import type { ReviewStatus } from '@footnote/contract/shared/review-status.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { type Selectable, sql } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { NotificationPayload, Notifications } from '../../../platform/db/schema.ts'
import { type CollectionFacts, isSeenBy } from '../../library/collections/policy.ts'
import type { VideoFacts } from '../../library/videos/policy.ts'
import { numberOf } from '../../review/comments/policy.ts'

/** One row for a person. */
export interface NotificationRow {
  readonly id: string
  readonly type: string
  readonly payload: NotificationPayload
  readonly read_at: Date | null
  readonly created_at: Date
  /** Company of the reader. */
  readonly company_id: string
  /** Null once the video, and with it the clip, is gone, and for a reader who has left the company that sees it. */
  readonly about: Subject | null
  /** Null once the comment is deleted. */
  readonly comment: AboutComment | null
}

/** A row of `notifications`. */
type StoredNotification = Selectable<
  Pick<Notifications, 'id' | 'user_id' | 'type' | 'payload' | 'read_at' | 'created_at'>
>

/** The video of a notification, and its collection. */
export interface Subject {
  readonly video: VideoFacts & {
    readonly id: string
    readonly version: number
    readonly file_name: string
    readonly review_status: ReviewStatus
    readonly due_at: Date | null
    readonly timing: FrameTiming | null
    readonly timecode: Timecode | null
  }
  readonly collection: CollectionFacts & { readonly id: string; readonly kind: 'search' | 'review' }
}

/** A comment that a notification is about. */
export interface AboutComment {
  /** The video that has it now. */
  readonly video_id: string
  /** Seconds. */
  readonly start_time: number
  readonly end_time: number | null
  /** That of its root, as on the page. */
  readonly root_number: string | null
  /** Ids of the comments from the root down to it. */
  readonly thread: readonly string[]
  /** Seconds and time of writing of its root, which order threads. */
  readonly root_start: number
  readonly root_created: Date
}

/**
 * The newest notifications of a person, newest first. Each group has places of its own, so that a burst in one pushes
 * out none of the others; places that a group leaves are filled by the newest of the others.
 */
export async function listNotifications(db: Reader, userId: string): Promise<NotificationRow[]> {
  // Reads the newest of each kind by index, since the newest of all may be of one kind.
  const newest = sql<StoredNotification>`(
    with newest as (
      select n.*, kinds.bell_group, row_number() over (partition by kinds.bell_group order by n.created_at desc, n.id) as rank
      from unnest(${NOTIFICATION_KINDS}::text[], ${NOTIFICATION_KINDS.map((kind) => GROUP_OF[kind])}::text[])
          as kinds (type, bell_group)
        cross join lateral (select * from notifications where user_id = ${userId} and type = kinds.type
          order by created_at desc, id limit ${NOTIFICATIONS.max}) n
    ), chosen as (
      select * from newest join unnest(${Object.keys(NOTIFICATIONS.shares)}::text[],
          ${Object.values(NOTIFICATIONS.shares)}::int[]) as shares (bell_group, share) using (bell_group)
      order by rank > share, created_at desc, id limit ${NOTIFICATIONS.max}
    )
    select id, user_id, type, payload, read_at, created_at from chosen)`
  const rows = await db
    .selectFrom(newest.as('notifications'))
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['notifications.id', 'type', 'payload', 'read_at', 'notifications.created_at', 'company_id'])
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id')
    .execute()
  return await withSubjects(db, rows)
}

/** Adds what notifications are about, as far as their readers may see it. */
async function withSubjects<Row extends Pick<NotificationRow, 'payload' | 'company_id'>>(
  db: Reader,
  rows: readonly Row[],
) {
  const comments = await findThreads(db, rows.map(({ payload }) => payload.comment_id ?? '').filter(isId))
  const found = rows.map((row) => ({ ...row, comment: comments.get(row.payload.comment_id ?? '') ?? null }))
  // A comment may have moved to another version.
  const videoOf = ({ comment, payload }: (typeof found)[number]): string => comment?.video_id ?? payload.video_id ?? ''
  const subjects = await findSubjects(db, found.map(videoOf).filter(isId))
  return found.map((row) => {
    const about = subjects.get(videoOf(row))
    return { ...row, about: about && isSeenBy(row.company_id, about.collection) ? about : null }
  })
}

/** Where comments are that the lists of their videos still have, by id. */
async function findThreads(db: Reader, ids: readonly string[]): Promise<Map<string, AboutComment>> {
  if (ids.length === 0) return new Map()
  const threads = sql<Omit<AboutComment, 'root_number'> & { id: string } & Parameters<typeof numberOf>[0]>`(
    with recursive above as (
      select id, id as at, parent_comment_id, array[id::text] as thread from comments
        where id = any(${ids}::uuid[]) and deleted_at is null
      union all
      select above.id, c.id, c.parent_comment_id, c.id::text || above.thread
        from above join comments c on c.id = above.parent_comment_id
    )
    select above.id, thread, comments.video_id, comments.start_time, comments.end_time, root.number, root.visibility,
        root.start_time as root_start, root.created_at as root_created
      from above join comments using (id) join comments root on root.id = above.at
      where above.parent_comment_id is null)`
  const rows = await db.selectFrom(threads.as('threads')).selectAll().execute()
  return new Map(
    rows.map(({ id, number, visibility, ...place }) => [
      id,
      { ...place, root_number: numberOf({ number, visibility }) },
    ]),
  )
}

/** Videos and their collections, by video id. */
export async function findSubjects(db: Reader, ids: readonly string[]): Promise<Map<string, Subject>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .innerJoin('stacks', 'stacks.id', 'videos.stack_id')
    .select(['videos.id', 'videos.user_id', 'videos.status', 'version', 'timecode_start', 'timecode_drop'])
    .select(['file_name', 'review_status', 'stacks.due_at'])
    .select(['frame_rate_num', 'frame_rate_den', 'collections.kind'])
    .select(['videos.collection_id', 'collections.user_id as collection_user_id', 'collections.company_id', 'sample'])
    .select(['collections.created_at', 'retained_from', sql<PlanType>`coalesce(subscriptions.plan, 'FREE')`.as('plan')])
    .$narrowType<{ status: VideoStatus }>()
    .where('videos.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, user_id, status, version, file_name, collection_id, collection_user_id, ...row }) => {
      const { frame_rate_num: num, frame_rate_den: den, timecode_start, timecode_drop, ...others } = row
      const { review_status, due_at, ...collection } = others
      const timing = timingFrom(num && den ? { num, den } : null, null)
      const timecode = timecode_start === null ? null : { start: timecode_start, drop_frame: timecode_drop === true }
      return [
        id,
        {
          video: { id, user_id, status, version, file_name, review_status, due_at, timing, timecode },
          collection: { ...collection, id: collection_id, user_id: collection_user_id },
        },
      ]
    }),
  )
}

/** The facts for the mails of notifications, by their ids; none of those whose account is gone. */
export async function findForMails(db: Reader, ids: readonly string[]) {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['notifications.id', 'users.id as user_id', 'email', 'company_id', 'type', 'payload'])
    .where('notifications.id', 'in', ids)
    .execute()
  const found = await withSubjects(db, rows)
  return new Map(found.map((row) => [row.id, row]))
}
export type RowForMail = NonNullable<ReturnType<Awaited<ReturnType<typeof findForMails>>['get']>>

/** Where comments are, and the videos that have them, for guests. Deleted ones are missing. */
export async function findPlaces(db: Reader, ids: readonly string[]) {
  const comments = await findThreads(db, ids)
  const subjects = await findSubjects(
    db,
    [...comments.values()].map(({ video_id }) => video_id),
  )
  return new Map(
    [...comments].flatMap(([id, comment]) => {
      const about = subjects.get(comment.video_id)
      return about ? [[id, { comment, about }] as const] : []
    }),
  )
}
