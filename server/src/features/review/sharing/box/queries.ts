import type { SentFile } from '@footnote/contract/nouns/review/sharing/box.ts'
import { BOX } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import type { GuestName } from '@footnote/contract/shared/guests.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import { findMember } from '../../../identity/accounts/queries.ts'
import type { Circumstances } from '../../../library/collections/policy.ts'
import { readCollection } from '../../../library/collections/queries.ts'
import { stackFor } from '../../../library/versions/queries.ts'
import { findOpenLink, type LinkRow } from '../queries.ts'

/** A box that takes files now, and with whose rights. */
export interface OpenBox {
  readonly link: LinkRow & { readonly max_files: number; readonly max_bytes: number; readonly expires_at: Date }
  readonly maker: UserViewer
  readonly collection_id: string
}

/**
 * A box that is neither over nor paused, and whose maker may upload to its collection.
 * @throws ProductError invalid_share_token for every other link
 */
export async function readOpenBox(db: Reader, linkId: string, circumstances: Circumstances): Promise<OpenBox> {
  const link = await findOpenLink(db, { id: linkId })
  const box = link && (await boxOf(db, link, circumstances))
  if (!box) throw new ProductError('invalid_share_token')
  return box
}

async function boxOf(db: Reader, link: LinkRow, circumstances: Circumstances): Promise<OpenBox | null> {
  const { max_files, max_bytes, expires_at } = link
  if (link.kind !== 'box' || max_files === null || max_bytes === null || expires_at === null) return null
  const maker = await findMember(db, link.user_id)
  if (!maker) return null
  const item = await db
    .selectFrom('share_link_items')
    .select('collection_id')
    .where('link_id', '=', link.id)
    .executeTakeFirst()
  if (!item?.collection_id) return null
  try {
    const collection = await readCollection(db, maker, item.collection_id)
    await stackFor(db, maker, { collection, version_of: null }, circumstances)
  } catch (error) {
    // Guests learn that the box is over, and nothing about rights, seats and plans.
    if (error instanceof ProductError) return null
    throw error
  }
  return { link: { ...link, max_files, max_bytes, expires_at }, maker, collection_id: item.collection_id }
}

/** Condition on `box_files`: it is under way, or has become a video that is still there. */
export const THERE = sql<boolean>`(
  exists (select from uploads where uploads.id = box_files.id and uploads.expires_at > now())
  or exists (select from videos where videos.id = box_files.id and videos.status <> 'DELETING'))`

/** Files and bytes of a box that are under way or have arrived, and how many were ever begun. */
export const readUse = (db: Reader, linkId: string) =>
  db
    .selectFrom('box_files')
    .select([
      sql<number>`count(*) filter (where ${THERE})`.as('files'),
      sql<number>`coalesce(sum(file_size) filter (where ${THERE}), 0)::bigint`.as('bytes'),
      sql<number>`count(*)`.as('begun'),
    ])
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow()

/** What a guest has sent into a box and is sending, in the order in which they began. */
export async function listSent(db: Reader, linkId: string, key_hash: string): Promise<SentFile[]> {
  const rows = await db
    .selectFrom('box_files')
    .leftJoin('uploads', 'uploads.id', 'box_files.id')
    .leftJoin('videos', 'videos.id', 'box_files.id')
    .select([
      'box_files.id as file_id',
      'box_files.file_size',
      'arrived_at',
      'uploads.ends',
      'uploads.active_at as moved_at',
    ])
    .select([
      sql<string>`coalesce(videos.file_name, uploads.file_name)`.as('file_name'),
      sql<number>`coalesce(uploads.received, box_files.file_size)::bigint`.as('received'),
    ])
    .where('link_id', '=', linkId)
    .where('key_hash', '=', key_hash)
    .where(THERE)
    .orderBy('begun_at')
    .orderBy('box_files.id')
    .execute()
  return rows.map(({ moved_at, arrived_at, ...row }) => ({
    ...row,
    moved_at: moved_at?.toISOString() ?? null,
    arrived_at: arrived_at?.toISOString() ?? null,
  }))
}

/** What a box has of all its guests, the newest first: what is under way, then what has arrived. */
export const listReceived = (db: Reader, linkId: string) =>
  db
    .selectFrom('box_files')
    .leftJoin('uploads', 'uploads.id', 'box_files.id')
    .leftJoin('videos', 'videos.id', 'box_files.id')
    .leftJoin('guests', (guest) =>
      guest.onRef('guests.link_id', '=', 'box_files.link_id').onRef('guests.key_hash', '=', 'box_files.key_hash'),
    )
    .select(['box_files.id as file_id', 'box_files.file_size', 'arrived_at'])
    .select([
      sql<string>`coalesce(videos.file_name, uploads.file_name)`.as('file_name'),
      sql<GuestName | null>`guests.name`.as('guest_name'),
      sql<string | null>`guests.contact_email`.as('email'),
    ])
    .where('box_files.link_id', '=', linkId)
    .where(THERE)
    .orderBy('arrived_at', (order) => order.desc().nullsFirst())
    .orderBy('begun_at', 'desc')
    .orderBy('box_files.id')
    .limit(BOX.most_files)
    .execute()

/** The name that a guest of a link gave; null before they gave one. */
export async function findGuestName(db: Reader, linkId: string, key_hash: string): Promise<GuestName | null> {
  const guest = await db
    .selectFrom('guests')
    .select('name')
    .where('link_id', '=', linkId)
    .where('key_hash', '=', key_hash)
    .executeTakeFirst()
  return guest?.name ?? null
}

/** Whether a guest has begun to send this file into a box. @param id of any text */
export async function hasSent(db: Reader, linkId: string, key_hash: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('box_files')
    .select('id')
    .where(sql`id::text`, '=', id.toLowerCase())
    .where('link_id', '=', linkId)
    .where('key_hash', '=', key_hash)
    .executeTakeFirst()
  return row !== undefined
}
