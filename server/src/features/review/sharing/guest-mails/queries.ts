import { sql } from 'kysely'
import type { Config } from '../../../../platform/config.ts'
import { isId } from '../../../../platform/db/database.ts'
import type { Reader } from '../../../../platform/db/reader.ts'
import type { LinkViewer } from '../../../../platform/route.ts'
import { PROVEN_EMAIL } from '../../../ground/notifications/queries.ts'
import { isLocked } from '../policy.ts'
import { findOpenLink, type LinkRow } from '../queries.ts'
import { tokenOf } from '../token-seal.ts'
import { RECENT } from '../visits/queries.ts'

/** The guest of a link, by the key of their browser. */
export type GuestOfLink = Pick<LinkViewer, 'link_id' | 'guest_key_hash'>

interface Sources {
  readonly db: Reader
  readonly config: Config
}

/** The proven address of a guest; undefined without one. Whoever opens a link that was made for one person is that person. */
export async function provenEmail(db: Reader, { link_id, guest_key_hash }: GuestOfLink): Promise<string | undefined> {
  const guest = await db
    .selectFrom('guests')
    .select(sql<string>`${PROVEN_EMAIL}`.as('email'))
    .where('link_id', '=', link_id)
    .where((is) => is.or([is('email', 'is not', null), is('key_hash', '=', guest_key_hash)]))
    .where(PROVEN_EMAIL, 'is not', null)
    .executeTakeFirst()
  return guest?.email
}

/** Whether mails can lead to a link: it shows something, and its address can be had again. */
export const canBeMailed = (config: Config, link: LinkRow): boolean =>
  link.kind !== 'box' && tokenOf(config, link) !== null

/** Whether a guest gets answers and new versions by mail; null for one who cannot choose it. */
export async function mailChoice({ db, config }: Sources, link: LinkRow, guest: GuestOfLink): Promise<boolean | null> {
  const email = canBeMailed(config, link) ? await provenEmail(db, guest) : undefined
  if (email === undefined) return null
  const row = await db
    .selectFrom('guest_mails')
    .select('chosen')
    .where('link_id', '=', link.id)
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.chosen ?? false
}

/** Whether the mails to a guest go on. @param id of `guest_mails` */
export async function isMailed(db: Reader, id: string): Promise<boolean> {
  const row = await db.selectFrom('guest_mails').select('chosen').where('id', '=', id).executeTakeFirst()
  return row?.chosen ?? false
}

/**
 * The address of a guest who still gets mails of a link, and the link, as long as it would let them in: nobody changed its
 * password since they came last, and it is not used up by others.
 * @param id of `guest_mails`
 */
export async function findMailed(
  { db, config }: Sources,
  id: string,
): Promise<{ email: string; link: LinkRow; address: string } | null> {
  const row = isId(id)
    ? await db.selectFrom('guest_mails').selectAll().where('id', '=', id).where('chosen', '=', true).executeTakeFirst()
    : undefined
  const link = row && (await findOpenLink(db, { id: row.link_id }))
  if (!link || (isLocked(link) && row.pass_version !== link.pass_version)) return null
  const used_up = link.max_views !== null && link.views >= link.max_views
  if (used_up && !(await isInside(db, link.id, row.email))) return null
  const token = tokenOf(config, link)
  return token === null ? null : { email: row.email, link, address: `${config.public_url}/shared/${token}` }
}

/** Whether a visit of a guest by their address goes on. */
async function isInside(db: Reader, link_id: string, email: string): Promise<boolean> {
  const visit = await db
    .selectFrom('share_visits')
    .innerJoin('guests', (guest) =>
      guest
        .onRef('guests.link_id', '=', 'share_visits.link_id')
        .on(sql<boolean>`(guests.key_hash = share_visits.key_hash or guests.email is not null)`),
    )
    .select('share_visits.id')
    .where('share_visits.link_id', '=', link_id)
    .where(PROVEN_EMAIL, '=', email)
    .where(RECENT)
    .limit(1)
    .executeTakeFirst()
  return visit !== undefined
}

/** The comments of a guest, as far as these: what they wrote by this link with this address. @returns their ids */
export async function writtenBy(
  db: Reader,
  { link_id, email }: { readonly link_id: string; readonly email: string },
  comment_ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('guests', 'guests.id', 'comments.guest_id')
    .select('comments.id')
    .where(sql<boolean>`comments.id = any(${comment_ids}::uuid[])`)
    .where('guests.link_id', '=', link_id)
    .where(PROVEN_EMAIL, '=', email)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
