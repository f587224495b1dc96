import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { ChangeLink, LinkKind } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import { invalidField, ProductError } from '../../../../platform/errors.ts'
import type { Route, UserViewer } from '../../../../platform/route.ts'
import { readVideo } from '../../../library/videos/queries.ts'
import type { Services } from '../../../services.ts'
import { noteRevokedLink } from '../../approvals/ended-links/commands.ts'
import { listReceived } from '../box/queries.ts'
import { createLink, removeLink } from '../commands.ts'
import { callForCopies } from '../marked/commands.ts'
import { authorizeShare, canManageLink } from '../policy.ts'
import { tokenOf } from '../token-seal.ts'
import { listVisits } from '../visits/queries.ts'
import { changeLink, columnsOf } from './commands.ts'
import { itemsFor } from './items.ts'
import { presentLink } from './present.ts'
import { listLinksOf, listLinksTo, type ManagedLinkRow, readManagedLink } from './queries.ts'

/** In milliseconds. */
const DAY = 86_400_000

/** Serves share links to the people who make them. */
export function linkRoutes(route: Route, services: Pick<Services, 'db' | 'config' | 'queue'>): void {
  const { db, config, queue } = services
  const { shareLinks } = endpoints
  const circumstances = () => ({ billing: config.billing, now: new Date() })
  const addressOf = (token: string, kind: LinkKind = 'version') =>
    `${config.public_url}/${kind === 'box' ? 'send' : 'shared'}/${token}`
  const managed = (viewer: UserViewer, links: readonly ManagedLinkRow[]) => ({
    share_links: links.filter((link) => canManageLink(viewer, link)).map((link) => presentLink(link, viewer)),
  })

  route(shareLinks.createForVideo, async ({ params, body, viewer }) => {
    const { video, collection } = await readVideo(db, viewer, params.video_id)
    authorizeShare(viewer, video, collection, circumstances())
    const { permission, expires_in_days } = body
    const expires_at = expires_in_days === null ? null : new Date(Date.now() + expires_in_days * DAY)
    const items = [{ video_id: video.id }]
    const { link, token } = await db
      .transaction()
      .execute((transaction) => createLink(transaction, services, viewer, { items, permission, expires_at }))
    const share_url = addressOf(token)
    return { share_url, id: link.id, permission, expires_at: link.expires_at?.toISOString() ?? null }
  })

  route(shareLinks.create, async ({ body, viewer }) => {
    refuseUnusable(body)
    if (body.kind === 'box' && body.expires_at === null) throw invalidField('expires_at', BOX_ENDS)
    const { permission } = body
    const items = await itemsFor(db, viewer, body, circumstances())
    const isBox = body.kind === 'box'
    const columns = await columnsOf(isBox ? { ...body, message: body.message ?? '' } : body, isBox)
    const { link, token } = await db.transaction().execute(async (transaction) => {
      const expires_at = columns.expires_at ?? null
      const made = await createLink(transaction, services, viewer, { ...columns, permission, items, expires_at })
      if (body.watermark === 'in' && !isBox) await callForCopies(transaction, queue, made.link.id)
      return made
    })
    const made = presentLink(await readManagedLink(db, viewer, link.id), viewer)
    return { share_url: addressOf(token, body.kind), link: made }
  })

  route(shareLinks.list, async ({ params, viewer }) => {
    const { video } = await readVideo(db, viewer, params.video_id)
    return managed(viewer, await listLinksTo(db, video.id))
  })

  route(shareLinks.listAll, async ({ query, viewer }) => managed(viewer, await listLinksOf(db, viewer, query)))

  route(shareLinks.change, async ({ params, body, viewer }) => {
    const link = await readManagedLink(db, viewer, params.id)
    if (link.guest_name !== null && (body.kind || body.ids || body.permission))
      throw new ProductError('forbidden', { detail: 'This link asks one person for a verdict on one version.' })
    if ((body.kind === undefined) !== (body.ids === undefined))
      throw invalidField('ids', 'What a link shows is changed by its kind and ids together')
    refuseUnusable({ ...pick(link), ...body })
    refuseOtherBox(viewer, link, body)
    const { kind, ids } = body
    const items = kind && ids ? await itemsFor(db, viewer, { kind, ids }, circumstances()) : null
    await changeLink(services, link, body, items)
    return presentLink(await readManagedLink(db, viewer, link.id), viewer)
  })

  route(shareLinks.address, async ({ params, viewer }) => {
    const link = await readManagedLink(db, viewer, params.id)
    const token = tokenOf(config, link)
    if (token === null) throw new ProductError('link_without_address')
    return { share_url: addressOf(token, link.kind) }
  })

  route(shareLinks.visits, async ({ params, viewer }) => {
    const { id, views } = await readManagedLink(db, viewer, params.id)
    const visits = await listVisits(db, id)
    return {
      views,
      visits: visits.map(({ guest_name, confirmed_at, asked, began_at, last_at, ...visit }) => ({
        ...visit,
        guest_name: guest_name === null ? null : unmarkedName(guest_name),
        email_confirmed: asked || confirmed_at !== null,
        began_at: began_at.toISOString(),
        last_at: last_at.toISOString(),
      })),
    }
  })

  route(shareLinks.files, async ({ params, viewer }) => {
    const { id } = await readManagedLink(db, viewer, params.id)
    const files = await listReceived(db, id)
    return {
      files: files.map(({ guest_name, arrived_at, ...file }) => ({
        ...file,
        guest_name: guest_name === null ? null : unmarkedName(guest_name),
        arrived_at: arrived_at?.toISOString() ?? null,
      })),
    }
  })

  route(shareLinks.revoke, async ({ params, viewer }) => {
    const link = await readManagedLink(db, viewer, params.id)
    if (!(await removeLink(db, link.id))) throw new ProductError('not_found')
    const [item] = link.items
    if (link.guest_name !== null && item) await noteRevokedLink(db, { video_id: item.id, user_id: viewer.user_id })
    return { message: 'The link was revoked' }
  })
}

const pick = ({ watermark, watermark_text, email_rule, emails_allowed }: ManagedLinkRow) => ({
  ...{ watermark, watermark_text, email_rule, emails_allowed },
})

const BOX_ENDS = 'A box ends at a time in the future, such as 2026-12-20T17:00:00Z'

/**
 * A box stays one. It works with its maker's rights, so nobody else decides where it sends files.
 * @throws ProductError validation_failed, forbidden
 */
function refuseOtherBox({ user_id }: UserViewer, link: ManagedLinkRow, body: ChangeLink): void {
  if (body.kind !== undefined && (body.kind === 'box') !== (link.kind === 'box'))
    throw invalidField('kind', 'A box stays a box, and another link never becomes one')
  if (link.kind !== 'box') return
  if (body.expires_at === null) throw invalidField('expires_at', BOX_ENDS)
  if (body.ids !== undefined && link.user_id !== user_id)
    throw new ProductError('forbidden', { detail: 'Only the person who made a box decides where its files go.' })
}

/** @throws ProductError validation_failed for settings that contradict one another */
function refuseUnusable({ watermark, watermark_text, email_rule, emails_allowed }: Partial<ChangeLink>): void {
  if (watermark === 'in' && !watermark_text)
    throw invalidField('watermark_text', 'A watermark in the picture needs a text')
  if (emails_allowed?.length && email_rule !== 'required' && email_rule !== 'confirmed')
    throw invalidField('emails_allowed', 'Ask for an address, so that only some of them are let in')
}
