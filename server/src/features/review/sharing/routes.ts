import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import type { FastifyRequest } from 'fastify'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import { mediaTypeOf } from '../../../platform/net/media-types.ts'
import { credentialsOf, type Route, type ShareViewer } from '../../../platform/route.ts'
import { refuseExpired } from '../../library/collections/policy.ts'
import { listSharedVideos, readSharedVideo } from '../../library/videos/queries.ts'
import type { Services } from '../../services.ts'
import { readOpenBox } from './box/queries.ts'
import { noteUse } from './commands.ts'
import { downloadOf } from './download.ts'
import { mailChoice } from './guest-mails/queries.ts'
import { needsOf, showsOne } from './policy.ts'
import { findAskedGuest, findLinked, findOpenLink, type LinkRow, newerThan, senderOf } from './queries.ts'
import { listShown } from './shown/queries.ts'
import { unlock } from './unlock/commands.ts'
import { Doorkeeper } from './unlock/doorkeeper.ts'
import { noteDownload, noteVisit, noteWatched } from './visits/commands.ts'
import { isVisiting } from './visits/queries.ts'

/** Serves what a share link opens to its guests. */
export function sharingRoutes(
  route: Route,
  services: Pick<Services, 'db' | 'config' | 'storage' | 'queue' | 'mails' | 'hooks'>,
): void {
  const { db, config, storage, hooks } = services
  const { sharing } = endpoints
  const doorkeeper = new Doorkeeper(services)

  /** A link that works for the guest who asks. @throws ProductError invalid_share_token */
  async function readLink(share_token: string, request: FastifyRequest) {
    const arrival = await doorkeeper.meet(credentialsOf(request, share_token))
    if (!arrival) throw new ProductError('invalid_share_token')
    const { link, locked } = arrival
    const { guest_key_hash: key_hash } = arrival.viewer
    const used_up = link.max_views !== null && link.views >= link.max_views
    // A guest whose visit goes on may open it again.
    if (locked && used_up && !(key_hash !== null && (await isVisiting(db, link.id, key_hash))))
      throw new ProductError('invalid_share_token')
    return { link, locked, key_hash }
  }

  route(sharing.validate, async ({ params, request }) => {
    const { link, locked, key_hash } = await readLink(params.share_token, request)
    if (link.kind === 'box') await readOpenBox(db, link.id, { billing: config.billing, now: new Date() })
    const asked = await findAskedGuest(db, link.id)
    const opened = { ...(await openedLink(link)), needs: needsOf(link, asked !== undefined) }
    if (locked) return { ...opened, locked, video_id: null, watermark_text: '' }
    const video_id = showsOne(link.kind) ? ((await listShown(db, link.id))[0] ?? null) : null
    if (video_id === null && showsOne(link.kind)) throw new ProductError('invalid_share_token')
    await noteUse(db, link)
    if (key_hash !== null) await noteVisit(services, link, key_hash)
    const mail = await mailChoice(services, link, { link_id: link.id, guest_key_hash: key_hash })
    if (video_id === null) return { ...opened, locked, video_id, mail }
    const linked = await findLinked(db, video_id)
    return {
      ...opened,
      locked,
      video_id,
      guest_name: asked ? unmarkedName(asked.name) : null,
      due_at: asked ? (linked.due_at?.toISOString() ?? null) : null,
      mail,
      newer: link.kind === 'version' ? await newerThan(db, linked, asked?.email ?? null) : 'none',
    }
  })

  /** What a link says to whoever has it. */
  async function openedLink(link: LinkRow): Promise<Omit<OpenedLink, 'locked' | 'video_id' | 'needs'>> {
    return {
      kind: link.kind,
      name: link.name,
      permission: link.permission,
      guest_name: null,
      shared_by: await senderOf(db, link.id),
      expires_at: link.expires_at?.toISOString() ?? null,
      due_at: null,
      newer: 'none',
      download: link.download,
      watermark: link.watermark,
      watermark_text: link.watermark_text,
      show_versions: link.show_versions,
      mail: null,
    }
  }

  route(sharing.unlock, async ({ params, body, address, request }) => {
    const { link, key_hash } = await readLink(params.share_token, request)
    const pass = await unlock(services, link, { ...body, key_hash, address })
    return { pass, code_sent: pass === null }
  })

  route(sharing.room, async ({ viewer }) => {
    const link = await findOpenLink(db, { id: viewer.link_id })
    if (!link || link.kind === 'box') throw new ProductError('invalid_share_token')
    const ids = await listShown(db, link.id)
    const marked = link.watermark === 'in'
    const videos = await listSharedVideos(db, { link_id: link.id, marked }, ids)
    const rows = new Map(videos.map((video) => [video.id, video]))
    const counts = await hooks.countThreads(db, ids, { company_id: viewer.company_id, viewer })
    const guestAt = (video_id: string): ShareViewer => ({
      ...viewer,
      kind: 'share',
      video_id,
      show_versions: link.show_versions,
      marked,
    })
    const pictureOf = (video_id: string, key: string | null) =>
      key &&
      storage.address(key, { lifetime: ADDRESS.media, content_type: mediaTypeOf(key), viewer: guestAt(video_id) })
    return {
      name: link.name,
      shared_by: await senderOf(db, link.id),
      permission: link.permission,
      download: link.download,
      expires_at: link.expires_at?.toISOString() ?? null,
      videos: await Promise.all(
        ids
          .flatMap((id) => rows.get(id) ?? [])
          .map(async ({ id, file_name, version, duration, thumbnail_key, review_status }) => ({
            ...{ video_id: id, file_name, version, duration, review_status },
            thumbnail_url: await pictureOf(id, thumbnail_key),
            open_comments: counts.get(id)?.open ?? 0,
            resolved_comments: counts.get(id)?.resolved ?? 0,
          })),
      ),
    }
  })

  route(sharing.download, async ({ query, viewer }) => {
    if (viewer.kind !== 'share') throw new ProductError('invalid_share_token')
    const link = await findOpenLink(db, { id: viewer.link_id })
    if (!link) throw new ProductError('invalid_share_token')
    const { video, collection } = await readSharedVideo(db, viewer)
    refuseExpired(collection, { billing: config.billing, now: new Date() })
    const file = downloadOf(video, { most: link.download, ...query })
    const options = { lifetime: ADDRESS.download, content_type: mediaTypeOf(file.key), viewer }
    const url = await storage.address(file.key, { ...options, download_name: file.name, download: file.download })
    if (viewer.guest_key_hash !== null) await noteDownload(db, seenBy(viewer, viewer.guest_key_hash))
    return { url }
  })

  route(sharing.watched, async ({ body, viewer }) => {
    if (viewer.kind !== 'share') return undefined
    if (viewer.guest_key_hash === null) throw invalidField('x-guest-key', 'A visit is known by the key of a browser')
    await noteWatched(db, seenBy(viewer, viewer.guest_key_hash), body.ranges)
    return undefined
  })
}

const seenBy = ({ link_id, video_id }: ShareViewer, key_hash: string) => ({ link_id, video_id, key_hash })
