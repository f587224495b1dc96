import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Id, Timestamp } from '../../calls/fields.ts'
import { Message } from '../../calls/problems.ts'
import { VERDICTS } from '../../shared/review-status.ts'

/** Events that users are notified of. */
export const NOTIFICATION_KINDS = [
  'DOWNLOAD_CLIP',
  'VIDEO_READY',
  'VIDEO_FAILED',
  'COMMENT',
  'REPLY',
  'MENTION',
  'COMMENT_DELETED',
  'NEW_VERSION',
  'REVIEW_REQUESTED',
  'VERDICT',
  'LINK_OPENED',
  'LINK_GUESSED',
  'EXPORT',
  'SELECTS_READY',
  'INVITE_ACCEPTED',
  'DATA_EXPORT',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
const Kind = z.enum(NOTIFICATION_KINDS, { error: 'There is no such kind of notification' })

/** What a mail's link ends: a kind, or all mails of a share link to a guest. */
const MAILS = [...NOTIFICATION_KINDS, 'LINK'] as const

/**
 * Groups of the bell. Each has places of its own in a list, so that none pushes out another: `for_you` waits for the
 * person, `comments` come in bursts, `other` says what has ended.
 */
export const NOTIFICATION_GROUPS = ['for_you', 'comments', 'other'] as const
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number]

export const GROUP_OF: Readonly<Record<NotificationKind, NotificationGroup>> = {
  DOWNLOAD_CLIP: 'other',
  VIDEO_READY: 'other',
  VIDEO_FAILED: 'other',
  COMMENT: 'comments',
  REPLY: 'comments',
  MENTION: 'for_you',
  COMMENT_DELETED: 'comments',
  NEW_VERSION: 'other',
  REVIEW_REQUESTED: 'for_you',
  VERDICT: 'for_you',
  LINK_OPENED: 'other',
  LINK_GUESSED: 'for_you',
  EXPORT: 'other',
  SELECTS_READY: 'other',
  INVITE_ACCEPTED: 'other',
  DATA_EXPORT: 'other',
}

/**
 * How often a kind is mailed. `at_once` gathers comments and replies on a video for `DIGEST.burst` seconds; `hourly` and
 * `daily` are one mail about everything since the last one.
 */
export const DIGESTS = ['at_once', 'hourly', 'daily'] as const
export type Digest = (typeof DIGESTS)[number]

export const Notification = z.object({
  id: z.string(),
  type: Kind,
  group: z.enum(NOTIFICATION_GROUPS),
  read: z.boolean(),
  created_at: Timestamp,
  /**
   * Signed address of the clip, the stills, the rendered selects or the ZIP of an account. Null when the notification has no file, or when it
   * failed or is deleted. Everybody who may download the video can fetch its clips and stills; API keys get no ZIP of an
   * account.
   */
  download_file: z.nullable(z.string()),
  /** The video, while it exists. */
  video_id: z.nullable(z.string()),
  /** Owner of that video: a part of its address in review. */
  video_user_id: z.nullable(z.string()),
  /** Collection of that video. */
  collection_id: z.nullable(z.string()),
  /** Name of that video. */
  video_name: z.nullable(z.string()),
  /**
   * Who acted: wrote or deleted the comment, uploaded the version, asked or decided, accepted the invitation. The name of a
   * guest ends with '(guest)'.
   */
  actor_name: z.nullable(z.string()),
  /** Whether that person is a guest. */
  is_guest: z.boolean(),
  /** Number of the version of that video: the new one, or the one to review. */
  version: z.nullable(z.number()),
  /** What the person said about that version. */
  verdict: z.nullable(z.enum(VERDICTS)),
  /** How many comments were sent together; null for a single one. */
  comments: z.nullable(z.number()),
  /** How many videos those are on; the named one is the first of them. */
  videos: z.nullable(z.number()),
  /**
   * Beginning of the comment, null once it is deleted; where a deleted comment was; the message to the asked people;
   * the note of the verdict; or the name of the link.
   */
  text: z.nullable(z.string()),
  /** The selects that were rendered, also after their deletion, and their name. */
  selects_id: z.nullable(z.string()),
  selects_name: z.nullable(z.string()),
  /** Why it failed, or null. */
  error: z.nullable(z.string()),
  /** When verdicts are due, of a request with a due date; the text of a reminder says it. */
  due_at: z.nullable(Timestamp),
  /**
   * Path of the screen that it leads to: of a comment with its frame and its thread, of a verdict with the approval. Null
   * when nothing is left to show. Its mail has the same.
   */
  path: z.nullable(z.string()),
})
export type Notification = z.infer<typeof Notification>

/** How a user gets one kind of notification: always in the product, and by mail if they choose so. */
export const NotificationSetting = z.object({
  kind: Kind,
  in_app: z.literal(true),
  mail: z.boolean(),
  digest: z.enum(DIGESTS),
})
export type NotificationSetting = z.infer<typeof NotificationSetting>

const Settings = z.object({
  settings: z.array(NotificationSetting),
  /** IANA name of the zone in which daily mails are sent at `DIGEST.hour`; null for UTC, until somebody chooses. */
  time_zone: z.nullable(z.string()),
})
export type NotificationSettings = z.infer<typeof Settings>

/** Whether this machine knows a time zone by its name. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const Token = z.object({ token: z.string({ error: 'A token is required' }).check(z.maxLength(512)) })
export const notifications = endpointsOf('Notifications', {
  list: {
    method: 'GET',
    path: '/api/get_notifications',
    access: 'user',
    summary: 'Notifications, newest first; each group has its own places among them',
    response: z.object({ notifications: z.array(Notification) }),
  },
  handle: {
    method: 'POST',
    path: '/api/handle_notification',
    access: 'user',
    summary: 'Mark a notification as read',
    body: z.object({ id: Id, type: z.literal('change_read', { error: "The type must be 'change_read'" }) }),
    response: Message,
  },
  settings: {
    method: 'GET',
    path: '/api/notification_settings',
    access: 'session',
    summary: 'How each kind of notification reaches you',
    response: Settings,
  },
  changeSettings: {
    method: 'POST',
    path: '/api/notification_settings',
    access: 'session',
    summary: 'Choose the kinds to get by mail, and how often; what is left out stays as it is',
    body: z.object({
      settings: z
        .array(
          z.object({
            kind: Kind,
            in_app: z.optional(z.literal(true)),
            mail: z.boolean(),
            digest: z.optional(z.enum(DIGESTS, { error: 'Choose at_once, hourly or daily' })),
          }),
        )
        .check(z.maxLength(100)),
      time_zone: z.optional(z.string().check(z.maxLength(64), z.refine(isTimeZone, 'There is no such time zone'))),
    }),
    response: Settings,
  },
  askUnsubscribe: {
    method: 'GET',
    path: '/api/unsubscribe',
    access: 'public',
    summary: 'Show which mails a link unsubscribes from; for a browser, a page with one button',
    query: Token,
    response: z.object({ kind: z.enum(MAILS), mail: z.boolean() }),
  },
  unsubscribe: {
    method: 'POST',
    path: '/api/unsubscribe',
    access: 'public',
    summary: 'Unsubscribe from the mails that carry the link, with one click (RFC 8058)',
    query: Token,
    raw: 'List-Unsubscribe=One-Click, as mail programs send it',
    response: Message,
  },
})
