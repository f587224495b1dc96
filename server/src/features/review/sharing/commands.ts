import { randomBytes } from 'node:crypto'
import { type GuestName, unmarkedName } from '@footnote/contract/shared/guests.ts'
import { LISTED } from '@footnote/contract/shared/limits.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { ShareViewer, UserViewer } from '../../../platform/route.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { findOpenLink, type LinkRow } from './queries.ts'

/** Bytes of a link's token: 128 bits cannot be guessed. */
const TOKEN_BYTES = 16
/** Minimum time between two records of a link's use, in milliseconds: an open page sends requests all the time. */
const USE_STEP = 60_000

export type NewLink = Pick<LinkRow, 'video_id' | 'permission' | 'expires_at'>

/**
 * Makes a link.
 * @param asked the person for whom it is made: whoever opens the link is that person
 * @returns the link and its token, which is shown only this once
 * @throws ProductError limit_links
 */
export async function createLink(
  db: Kysely<Tables>,
  { user_id, company_id }: Pick<UserViewer, 'user_id' | 'company_id'>,
  link: NewLink,
  asked?: { readonly name: GuestName; readonly email: string },
): Promise<{ link: LinkRow; token: string }> {
  const { count } = await db
    .selectFrom('share_links')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('video_id', '=', link.video_id)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', new Date())]))
    .executeTakeFirstOrThrow()
  if (count >= LISTED.links) throw new ProductError('limit_links')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = await db
    .insertInto('share_links')
    .values({ ...link, user_id, company_id, token_hash: hashToken(token) })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (asked)
    await db
      .insertInto('guests')
      .values({ ...asked, link_id: row.id })
      .execute()
  return { link: row, token }
}

/** Revokes a link. The pages opened with it end. @returns false when somebody else just did */
export async function removeLink(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('share_links').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the links to the versions of a stack that were made for these addresses, and the pages opened with them. */
export async function endLinksFor(
  transaction: Transaction<Tables>,
  stackId: string,
  emails: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('share_links')
    .where(
      sql<boolean>`id in (select link_id from guests where email = any(${emails}::text[]))
        and video_id in (select videos.id from videos where stack_id = ${stackId})`,
    )
    .execute()
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

/**
 * Finds or adds the guest behind a link, and keeps the name that they give now. Call it outside of a transaction: the
 * end of the link then waits for nobody.
 * @returns the guest's id; null for a guest without a key, whom nothing would know again
 * @throws ProductError invalid_share_token when the link has just ended
 */
export async function guestOf(
  db: Database,
  { link_id, guest_key_hash: key_hash }: Pick<ShareViewer, 'link_id' | 'guest_key_hash'>,
  name: string,
): Promise<string | null> {
  if (key_hash === null) return null
  const known = await db
    .selectFrom('guests')
    .select(['id', 'name'])
    .where('link_id', '=', link_id)
    .where('key_hash', '=', key_hash)
    .executeTakeFirst()
  if (known && unmarkedName(known.name) === name) return known.id
  try {
    const guest = await db
      .insertInto('guests')
      .values({ link_id, key_hash, name })
      .onConflict((conflict) =>
        conflict.columns(['link_id', 'key_hash']).where('link_id', 'is not', null).doUpdateSet({ name }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return guest.id
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)) throw error
    throw new ProductError('invalid_share_token')
  }
}

/** Violation of a foreign key (PostgreSQL's error codes, class 23). */
const FOREIGN_KEY_VIOLATION = '23503'

/** Deletes expired links, and guests whose link has ended and who have left nothing. */
export async function removeExpiredLinks(db: Database): Promise<void> {
  await db.deleteFrom('share_links').where('expires_at', '<', new Date()).execute()
  await db
    .deleteFrom('guests')
    .where('link_id', 'is', null)
    .where(
      sql<boolean>`not exists (select from comments where comments.guest_id = guests.id)
        and not exists (select from verdicts where verdicts.guest_id = guests.id)
        and not exists (select from review_log where review_log.guest_id = guests.id)`,
    )
    .execute()
}
