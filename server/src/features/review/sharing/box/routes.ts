import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import { invalidField } from '../../../../platform/errors.ts'
import type { Route } from '../../../../platform/route.ts'
import { companyName } from '../../../identity/companies/queries.ts'
import { senderOf } from '../queries.ts'
import { type BoxServices, takeBack } from './commands.ts'
import { findGuestName, listSent, readOpenBox, readUse } from './queries.ts'

/** Serves boxes to the guests who send files into them. */
export function boxRoutes(route: Route, services: BoxServices): void {
  const { db, config } = services
  const { boxes } = endpoints

  route(boxes.read, async ({ viewer }) => {
    const { link_id, guest_key_hash } = viewer
    if (guest_key_hash === null) throw invalidField('x-guest-key', 'A sender is known by the key of a browser')
    const { link } = await readOpenBox(db, link_id, { billing: config.billing, now: new Date() })
    const { files, bytes } = await readUse(db, link_id)
    const guest_name = await findGuestName(db, link_id, guest_key_hash)
    const { name, message, expires_at, max_files, max_bytes } = link
    return {
      ...{ name, message: message ?? '', max_files, max_bytes },
      sender: await senderOf(db, link_id),
      company: (await companyName(db, link.company_id)) || null,
      expires_at: expires_at.toISOString(),
      left: { files: Math.max(0, max_files - files), bytes: Math.max(0, max_bytes - bytes) },
      guest_name: guest_name === null ? null : unmarkedName(guest_name),
      files: await listSent(db, link_id, guest_key_hash),
    }
  })

  route(boxes.takeBack, async ({ params, viewer }) => {
    await takeBack(services, viewer, params.file_id)
    return undefined
  })
}
