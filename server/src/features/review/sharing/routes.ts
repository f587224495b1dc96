import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { pageAsked } from '@footnote/contract/calls/pages.ts'
import type { ShareLink } from '@footnote/contract/nouns/review/sharing.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Route, UserViewer } from '../../../platform/route.ts'
import { refuseExpired } from '../../library/collections/policy.ts'
import { presentVideoDetail } from '../../library/videos/present.ts'
import { partsOf, readSharedVideo, readVideo } from '../../library/videos/queries.ts'
import type { Services } from '../../services.ts'
import { noteRevokedLink } from '../approvals/ended-links/commands.ts'
import { createLink, noteUse, removeLink } from './commands.ts'
import { authorizeShare, canManageLink } from './policy.ts'
import {
  findAskedGuest,
  findLink,
  findLinked,
  findOpenLink,
  type LinkRow,
  type ListedLinkRow,
  listLinks,
  newerThan,
  senderOf,
} from './queries.ts'

/** In milliseconds. */
const DAY = 86_400_000

/** Serves share links to the people who make them, and the shared video to their guests. */
export function sharingRoutes(
  route: Route,
  { db, config, storage, registry }: Pick<Services, 'db' | 'storage' | 'config' | 'registry'>,
): void {
  const { sharing } = endpoints
  const circumstances = () => ({ billing: config.billing, now: new Date() })

  route(sharing.create, async ({ params, body, viewer }) => {
    const { video, collection } = await readVideo(db, viewer, params.video_id)
    authorizeShare(viewer, video, collection, circumstances())
    const { permission, expires_in_days } = body
    const expires_at = expires_in_days === null ? null : new Date(Date.now() + expires_in_days * DAY)
    const { link, token } = await createLink(db, viewer, { video_id: video.id, permission, expires_at })
    return { share_url: `${config.public_url}/shared/${token}`, id: link.id, ...presentTerms(link) }
  })

  route(sharing.list, async ({ params, viewer }) => {
    const { video } = await readVideo(db, viewer, params.video_id)
    const links = await listLinks(db, video.id)
    const managed = links.filter((link) => canManageLink(viewer, link))
    return { share_links: managed.map((link) => presentLink(link, viewer)) }
  })

  route(sharing.revoke, async ({ params, viewer }) => {
    const link = await findLink(db, params.id)
    if (!link || !canManageLink(viewer, link)) throw new ProductError('not_found')
    if (!(await removeLink(db, link.id))) throw new ProductError('not_found')
    await noteRevokedLink(db, { video_id: link.video_id, user_id: viewer.user_id })
    return { message: 'The link was revoked' }
  })

  route(sharing.validate, async ({ params }) => {
    const link = await findOpenLink(db, { token: params.share_token })
    if (!link) throw new ProductError('invalid_share_token')
    await noteUse(db, link)
    const asked = await findAskedGuest(db, link.id)
    const linked = await findLinked(db, link.video_id)
    return {
      video_id: link.video_id,
      permission: link.permission,
      guest_name: asked ? unmarkedName(asked.name) : null,
      shared_by: await senderOf(db, link.id),
      expires_at: link.expires_at?.toISOString() ?? null,
      due_at: asked ? (linked.due_at?.toISOString() ?? null) : null,
      newer: await newerThan(db, linked, asked?.email ?? null),
    }
  })

  route(sharing.video, async ({ query, viewer }) => {
    if (viewer.kind !== 'share') throw new ProductError('invalid_share_token')
    const { video, collection } = await readSharedVideo(db, viewer)
    const now = circumstances()
    refuseExpired(collection, now)
    const parts = await partsOf(db, video.id, pageAsked(query, TRANSCRIPT.page_size))
    const detail = await presentVideoDetail(video, collection, parts, { ...now, viewer, storage }, { registry, config })
    // Guests must not learn how a company names its collections.
    const collection_name = await senderOf(db, viewer.link_id)
    return { ...detail, collection_name, shared_permission: viewer.permission }
  })
}

const presentTerms = ({ permission, expires_at }: LinkRow): Pick<ShareLink, 'permission' | 'expires_at'> => ({
  permission,
  expires_at: expires_at?.toISOString() ?? null,
})

const presentLink = (link: ListedLinkRow, { user_id }: Pick<UserViewer, 'user_id'>): ShareLink => ({
  id: link.id,
  ...presentTerms(link),
  guest_name: link.guest_name === null ? null : unmarkedName(link.guest_name),
  shared_by: `${link.first_name} ${link.last_name}`.trim(),
  mine: link.user_id === user_id,
  created_at: link.created_at.toISOString(),
  last_used_at: link.last_used_at?.toISOString() ?? null,
})
