import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id, Timestamp } from '../../../calls/fields.ts'
import { Message } from '../../../calls/problems.ts'
import { ReceivedFile } from './box.ts'
import { ChangeLink, CreateLink, ShareLink, SharePermission } from './link-settings.ts'
import { Visit } from './visits.ts'

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

/** What the people who make links do with them. */
export const shareLinks = endpointsOf('Sharing', {
  createForVideo: {
    method: 'POST',
    path: '/api/sharing_router/create-share-link/:video_id',
    access: 'user',
    summary: 'Make a link that shows one version of a video',
    params: z.object({ video_id: Id }),
    body: CreateShareLink,
    response: z.object({
      share_url: z.string(),
      id: z.string(),
      permission: SharePermission,
      expires_at: z.nullable(Timestamp),
    }),
  },
  create: {
    method: 'POST',
    path: '/api/sharing_router/links',
    access: 'user',
    summary: 'Make a link that shows a version, the newest version, chosen videos, a collection or selects; or a box',
    status: 201,
    body: CreateLink,
    response: z.object({ share_url: z.string(), link: ShareLink }),
  },
  list: {
    method: 'GET',
    path: '/api/sharing_router/share-links/:video_id',
    access: 'user',
    summary: 'Valid links that show a video: the owner gets all, others get their own',
    params: z.object({ video_id: Id }),
    response: z.object({ share_links: z.array(ShareLink) }),
  },
  listAll: {
    method: 'GET',
    path: '/api/sharing_router/links',
    access: 'user',
    summary: 'Valid links that the viewer may change, of a collection or of selects if the query names them; or boxes',
    query: z.object({
      collection_id: z.optional(Id),
      selects_id: z.optional(Id),
      /** Without it, the links that show something. */
      kind: z.optional(z.literal('box')),
    }),
    response: z.object({ share_links: z.array(ShareLink) }),
  },
  change: {
    method: 'PUT',
    path: '/api/sharing_router/share-links/:id',
    access: 'user',
    summary: 'Change any part of a link, also while guests use it',
    params: z.object({ id: Id }),
    body: ChangeLink,
    response: ShareLink,
  },
  address: {
    method: 'GET',
    path: '/api/sharing_router/share-links/:id/address',
    access: 'user',
    summary: 'The address of a link, to copy it again',
    params: z.object({ id: Id }),
    response: z.object({ share_url: z.string() }),
  },
  visits: {
    method: 'GET',
    path: '/api/sharing_router/share-links/:id/visits',
    access: 'user',
    summary: 'Who opened a link and when, what they watched of it, and what they downloaded: the latest visits',
    params: z.object({ id: Id }),
    response: z.object({ visits: z.array(Visit), views: z.number() }),
  },
  files: {
    method: 'GET',
    path: '/api/sharing_router/share-links/:id/files',
    access: 'user',
    summary: 'What guests have sent into a box and are sending: who, which files, and when they arrived; newest first',
    params: z.object({ id: Id }),
    response: z.object({ files: z.array(ReceivedFile) }),
  },
  revoke: {
    method: 'DELETE',
    path: '/api/sharing_router/share-links/:id',
    access: 'user',
    summary: 'End a link',
    params: z.object({ id: Id }),
    response: Message,
  },
})
