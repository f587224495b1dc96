// Past 250 lines: every way in which selects are read.
import { type FrameTiming, lastFrame, timingFrom } from '@footnote/contract/shared/frames.ts'
import { SELECTS } from '@footnote/contract/shared/review-limits.ts'
import type { Timecode } from '@footnote/contract/shared/smpte.ts'
import { FRAMES_DIFFER } from '@footnote/contract/shared/video-status.ts'
import { type Selectable, sql } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { SelectItems, SelectRenderings, Selects, Videos } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { fullName } from '../../identity/accounts/queries.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import { type CollectionRow, collectionsWithTotals } from '../../library/collections/queries.ts'
import { listVideosById, type VideoRow } from '../../library/videos/queries.ts'
import { canReadSelects, itemState } from './policy.ts'

/** Selects with everything that a list of them shows. */
export interface SelectsRow extends Selectable<Selects> {
  /** Name of the maker; null: a deleted account. */
  readonly author: string | null
  readonly item_count: number
  /** Seconds of the items whose video is there. */
  readonly duration: number
  readonly pictures: readonly PieceKeys[]
}
export type ItemRow = Selectable<SelectItems>

/** Where the pictures of a piece are stored. Times in seconds, null where the rate varies. */
export interface PieceKeys
  extends Pick<Selectable<Videos>, 'thumbnail_key' | 'storyboard_key' | 'storyboard' | 'storyboard_sheets'> {
  readonly start_time: number | null
  readonly end_time: number | null
}

/** Pictures of a list of selects. */
const PICTURES = 4

/** A moment before which rows can no longer come back. */
export const notRestorable = (): Date => new Date(Date.now() - SELECTS.restorable * 1000)

const selects = (db: Reader) =>
  db
    .selectFrom('selects')
    .leftJoin('users', 'users.id', 'selects.user_id')
    .selectAll('selects')
    .select([
      fullName('users').as('author'),
      sql<number>`(select count(*) from select_items i where i.selects_id = selects.id and i.position is not null)`.as(
        'item_count',
      ),
      sql<number>`(select coalesce(sum(i.seconds), 0) from select_items i join videos v on v.id = i.video_id
        where i.selects_id = selects.id and i.position is not null and v.status <> 'DELETING')`.as('duration'),
      sql<PieceKeys[]>`(select coalesce(json_agg(piece), '[]') from (
        select v.thumbnail_key, v.storyboard_key, v.storyboard, v.storyboard_sheets,
          i.start_frame::float8 * v.frame_rate_den / v.frame_rate_num as start_time,
          i.end_frame::float8 * v.frame_rate_den / v.frame_rate_num as end_time
        from select_items i join videos v on v.id = i.video_id
        where i.selects_id = selects.id and i.position is not null and v.status <> 'DELETING'
          and v.thumbnail_key is not null
        order by i.position limit ${PICTURES}) as piece)`.as('pictures'),
    ])

/** Selects of a company, last changed first. */
export const listSelects = (db: Reader, companyId: string): Promise<SelectsRow[]> =>
  selects(db)
    .where('selects.company_id', '=', companyId)
    .where('selects.deleted_at', 'is', null)
    .orderBy('changed_at', 'desc')
    .orderBy('selects.id')
    .execute()

/** @throws ProductError not_found for unknown, foreign and deleted selects */
export async function readSelects(db: Reader, viewer: UserViewer, id: string): Promise<SelectsRow> {
  const row = await findSelects(db, id)
  if (!row || row.deleted_at !== null || !canReadSelects(viewer, row)) throw new ProductError('not_found')
  return row
}

/** Deleted selects that can be restored. @throws ProductError not_found also for those that are not deleted */
export async function readDeletedSelects(db: Reader, viewer: UserViewer, id: string): Promise<SelectsRow> {
  const row = await findSelects(db, id)
  const restorable = row?.deleted_at && row.deleted_at > notRestorable()
  if (!restorable || !canReadSelects(viewer, row)) throw new ProductError('not_found')
  return row
}

const findSelects = async (db: Reader, id: string): Promise<SelectsRow | undefined> =>
  isId(id) ? await selects(db).where('selects.id', '=', id).executeTakeFirst() : undefined

/** Items in their order. */
export const listItems = (db: Reader, selectsId: string): Promise<ItemRow[]> =>
  db
    .selectFrom('select_items')
    .selectAll()
    .where('selects_id', '=', selectsId)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute()

/** Selects of a company with pieces of these videos, last changed first. */
export const listUses = (
  db: Reader,
  company_id: string,
  video_ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> =>
  db
    .selectFrom('selects')
    .select(['selects.id', 'selects.name'])
    .where('selects.company_id', '=', company_id)
    .where('selects.deleted_at', 'is', null)
    .where(
      sql<boolean>`exists (select from select_items i where i.selects_id = selects.id and i.position is not null
        and i.video_id = any(${video_ids}::uuid[]))`,
    )
    .orderBy('changed_at', 'desc')
    .orderBy('selects.id')
    .execute()

/** A video of an item. */
export interface ItemVideo {
  readonly video: VideoRow
  readonly collection: CollectionRow
  /** Null until its frames are known. */
  readonly timing: FrameTiming | null
}

/** How many frames a video has, if they are known. */
export const frameCount = ({ video, timing }: ItemVideo): number | null =>
  timing && video.duration !== null ? lastFrame(timing, video.duration) + 1 : null

/** The timecode that the file of a video states. */
export const timecodeOf = ({ timecode_start, timecode_drop }: VideoRow): Timecode | null =>
  timecode_start === null ? null : { start: timecode_start, drop_frame: timecode_drop === true }

/** An item whose video is there, for exports and renderings. */
export interface UsableItem<Item = Pick<ItemRow, 'note'>> {
  readonly item: Item
  readonly video: VideoRow
  readonly timing: FrameTiming
  readonly start_frame: number
  readonly end_frame: number
}

/** The items whose videos a viewer may fetch, in their order. */
export async function usableItems(
  db: Reader,
  viewer: UserViewer,
  selectsId: string,
  circumstances: Circumstances,
): Promise<UsableItem<ItemRow>[]> {
  const items = await listItems(db, selectsId)
  const videos = await videosOfItems(db, videoIdsOf(items))
  return items.flatMap((item) => {
    const subject = videos.get(item.video_id ?? '')
    const state = itemState(viewer, subject, circumstances)
    if (!subject?.timing || state === 'GONE' || state === 'EXPIRED') return []
    const { start_frame, end_frame } = item
    return [{ item, video: subject.video, timing: subject.timing, start_frame, end_frame }]
  })
}

/** @throws ProductError frames_differ with the number of the piece whose video lacks frames where it plays */
export function refuseInexactItems(items: readonly UsableItem[]): void {
  const place = items.findIndex(({ video }) => video.frames_differ)
  if (place >= 0) throw new ProductError('frames_differ', { detail: `Piece ${place + 1}: ${FRAMES_DIFFER}` })
}

/** Pieces that a company's member asked for, without those whose videos are gone since. */
export async function requestedItems(
  db: Reader,
  pieces: readonly {
    readonly video_id: string
    readonly start_frame: number
    readonly end_frame: number
    readonly note: string
  }[],
  companyId: string,
): Promise<UsableItem[]> {
  const videos = await videosOfItems(
    db,
    pieces.map(({ video_id }) => video_id),
  )
  return pieces.flatMap((piece) => {
    const { video, collection, timing } = videos.get(piece.video_id) ?? {}
    const there = video && video.status !== 'DELETING' && (collection?.company_id ?? companyId) === companyId
    return there && timing ? [{ ...piece, item: piece, video, timing }] : []
  })
}

/** Ids of the videos of items, as far as they are there. */
export const videoIdsOf = (items: readonly ItemRow[]): string[] =>
  items.map(({ video_id }) => video_id).filter((id) => id !== null)

/** Videos by their ids, with their collections and the times of their frames; without deleted ones. */
export async function videosOfItems(db: Reader, ids: readonly string[]): Promise<Map<string, ItemVideo>> {
  const videos = await listVideosById(db, [...new Set(ids)])
  const places = [...new Set(videos.map(({ collection_id }) => collection_id))]
  const collections = await collectionsWithTotals(db)
    .where(sql<boolean>`collections.id = any(${places}::uuid[])`)
    .execute()
  const byId = new Map(collections.map((collection) => [collection.id, collection]))
  const times = await frameTimes(
    db,
    videos.filter(({ frame_rate_num }) => frame_rate_num === null).map(({ id }) => id),
  )
  return new Map(
    videos.flatMap((video) => {
      const collection = byId.get(video.collection_id)
      const { frame_rate_num: num, frame_rate_den: den } = video
      const timing = timingFrom(num && den ? { num, den } : null, times.get(video.id))
      return collection ? [[video.id, { video, collection, timing }]] : []
    }),
  )
}

/** Times of the frames of videos whose rate varies, in seconds, by their ids. */
async function frameTimes(db: Reader, ids: readonly string[]): Promise<Map<string, number[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'frame_times'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, frame_times }) => [id, frame_times ? secondsIn(frame_times) : []]))
}

const secondsIn = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / 8 }, (_, frame) => bytes.readDoubleLE(8 * frame))

/** The current version of what was rendered from selects, as long as the viewer's company has it. */
export const findRendered = async (db: Reader, { stack_id }: SelectsRow) =>
  stack_id === null
    ? undefined
    : await db
        .selectFrom('videos')
        .select(['id as video_id', 'user_id', 'collection_id', 'version'])
        .where('stack_id', '=', stack_id)
        .where('source_map', 'is not', null)
        .where('status', '!=', 'DELETING')
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst()

/** Renderings that are not finished, oldest first. */
export const listRenderings = (db: Reader, selectsId: string): Promise<Selectable<SelectRenderings>[]> =>
  db
    .selectFrom('select_renderings')
    .selectAll()
    .where('selects_id', '=', selectsId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
