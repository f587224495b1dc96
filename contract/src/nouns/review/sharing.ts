import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Id } from '../../calls/fields.ts'
import { pageOf } from '../../calls/pages.ts'
import { TRANSCRIPT } from '../../shared/review-limits.ts'
import { VideoDetail } from '../library/videos.ts'
import { SharePermission } from './sharing/link-settings.ts'
import { OpenedLink, Room, UnlockedLink, UnlockLink } from './sharing/opened-link.ts'
import { Watched } from './sharing/visits.ts'

/**
 * `collection_name` is the name of the person who made the link: guests must not see how a company names its
 * collections.
 */
export const SharedVideo = z.object({
  ...VideoDetail.shape,
  shared_permission: SharePermission,
  /** Whether its files are the copy with the watermark of the link in the picture. Earlier versions do not say it. */
  marked: z.optional(z.boolean()),
})
export type SharedVideo = z.infer<typeof SharedVideo>

/** What the guests of a link do. */
export const sharing = endpointsOf('Sharing', {
  validate: {
    method: 'GET',
    path: '/api/sharing_router/validate-share-token/:share_token',
    access: 'public',
    summary: 'The video and permission of a share link, and what its holder may know of it',
    params: z.object({ share_token: Id }),
    response: OpenedLink,
  },
  unlock: {
    method: 'POST',
    path: '/api/sharing_router/unlock/:share_token',
    access: 'public',
    summary: 'Open a link with what its maker asks for: a password, a name, an address and the code mailed to it',
    params: z.object({ share_token: Id }),
    body: UnlockLink,
    response: UnlockedLink,
  },
  room: {
    method: 'GET',
    path: '/api/sharing_router/room',
    access: 'link',
    summary: 'The videos that a link shows',
    response: Room,
  },
  chooseMail: {
    method: 'PUT',
    path: '/api/sharing_router/mail',
    access: 'link',
    summary: 'Choose whether a guest with a proven address gets answers and new versions of the link by mail',
    body: z.object({ mail: z.boolean() }),
    response: z.object({ mail: z.boolean() }),
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
  download: {
    method: 'GET',
    path: '/api/sharing_router/download/:video_id',
    access: 'share',
    summary:
      'An address to download a shared video from: the light copy, or the file that was sent, as the link allows',
    params: z.object({ video_id: Id }),
    query: z.object({ file: z.optional(z.enum(['proxy', 'original'])) }),
    response: z.object({ url: z.string() }),
  },
  watched: {
    method: 'POST',
    path: '/api/sharing_router/watched/:video_id',
    access: 'share',
    summary: 'Say what of a shared video was watched; nothing for people who are signed in',
    status: 204,
    params: z.object({ video_id: Id }),
    body: Watched,
  },
})
