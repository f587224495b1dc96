import { NOTIFICATION_KINDS, type NotificationKind } from '@footnote/contract/nouns/notifications.ts'
import { NOTIFICATIONS, type PlanType } from '@footnote/contract/shared/limits.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { type Kysely, sql } from 'kysely'
import { type Database, isId } from '../../platform/db/database.ts'
import type { NotificationPayload, Tables } from '../../platform/db/schema.ts'
import type { CollectionFacts } from '../collections/policy.ts'
import type { VideoFacts } from '../videos/policy.ts'
import { KINDS } from './kinds.ts'

/** One row for a person. */
export interface NotificationRow {
  readonly id: string
  readonly type: string
  readonly payload: NotificationPayload
  readonly read_at: Date | null
  readonly created_at: Date
  /** Null once the video, and with it the clip, is gone. */
  readonly about: Subject | null
}

/** The video of a notification, and its collection. */
interface Subject {
  readonly video: VideoFacts & { readonly id: string }
  readonly collection: CollectionFacts & { readonly id: string }
}

/** The newest notifications of a person, newest first. */
export async function listNotifications(db: Database, userId: string): Promise<NotificationRow[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'type', 'payload', 'read_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(NOTIFICATIONS.max)
    .execute()
  const subjects = await findSubjects(db, rows.map(({ payload }) => payload.video_id ?? '').filter(isId))
  return rows.map((row) => ({ ...row, about: subjects.get(row.payload.video_id ?? '') ?? null }))
}

/** Videos and their collections, by video id. */
async function findSubjects(db: Database, ids: readonly string[]): Promise<Map<string, Subject>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .select(['videos.id', 'videos.user_id', 'videos.status'])
    .select(['collection_id', 'collections.user_id as collection_user_id', 'collections.company_id', 'sample'])
    .select(['collections.created_at', 'retained_from', sql<PlanType>`coalesce(subscriptions.plan, 'FREE')`.as('plan')])
    .$narrowType<{ status: VideoStatus }>()
    .where('videos.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, user_id, status, collection_id, collection_user_id, ...collection }) => [
      id,
      { video: { id, user_id, status }, collection: { ...collection, id: collection_id, user_id: collection_user_id } },
    ]),
  )
}

/** Whether the request already has a notification. */
export async function isAnswered(db: Database, requestId: string): Promise<boolean> {
  const row = await db.selectFrom('notifications').select('id').where('request_id', '=', requestId).executeTakeFirst()
  return row !== undefined
}

/** A person's choice of mails, by kind. */
export async function mailSettings(db: Kysely<Tables>, userId: string): Promise<Map<NotificationKind, boolean>> {
  const rows = await db.selectFrom('notification_settings').selectAll().where('user_id', '=', userId).execute()
  const chosen = new Map(rows.map(({ kind, mail }) => [kind, mail]))
  return new Map(NOTIFICATION_KINDS.map((kind) => [kind, chosen.get(kind) ?? KINDS[kind].mailed]))
}

export const wantsMail = async (db: Kysely<Tables>, userId: string, kind: NotificationKind): Promise<boolean> =>
  (await mailSettings(db, userId)).get(kind) ?? false

/** The facts for a notification's mail; undefined when the account is gone. */
export const findForMail = (db: Database, id: string) =>
  db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['users.id as user_id', 'users.email', 'notifications.type', 'notifications.payload'])
    .where('notifications.id', '=', id)
    .executeTakeFirst()
