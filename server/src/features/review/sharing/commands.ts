import { randomBytes } from 'node:crypto'
import { BOX } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import { type GuestName, unmarkedName } from '@footnote/contract/shared/guests.ts'
import { LISTED } from '@footnote/contract/shared/limits.ts'
import { type Insertable, sql, type Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { ShareLinkItems, ShareLinks, Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { ShareViewer, UserViewer } from '../../../platform/route.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { CLOSED } from '../../library/uploads/queries.ts'
import type { Services } from '../../services.ts'
import type { LinkRow } from './queries.ts'
import { tokenSeal } from './token-seal.ts'

/** Bytes of a link's token: 128 bits cannot be guessed. */
const TOKEN_BYTES = 16
/** Minimum time between two records of a link's use, in milliseconds: an open page sends requests all the time. */
const USE_STEP = 60_000

/** What a new link shows, and how it is set. */
export interface NewLink extends Omit<Insertable<ShareLinks>, 'id' | 'user_id' | 'company_id' | 'token_hash'> {
  readonly items: readonly LinkItem[]
}
/** One of the things that a link can show. */
export type LinkItem = Pick<Insertable<ShareLinkItems>, 'video_id' | 'stack_id' | 'collection_id' | 'selects_id'>

/**
 * Makes a link.
 * @param asked the person for whom it is made: whoever opens the link is that person
 * @returns the link and its token
 * @throws ProductError limit_links
 */
export async function createLink(
  db: Transaction<Tables>,
  { config }: Pick<Services, 'config'>,
  { user_id, company_id }: Pick<UserViewer, 'user_id' | 'company_id'>,
  { items, ...link }: NewLink,
  asked?: { readonly name: GuestName; readonly email: string },
): Promise<{ link: LinkRow; token: string }> {
  const { count } = await db
    .selectFrom('share_links')
    .innerJoin('share_link_items as items', 'items.link_id', 'share_links.id')
    .select(sql<number>`count(distinct share_links.id)::int`.as('count'))
    .where(sameItem(items))
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', new Date())]))
    .executeTakeFirstOrThrow()
  if (count >= LISTED.links) throw new ProductError('limit_links')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const token_hash = hashToken(token)
  const row = await db
    .insertInto('share_links')
    .values({ ...link, user_id, company_id, token_hash, token_sealed: tokenSeal(config).seal(token, token_hash) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await addItems(db, row.id, items)
  if (asked)
    await db
      .insertInto('guests')
      .values({ ...asked, link_id: row.id })
      .execute()
  return { link: row, token }
}

/** Condition on `items`: those that are about one of these things. */
const sameItem = (items: readonly LinkItem[]) =>
  sql<boolean>`coalesce(items.video_id, items.stack_id, items.collection_id, items.selects_id)
    = any(${items.map((item) => item.video_id ?? item.stack_id ?? item.collection_id ?? item.selects_id)}::uuid[])`

/** Adds what a link shows, in this order. */
export async function addItems(db: Transaction<Tables>, link_id: string, items: readonly LinkItem[]): Promise<void> {
  await db
    .insertInto('share_link_items')
    .values(items.map((item, position) => ({ ...item, link_id, position })))
    .execute()
}

/** Links that follow a stack follow the one that it becomes part of. */
export async function followStack(transaction: Transaction<Tables>, from: string, onto: string): Promise<void> {
  await transaction.updateTable('share_link_items').set({ stack_id: onto }).where('stack_id', '=', from).execute()
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
        and id in (select link_id from share_link_items items join videos on videos.id = items.video_id
          where videos.stack_id = ${stackId})`,
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

/** Closes what is under way into boxes that have ended; a job removes the bytes. */
async function closeEndedBoxes(db: Database): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ expires_at: CLOSED })
    .where(
      sql<boolean>`id in (select box_files.id from box_files
        join share_links on share_links.id = box_files.link_id where share_links.expires_at <= now())`,
    )
    .execute()
}

/** Deletes expired links, and guests whose link has ended and who have left nothing. */
export async function removeExpiredLinks(db: Database): Promise<void> {
  const now = Date.now()
  await closeEndedBoxes(db)
  // The mail about the last files of a box needs it a while longer.
  const kept = new Date(now - BOX.kept * 1000)
  await db
    .deleteFrom('share_links')
    .where((link) =>
      link.or([
        link('expires_at', '<', kept),
        link.and([link('expires_at', '<', new Date(now)), link('kind', '!=', 'box')]),
      ]),
    )
    .execute()
  // What it showed is gone for good.
  await db
    .deleteFrom('share_links')
    .where(sql<boolean>`not exists (select from share_link_items items where items.link_id = share_links.id)`)
    .execute()
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
