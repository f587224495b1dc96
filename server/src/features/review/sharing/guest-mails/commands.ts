import type { Database } from '../../../../platform/db/database.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import { findOpenLink } from '../queries.ts'
import { canBeMailed, type GuestOfLink, provenEmail } from './queries.ts'

/**
 * Begins or ends the mails of answers and new versions to a guest.
 * @throws ProductError forbidden without a proven address, and for a link that cannot be mailed; invalid_share_token
 */
export async function chooseGuestMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  guest: GuestOfLink,
  chosen: boolean,
): Promise<void> {
  const link = await findOpenLink(db, { id: guest.link_id })
  if (!link) throw new ProductError('invalid_share_token')
  const email = await provenEmail(db, guest)
  if (email === undefined || !canBeMailed(config, link)) throw new ProductError('forbidden', { detail: NOT_PROVEN })
  const { id } = await db
    .insertInto('guest_mails')
    .columns(['link_id', 'email', 'chosen', 'pass_version'])
    .expression((make) =>
      make
        .selectFrom('share_links')
        .select((row) => ['id', row.val(email).as('email'), row.val(chosen).as('chosen'), 'pass_version'])
        .where('id', '=', link.id)
        // A link that is just being revoked is gone, instead of breaking the key to it.
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['link_id', 'email'])
        .doUpdateSet((row) => ({ chosen, pass_version: row.ref('excluded.pass_version') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow(() => new ProductError('invalid_share_token'))
  if (!chosen) await endGuestMail(db, id)
}

const NOT_PROVEN = 'Footnote mails answers to guests whose address is confirmed, by links that can be copied again.'

/** Ends the mails of a link to a guest, with those that wait. Does nothing once the link has ended. */
export async function endGuestMail(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('guest_mails').set({ chosen: false }).where('id', '=', id).execute()
    await transaction.deleteFrom('waiting_lines').where('guest_mail_id', '=', id).execute()
  })
}

/** Goes on with the mails to a guest whom a link has let in again, after its password or its rule had changed. */
export async function renewGuestMail(
  db: Database,
  guest: GuestOfLink,
  { pass_version }: { readonly pass_version: number },
): Promise<void> {
  const email = await provenEmail(db, guest)
  if (email === undefined) return
  await db
    .updateTable('guest_mails')
    .set({ pass_version })
    .where('link_id', '=', guest.link_id)
    .where('email', '=', email)
    .execute()
}
