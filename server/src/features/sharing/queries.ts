import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { type Database, isId } from '../../platform/db/database.ts'
import { tell } from '../../platform/db/notices.ts'
import type { ShareLinks, Tables } from '../../platform/db/schema.ts'
import type { ShareViewer, UserViewer } from '../../platform/route.ts'
import { hashToken } from '../../platform/tokens.ts'

export type LinkRow = Selectable<ShareLinks>

/** What is told when a link is revoked. */
export interface LinkNotice {
  readonly link_id: string
}
export const LINK_CHANNEL = 'footnote_links'

/** Bytes of a link's token: 128 bits, which nobody guesses. */
const TOKEN_BYTES = 16
/** A link's last use is noted to this many milliseconds: a page that is open asks all the time. */
const USE_STEP = 60_000

export type NewLink = Pick<LinkRow, 'video_id' | 'permission' | 'expires_at'>

/** @returns the link, and its token, which is shown this once */
export async function createLink(
  db: Database,
  { user_id, company_id }: UserViewer,
  link: NewLink,
): Promise<{ link: LinkRow; token: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = await db
    .insertInto('share_links')
    .values({ ...link, user_id, company_id, token_hash: hashToken(token) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { link: row, token }
}

const openLinks = (db: Kysely<Tables>) =>
  db
    .selectFrom('share_links')
    .innerJoin('videos', 'videos.id', 'share_links.video_id')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .selectAll('share_links')
    .where((link) =>
      link.or([link('share_links.expires_at', 'is', null), link('share_links.expires_at', '>', new Date())]),
    )
    .where('videos.status', '!=', 'DELETING')
    .where('collections.deleted_at', 'is', null)

/** Links to a video that still work, newest first. @param userId those of this maker only; null for all */
export const listLinks = (db: Database, videoId: string, userId: string | null): Promise<LinkRow[]> =>
  openLinks(db)
    .where('share_links.video_id', '=', videoId)
    .$if(userId !== null, (query) => query.where('share_links.user_id', '=', userId as string))
    .orderBy('share_links.created_at', 'desc')
    .orderBy('share_links.id')
    .execute()

/** A link that works: not revoked, not expired, its video not deleted. */
export async function findOpenLink(
  db: Database,
  by: { readonly token: string } | { readonly id: string },
): Promise<LinkRow | undefined> {
  if ('token' in by) return await openLinks(db).where('token_hash', '=', hashToken(by.token)).executeTakeFirst()
  return isId(by.id) ? await openLinks(db).where('share_links.id', '=', by.id).executeTakeFirst() : undefined
}

/** Name of the person who made a link, which goes with their account. */
export async function senderOf(db: Database, linkId: string): Promise<string> {
  const { first_name, last_name } = await db
    .selectFrom('share_links')
    .innerJoin('users', 'users.id', 'share_links.user_id')
    .select(['users.first_name', 'users.last_name'])
    .where('share_links.id', '=', linkId)
    .executeTakeFirstOrThrow()
  return `${first_name} ${last_name}`.trim()
}

/** A link and whose video it shows, for its revocation. */
export const findLink = async (
  db: Database,
  id: string,
): Promise<(LinkRow & { readonly owner_id: string | null }) | undefined> =>
  isId(id)
    ? await db
        .selectFrom('share_links')
        .innerJoin('videos', 'videos.id', 'share_links.video_id')
        .selectAll('share_links')
        .select('videos.user_id as owner_id')
        .where('share_links.id', '=', id)
        .executeTakeFirst()
    : undefined

/** Revokes a link: pages that it has opened are told. @returns false when somebody else just did */
export async function removeLink(db: Database, id: string): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('share_links').where('id', '=', id).executeTakeFirst()
    const notice: LinkNotice = { link_id: id }
    await tell(transaction, LINK_CHANNEL, notice)
    return numDeletedRows > 0n
  })
}

/** Notes that a link is being used, once a minute. */
export async function noteUse(db: Database, { id, last_used_at }: LinkRow): Promise<void> {
  const now = Date.now()
  if (last_used_at && now - last_used_at.getTime() < USE_STEP) return
  await db
    .updateTable('share_links')
    .set({ last_used_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/** Who comes by a link with this token to this video, or null when it does not work there. */
export async function findShareViewer(
  db: Database,
  {
    token,
    video_id,
    guest_key,
  }: { readonly token: string; readonly video_id: string; readonly guest_key: string | null },
): Promise<ShareViewer | null> {
  const link = await findOpenLink(db, { token })
  if (!link || link.video_id !== video_id.toLowerCase()) return null
  await noteUse(db, link)
  return {
    kind: 'share',
    link_id: link.id,
    video_id: link.video_id,
    company_id: link.company_id,
    permission: link.permission,
    guest_key_hash: guest_key ? hashToken(guest_key) : null,
  }
}

/** Forgets links that have expired. */
export async function removeExpiredLinks(db: Database): Promise<void> {
  await db.deleteFrom('share_links').where('expires_at', '<', new Date()).execute()
}
