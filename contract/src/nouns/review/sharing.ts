import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Id, Timestamp } from '../../calls/fields.ts'
import { pageOf } from '../../calls/pages.ts'
import { Message } from '../../calls/problems.ts'
import { TRANSCRIPT } from '../../shared/review-limits.ts'
import { VideoDetail } from '../library/videos.ts'

/** Each may do what the one before it may: watch, comment, give verdicts. */
export const SHARE_PERMISSIONS = ['viewer', 'commenter', 'approver'] as const
export const SharePermission = z.enum(SHARE_PERMISSIONS, {
  error: "The permission must be 'viewer', 'commenter' or 'approver'",
})
export type SharePermission = z.infer<typeof SharePermission>

/** Days until a link expires; null for never. */
export const SHARE_EXPIRIES = [null, 7, 30, 90] as const
export type ShareExpiry = (typeof SHARE_EXPIRIES)[number]

export const CreateShareLink = z.object({
  permission: SharePermission,
  expires_in_days: z._default(
    z.nullable(z.literal([7, 30, 90], { error: 'A link expires never or after 7, 30 or 90 days' })),
    null,
  ),
})
export const ShareLink = z.object({
  id: z.string(),
  permission: SharePermission,
  /** Of the person whom somebody asked for a verdict by this link. Null for a link that anybody can use. */
  guest_name: z.nullable(z.string()),
  /** Name of the person who made the link. */
  shared_by: z.string(),
  /** Whether the viewer made it. */
  mine: z.boolean(),
  expires_at: z.nullable(Timestamp),
  created_at: Timestamp,
  last_used_at: z.nullable(Timestamp),
})
export type ShareLink = z.infer<typeof ShareLink>

/**
 * `collection_name` is the name of the person who made the link: guests must not see how a company names its
 * collections.
 */
export const SharedVideo = z.object({ ...VideoDetail.shape, shared_permission: SharePermission })
export type SharedVideo = z.infer<typeof SharedVideo>

/**
 * Whether the stack has a newer version that plays: `mailed` when a link to it went to the guest for whom this link was
 * made, `exists` otherwise. It names nothing else of that version.
 */
const NEWER_VERSION = ['none', 'exists', 'mailed'] as const

/** What the holder of a link may know of it. */
export const OpenedLink = z.object({
  video_id: z.string(),
  permission: SharePermission,
  /** Of the person for whom the link was made: whoever opens it writes under this name. Null for other links. */
  guest_name: z.nullable(z.string()),
  /** Name of the person who made the link. */
  shared_by: z.string(),
  /** Null for never. */
  expires_at: z.nullable(Timestamp),
  /** When the verdict is due of the person for whom the link was made. Null for none, and for other links. */
  due_at: z.nullable(Timestamp),
  newer: z.enum(NEWER_VERSION),
})
export type OpenedLink = z.infer<typeof OpenedLink>

export const sharing = endpointsOf('Sharing', {
  create: {
    method: 'POST',
    path: '/api/sharing_router/create-share-link/:video_id',
    access: 'user',
    summary: 'Make a link that shows one video',
    params: z.object({ video_id: Id }),
    body: CreateShareLink,
    response: z.object({
      /** Only this answer shows it; the server keeps its hash. */
      share_url: z.string(),
      id: z.string(),
      permission: SharePermission,
      expires_at: z.nullable(Timestamp),
    }),
  },
  list: {
    method: 'GET',
    path: '/api/sharing_router/share-links/:video_id',
    access: 'user',
    summary: 'Valid links to a video: the owner gets all, others get their own',
    params: z.object({ video_id: Id }),
    response: z.object({ share_links: z.array(ShareLink) }),
  },
  revoke: {
    method: 'DELETE',
    path: '/api/sharing_router/share-links/:id',
    access: 'user',
    summary: 'End a link',
    params: z.object({ id: Id }),
    response: Message,
  },
  validate: {
    method: 'GET',
    path: '/api/sharing_router/validate-share-token/:share_token',
    access: 'public',
    summary: 'The video and permission of a share link, and what its holder may know of it',
    params: z.object({ share_token: Id }),
    response: OpenedLink,
  },
  video: {
    method: 'GET',
    path: '/api/sharing_router/get_shared_video_details/:video_id',
    access: 'share',
    summary: 'The shared video with its transcript, or with a page of its words and of the times of its frames',
    params: z.object({ video_id: Id }),
    query: z.object(pageOf(TRANSCRIPT.page_size)),
    response: SharedVideo,
  },
})
