import { type FrameTiming, timingFrom } from '@footnote/contract/shared/frames.ts'
import { NOTIFICATIONS, type PlanType } from '@footnote/contract/shared/limits.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { sql } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { NotificationPayload } from '../../../platform/db/schema.ts'
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

/** The video of a notification, and its collection. */
export interface Subject {
  readonly video: VideoFacts & {
    readonly id: string
    readonly version: number
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
}

/** The newest notifications of a person, newest first. */
export async function listNotifications(db: Reader, userId: string): Promise<NotificationRow[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['notifications.id', 'type', 'payload', 'read_at', 'notifications.created_at', 'company_id'])
    .where('user_id', '=', userId)
    .orderBy('notifications.created_at', 'desc')
    .orderBy('notifications.id')
    .limit(NOTIFICATIONS.max)
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
    select above.id, thread, comments.video_id, comments.start_time, comments.end_time, root.number, root.visibility
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
async function findSubjects(db: Reader, ids: readonly string[]): Promise<Map<string, Subject>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .select(['videos.id', 'videos.user_id', 'videos.status', 'version', 'timecode_start', 'timecode_drop'])
    .select(['frame_rate_num', 'frame_rate_den', 'collections.kind'])
    .select(['collection_id', 'collections.user_id as collection_user_id', 'collections.company_id', 'sample'])
    .select(['collections.created_at', 'retained_from', sql<PlanType>`coalesce(subscriptions.plan, 'FREE')`.as('plan')])
    .$narrowType<{ status: VideoStatus }>()
    .where('videos.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, user_id, status, version, collection_id, collection_user_id, ...row }) => {
      const { frame_rate_num: num, frame_rate_den: den, timecode_start, timecode_drop, ...collection } = row
      const timing = timingFrom(num && den ? { num, den } : null, null)
      const timecode = timecode_start === null ? null : { start: timecode_start, drop_frame: timecode_drop === true }
      return [
        id,
        {
          video: { id, user_id, status, version, timing, timecode },
          collection: { ...collection, id: collection_id, user_id: collection_user_id },
        },
      ]
    }),
  )
}

/** The facts for a notification's mail; undefined when the account is gone. */
export async function findForMail(db: Reader, id: string) {
  const row = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['users.id as user_id', 'email', 'company_id', 'type', 'payload'])
    .where('notifications.id', '=', id)
    .executeTakeFirst()
  return row && (await withSubjects(db, [row]))[0]
}
