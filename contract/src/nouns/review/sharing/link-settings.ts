import * as z from 'zod/mini'
import { Id, optionalLines, optionalText, Timestamp } from '../../../calls/fields.ts'
import { PASSWORD, TEXT } from '../../../shared/limits.ts'
import { BOX, LINKS } from './link-limits.ts'

/** Each may do what the one before it may: watch, comment, give verdicts. */
export const SHARE_PERMISSIONS = ['viewer', 'commenter', 'approver'] as const
export const SharePermission = z.enum(SHARE_PERMISSIONS, {
  error: "The permission must be 'viewer', 'commenter' or 'approver'",
})
export type SharePermission = z.infer<typeof SharePermission>

/**
 * What a link shows: one version of a video for ever; the newest version of one video, or of chosen videos; the videos
 * of a collection, also those that come later; or what selects were rendered into. A box shows nothing: its guests send
 * files into a collection.
 */
export const LINK_KINDS = ['version', 'stack', 'set', 'collection', 'selects', 'box'] as const
export const LinkKind = z.enum(LINK_KINDS, {
  error: "A link shows a 'version', a 'stack', a 'set', a 'collection' or 'selects', or is a 'box'",
})
export type LinkKind = z.infer<typeof LinkKind>

/**
 * Whether a guest gives an e-mail address: it is not asked for; they may; they must; they must and type a code that was
 * mailed to it.
 */
export const EMAIL_RULES = ['none', 'optional', 'required', 'confirmed'] as const
export const EmailRule = z.enum(EMAIL_RULES)
export type EmailRule = z.infer<typeof EmailRule>

/** What guests may download: nothing, the light copy, or the file that was sent as well. */
export const DOWNLOADS = ['none', 'proxy', 'original'] as const
export const Download = z.enum(DOWNLOADS)
export type Download = z.infer<typeof Download>

/**
 * Where guests see a watermark: nowhere; over the picture, with their name; or in the picture, with the text of the link,
 * in copies that are made for it: until its copy is made, nobody can play a video by the link.
 */
export const WATERMARKS = ['none', 'over', 'in'] as const
export const Watermark = z.enum(WATERMARKS)
export type Watermark = z.infer<typeof Watermark>

const ADDRESS_OR_DOMAIN = 'An entry is an e-mail address, or a domain such as @example.org'
/** An e-mail address, or `@` and a domain, for everybody there. */
const AllowedEmail = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(TEXT.email, ADDRESS_OR_DOMAIN),
    z.regex(/^[^\s@]*@[^\s@.]+(\.[^\s@.]+)+$/, ADDRESS_OR_DOMAIN),
  )

const EXPIRY = 'A link ends at a time in the future, such as 2026-12-20T17:00:00Z, or never'
const Expiry = z.string({ error: EXPIRY }).check(
  z.maxLength(40, EXPIRY),
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d/, EXPIRY),
  z.refine((text) => Date.parse(text) > Date.now(), EXPIRY),
)

const FILES = `A box takes 1 to ${BOX.most_files} files`
const BYTES = 'A box takes 1 byte to 100 TB'

/** Settings of a link as its maker sends them. */
const settings = {
  /** What guests read above the videos, in place of names of files; blank for none. */
  name: optionalText(TEXT.name),
  permission: SharePermission,
  /** Null or absent for none. Nobody reads it again. */
  password: z.nullable(
    z
      .string()
      .check(
        z.minLength(LINKS.password, `Use at least ${LINKS.password} characters`),
        z.maxLength(PASSWORD.max, `At most ${PASSWORD.max} characters are allowed`),
      ),
  ),
  email_rule: EmailRule,
  /** For the rules `required` and `confirmed`; empty for everybody. */
  emails_allowed: z
    .array(AllowedEmail)
    .check(z.maxLength(LINKS.emails, `At most ${LINKS.emails} addresses and domains are allowed`)),
  /** Null for never. */
  expires_at: z.nullable(Expiry),
  /** Null for no limit. All visits of one guest within 12 hours are one view. */
  max_views: z.nullable(z.int().check(z.minimum(1, 'At least one view'), z.maximum(LINKS.views, 'Fewer views'))),
  download: Download,
  watermark: Watermark,
  /** Of the watermark in the picture; of one over the picture it follows the guest's name. */
  watermark_text: optionalText(LINKS.watermark),
  /** Whether guests also see the earlier versions. */
  show_versions: z.boolean(),
  /** Whether the maker gets a notification when somebody opens it. */
  tell: z.boolean(),
  /** Of a box: what its maker asks for. */
  message: optionalLines(BOX.message),
  /** Of a box: files of all senders. */
  max_files: z.int(FILES).check(z.minimum(1, FILES), z.maximum(BOX.most_files, FILES)),
  /** Of a box: bytes of all senders. */
  max_bytes: z.int(BYTES).check(z.minimum(1, BYTES), z.maximum(BOX.most_bytes, BYTES)),
}

const ids = z
  .array(Id)
  .check(z.minLength(1, 'Choose what the link shows'), z.maxLength(LINKS.videos, `At most ${LINKS.videos} videos`))

const given = {
  kind: LinkKind,
  /**
   * Of videos, of one collection, also for a box, or of one list of selects. A link to one version takes the id of that
   * version, one to the newest versions that of any.
   */
  ids,
}

export const CreateLink = z.object({
  ...given,
  ...settings,
  password: z._default(settings.password, null),
  email_rule: z._default(settings.email_rule, 'none'),
  emails_allowed: z._default(settings.emails_allowed, []),
  expires_at: z._default(settings.expires_at, null),
  max_views: z._default(settings.max_views, null),
  download: z._default(settings.download, 'none'),
  watermark: z._default(settings.watermark, 'none'),
  show_versions: z._default(settings.show_versions, false),
  tell: z._default(settings.tell, false),
  max_files: z._default(settings.max_files, BOX.files),
  max_bytes: z._default(settings.max_bytes, BOX.bytes),
})
export type CreateLink = z.output<typeof CreateLink>

/** Any part of a link; what is absent stays. `kind` and `ids` belong together. */
export const ChangeLink = z.partial(z.object({ ...given, ...settings, paused: z.boolean() }))
export type ChangeLink = z.output<typeof ChangeLink>

export const ShareLink = z.object({
  id: z.string(),
  kind: LinkKind,
  /** Null for a link without one. */
  name: z.nullable(z.string()),
  /** What it shows: videos, a collection or selects, with their names. */
  items: z.array(z.object({ id: z.string(), name: z.string(), version: z.nullable(z.number()) })),
  /** How many those are; a set may have more than `items`, which are the first ones. */
  item_count: z.number(),
  /** For a link to one version: the newest one, when that is another. */
  newer_version: z.nullable(z.object({ video_id: z.string(), version: z.number() })),
  permission: SharePermission,
  /** Of the person whom somebody asked for a verdict by this link. Null for a link that anybody can use. */
  guest_name: z.nullable(z.string()),
  /** Name of the person who made the link. */
  shared_by: z.string(),
  /** Whether the viewer made it. */
  mine: z.boolean(),
  has_password: z.boolean(),
  email_rule: EmailRule,
  emails_allowed: z.array(z.string()),
  expires_at: z.nullable(Timestamp),
  max_views: z.nullable(z.number()),
  views: z.number(),
  download: Download,
  watermark: Watermark,
  watermark_text: z.string(),
  /**
   * How many of the videos that it shows guests can play with the watermark in the picture, how many are being prepared,
   * and how many could not be. Null for a link without such a watermark. `watermark: 'in'` sent again prepares again
   * what failed.
   */
  marked: z.nullable(z.object({ ready: z.number(), preparing: z.number(), failed: z.number() })),
  show_versions: z.boolean(),
  tell: z.boolean(),
  paused: z.boolean(),
  /** Of a box: what it asks for, what it takes, and what of that was sent. Null for other links. */
  box: z.nullable(
    z.object({
      message: z.string(),
      max_files: z.number(),
      max_bytes: z.number(),
      files: z.number(),
      bytes: z.number(),
      /** When something arrived last. */
      arrived_at: z.nullable(Timestamp),
    }),
  ),
  /** Whether its address can be had again. Links made before that was possible have none. */
  copyable: z.boolean(),
  created_at: Timestamp,
  last_used_at: z.nullable(Timestamp),
})
export type ShareLink = z.infer<typeof ShareLink>
