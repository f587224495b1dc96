import * as z from 'zod/mini'
import { Email, optionalText, Timestamp } from '../../../calls/fields.ts'
import { PASSWORD, TEXT } from '../../../shared/limits.ts'
import { REVIEW_STATUSES } from '../../../shared/review-status.ts'
import { Download, EmailRule, LinkKind, SharePermission, Watermark } from './link-settings.ts'

/**
 * Whether the stack has a newer version that plays: `mailed` when a link to it went to the guest for whom this link was
 * made, `exists` otherwise. It names nothing else of that version.
 */
const NEWER_VERSION = ['none', 'exists', 'mailed'] as const

/** What the holder of a link may know of it. While it is locked, nothing of what it shows. */
export const OpenedLink = z.object({
  kind: LinkKind,
  /** Given by its maker; null for none. */
  name: z.nullable(z.string()),
  /** The one video of a link that shows one. Null for a link that is a room, and while it is locked. */
  video_id: z.nullable(z.string()),
  permission: SharePermission,
  /** Whether every other call is answered with `link_locked` until the link is unlocked. */
  locked: z.boolean(),
  /** What its maker asks of guests before they see anything. */
  needs: z.object({ password: z.boolean(), name: z.boolean(), email: EmailRule }),
  /** Of the person for whom the link was made: whoever opens it writes under this name. Null for other links. */
  guest_name: z.nullable(z.string()),
  /** Name of the person who made the link. */
  shared_by: z.string(),
  /** Null for never. */
  expires_at: z.nullable(Timestamp),
  /** When the verdict is due of the person for whom the link was made. Null for none, and for other links. */
  due_at: z.nullable(Timestamp),
  newer: z.enum(NEWER_VERSION),
  download: Download,
  watermark: Watermark,
  /** Empty while it is locked. */
  watermark_text: z.string(),
  /** Whether it shows the earlier versions, too. */
  show_versions: z.boolean(),
  /**
   * Whether the guest gets answers and new versions by mail. Null for a guest without a proven address, and for links whose
   * mails cannot lead to them: boxes, and links whose address cannot be had again.
   */
  mail: z.nullable(z.boolean()),
})
export type OpenedLink = z.infer<typeof OpenedLink>

export const UnlockLink = z.object({
  password: z.optional(z.string().check(z.maxLength(PASSWORD.max))),
  name: optionalText(TEXT.name),
  email: z.optional(Email),
  /** That was mailed to the address. */
  code: z.optional(z.string().check(z.maxLength(TEXT.code))),
})

export const UnlockedLink = z.object({
  /** To send as `X-Share-Pass` for 12 hours. Null while a mailed code is missing. */
  pass: z.nullable(z.string()),
  /** Whether a code was mailed to the address. */
  code_sent: z.boolean(),
})

/** A video of a room. */
export const RoomVideo = z.object({
  video_id: z.string(),
  file_name: z.string(),
  version: z.number(),
  /** Seconds; null until it is known. */
  duration: z.nullable(z.number()),
  thumbnail_url: z.nullable(z.string()),
  review_status: z.enum(REVIEW_STATUSES),
  open_comments: z.number(),
  resolved_comments: z.number(),
})
export type RoomVideo = z.infer<typeof RoomVideo>

export const Room = z.object({
  name: z.nullable(z.string()),
  shared_by: z.string(),
  permission: SharePermission,
  download: Download,
  expires_at: z.nullable(Timestamp),
  videos: z.array(RoomVideo),
})
export type Room = z.infer<typeof Room>
