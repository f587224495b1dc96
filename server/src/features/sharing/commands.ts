import { randomBytes } from 'node:crypto'
import type { Database } from '../../platform/db/database.ts'
import { tell } from '../../platform/db/notices.ts'
import type { ShareViewer, UserViewer } from '../../platform/route.ts'
import { hashToken } from '../../platform/tokens.ts'
import { findOpenLink, LINK_CHANNEL, type LinkNotice, type LinkRow } from './queries.ts'

/** Bytes of a link's token: 128 bits cannot be guessed. */
const TOKEN_BYTES = 16
/** Minimum time between two records of a link's use, in milliseconds: an open page sends requests all the time. */
const USE_STEP = 60_000

export type NewLink = Pick<LinkRow, 'video_id' | 'permission' | 'expires_at'>

/** @returns the link and its token, which is shown only this once */
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

/** Revokes a link, and notifies the pages opened with it. @returns false when somebody else just did */
export async function removeLink(db: Database, id: string): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('share_links').where('id', '=', id).executeTakeFirst()
    const notice: LinkNotice = { link_id: id }
    await tell(transaction, LINK_CHANNEL, notice)
    return numDeletedRows > 0n
  })
}

/** Records the use of a link, at most once a minute. */
export async function noteUse(db: Database, { id, last_used_at }: LinkRow): Promise<void> {
  const now = Date.now()
  if (last_used_at && now - last_used_at.getTime() < USE_STEP) return
  await db
    .updateTable('share_links')
    .set({ last_used_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/** The viewer for a link's token and this video; null when the link does not work for it. */
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

/** Deletes expired links. */
export async function removeExpiredLinks(db: Database): Promise<void> {
  await db.deleteFrom('share_links').where('expires_at', '<', new Date()).execute()
}
