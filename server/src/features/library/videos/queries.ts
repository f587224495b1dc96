// Past 250 lines: every way in which videos are read.
import { itemsBefore, type Page } from '@footnote/contract/calls/pages.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { type Selectable, sql } from 'kysely'
import { uuids } from '../../../platform/db/arrays.ts'
import { isId, NIL_ID } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { SourcePiece, Videos } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { ShareViewer, Viewer } from '../../../platform/route.ts'
import { type CollectionRow, CURRENT_FIRST, readCollection, readSharedCollection } from '../collections/queries.ts'
import { SPEECH_COLUMNS } from '../transcripts/lines/queries.ts'
import { readSaidOn, type SpokenText } from '../transcripts/queries.ts'
import { asMarked, type WatermarkState } from './marked/policy.ts'
import { copiesFor } from './marked/queries.ts'

/** A video without the columns that only players and indexing need, and facts about its stack. */
export type VideoRow = Omit<Pick<Selectable<Videos>, (typeof COLUMNS)[number] | 'speech_note' | 'language'>, 'status'> &
  WatermarkState & {
    readonly status: VideoStatus
    readonly current: boolean
    /** Versions of the stack that are not in deletion, and this one. */
    readonly version_count: number
    /** Ids of the owners of the versions. */
    readonly version_owners: string[]
    /** When the verdicts on the stack are due. */
    readonly due_at: Date | null
    /** Bytes of a file that is being fetched, and of the whole file if known; null once it is complete. */
    readonly fetching: { readonly received: number; readonly file_size: number | null } | null
    /** The oldest other video of its company whose file has the same content. */
    readonly same_file_as: { readonly id: string; readonly user_id: string | null; readonly file_name: string } | null
  }

const COLUMNS = [
  'id',
  'collection_id',
  'stack_id',
  'version',
  'user_id',
  'file_name',
  'file_extension',
  'file_size',
  'storage_key',
  'rendition_key',
  'rendition_bytes',
  'pictures_encoded',
  'light',
  'light_key',
  'light_bytes',
  'thumbnail_key',
  'storyboard_key',
  'storyboard',
  'storyboard_sheets',
  'subtitle_key',
  'reading_note',
  'playback',
  'playback_error',
  'frames_differ',
  'language_choice',
  'sound',
  'sound_choice',
  'sound_due',
  'status',
  'status_percentage',
  'error',
  'searchable_until',
  'duration',
  'timecode_start',
  'timecode_drop',
  'frame_rate_num',
  'frame_rate_den',
  'width',
  'height',
  'review_status',
  'transcript_revision',
  'sent_by',
  'created_at',
] as const

/** Path of the page on which people review a video. */
export const reviewPath = ({ id, user_id }: Pick<VideoRow, 'id' | 'user_id'>): string =>
  `/quick-review/${user_id ?? NIL_ID}/${id}`

/**
 * Condition on `videos`: whether a row is the current version of its stack, the newest whose file proved to be a video.
 * A stack without one shows the newest that is not in deletion.
 */
export const IS_CURRENT = sql<boolean>`videos.id = (
  select v.id from videos v where v.stack_id = videos.stack_id
  order by ${CURRENT_FIRST} limit 1)`

/** Ids of the owners of the versions of a stack. */
export const VERSION_OWNERS = sql<string[]>`array(select distinct v.user_id::text from videos v
  where v.stack_id = videos.stack_id and v.user_id is not null)`

const STACK_COLUMNS = [
  IS_CURRENT.as('current'),
  sql<number>`(select count(*) from videos v
    where v.stack_id = videos.stack_id and (v.status <> 'DELETING' or v.id = videos.id))`.as('version_count'),
  VERSION_OWNERS.as('version_owners'),
  sql<Date | null>`(select due_at from stacks where stacks.id = videos.stack_id)`.as('due_at'),
]

/** Samples have no company, so nothing equals them. */
const SAME_FILE_AS = sql<VideoRow['same_file_as']>`(
  select jsonb_build_object('id', v.id, 'user_id', v.user_id, 'file_name', v.file_name)
  from videos v
    join collections theirs on theirs.id = v.collection_id
    join collections own on own.id = videos.collection_id and own.company_id = theirs.company_id
  where v.sha256 = videos.sha256 and v.id <> videos.id and v.status <> 'DELETING' and theirs.deleted_at is null
  order by v.created_at, v.id limit 1)`.as('same_file_as')

const FETCHING = sql<VideoRow['fetching']>`(
  select jsonb_build_object('received', received, 'file_size', video_fetches.file_size)
  from video_fetches where video_id = videos.id)`.as('fetching')

const videos = (db: Reader) =>
  db
    .selectFrom('videos')
    .select(COLUMNS)
    .select(STACK_COLUMNS)
    .select(SAME_FILE_AS)
    .select(FETCHING)
    .select(SPEECH_COLUMNS)
    .$narrowType<{ status: VideoStatus }>()

/** Videos of a collection, newest first. @param page null for all of them */
export const listVideos = (db: Reader, collectionId: string, page: Page | null): Promise<VideoRow[]> =>
  videos(db)
    .where('collection_id', '=', collectionId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .$if(page !== null, (rows) => rows.offset(itemsBefore(page!)).limit(page!.page_size))
    .execute()

/** Number of the videos of a collection, versions too. */
export async function countVideos(db: Reader, collectionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('videos')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .where('collection_id', '=', collectionId)
    .executeTakeFirstOrThrow()
  return count
}

/** A video and the other versions of its stack that are not in deletion, oldest last. */
export async function listVideosOfStack(db: Reader, { id, stack_id }: VideoRow): Promise<VideoRow[]> {
  const versions = await videos(db).where('stack_id', '=', stack_id).orderBy('version', 'desc').execute()
  return versions.filter((version) => version.id === id || version.status !== 'DELETING')
}

/** Videos by their ids, in no order, without deleted ones. */
export const listVideosById = (db: Reader, ids: readonly string[]): Promise<VideoRow[]> =>
  videos(db)
    .where(sql<boolean>`id = any(${uuids(ids)})`)
    .execute()

/** The same with the files that guests of a link get. */
export async function listSharedVideos(
  db: Reader,
  viewer: Pick<ShareViewer, 'link_id' | 'marked'>,
  ids: readonly string[],
): Promise<VideoRow[]> {
  const [rows, copies] = await Promise.all([listVideosById(db, ids), copiesFor(db, viewer, ids)])
  return copies ? rows.map((row) => asMarked(row, copies.get(row.id))) : rows
}

/** A video for any viewer; undefined for a deleted one and for a malformed id. */
export const findVideo = async (db: Reader, id: string): Promise<VideoRow | undefined> =>
  isId(id) ? await videos(db).where('id', '=', id).executeTakeFirst() : undefined

/** A video that the viewer may read, and its collection. @throws ProductError not_found */
export async function readVideo(
  db: Reader,
  viewer: Viewer,
  id: string,
): Promise<{ video: VideoRow; collection: CollectionRow }> {
  const video = await findVideo(db, id)
  if (!video) throw new ProductError('not_found')
  return { video, collection: await readCollection(db, viewer, video.collection_id) }
}

/**
 * A shared video with the files that guests of the link get, and its collection.
 * @throws ProductError not_found when it has just been deleted
 */
export async function readSharedVideo(
  db: Reader,
  viewer: ShareViewer,
): Promise<{ video: VideoRow; collection: CollectionRow }> {
  const [video] = await listSharedVideos(db, viewer, [viewer.video_id])
  if (!video) throw new ProductError('not_found')
  return { video, collection: await readSharedCollection(db, video.collection_id) }
}

/** When frames appear, in seconds to the microsecond, and how many there are. */
interface FrameTimes {
  readonly times: number[]
  readonly total: number
}

/** When each frame appears, in seconds to the microsecond; null when the rate is constant or unknown. */
export const frameTimesOf = async (db: Reader, videoId: string): Promise<number[] | null> =>
  (await framesOf(db, videoId, null))?.times ?? null

/** @param page null for all frames @returns null when the rate is constant or unknown */
async function framesOf(db: Reader, videoId: string, page: Page | null): Promise<FrameTimes | null> {
  const bytes = page
    ? sql<Buffer | null>`substring(frame_times from ${8 * itemsBefore(page) + 1}::int for ${8 * page.page_size}::int)`
    : sql<Buffer | null>`frame_times`
  const row = await db
    .selectFrom('videos')
    .select([bytes.as('bytes'), sql<number>`octet_length(frame_times) / 8`.as('total')])
    .where('id', '=', videoId)
    .executeTakeFirst()
  if (!row?.bytes) return null
  const { bytes: found, total } = row
  const times = Array.from({ length: found.length / 8 }, (_, at) => Math.round(found.readDoubleLE(8 * at) * 1e6) / 1e6)
  return { times, total }
}

/** Where the frames of a rendered video come from; null for every other video. */
export async function findSourceMap(db: Reader, videoId: string): Promise<readonly SourcePiece[] | null> {
  const row = await db.selectFrom('videos').select('source_map').where('id', '=', videoId).executeTakeFirst()
  return row?.source_map ?? null
}

/** The parts of a video that a player needs besides its row. */
export interface VideoParts {
  readonly said: SpokenText
  readonly frame_times: number[] | null
  /** Id of the engine that heard what is said; null without one, and for lines of people. */
  readonly engine: string | null
  /** The page that was read, and the items of the longer list; null for the whole lists. */
  readonly page: (Page & { readonly total: number }) | null
}

/** Reads what a video says and the times of its frames, in seconds. @param page null for all of them */
export async function partsOf(db: Reader, videoId: string, page: Page | null = null): Promise<VideoParts> {
  const [{ said, total: words }, frames, heard] = await Promise.all([
    readSaidOn(db, videoId, page),
    framesOf(db, videoId, page),
    db
      .selectFrom('shown_lines')
      .select('engine')
      .where('video_id', '=', videoId)
      .where('stage', '=', 'speech')
      .where('people', '=', false)
      .executeTakeFirst(),
  ])
  const total = Math.max(words, frames?.total ?? 0)
  return { said, frame_times: frames?.times ?? null, engine: heard?.engine ?? null, page: page && { ...page, total } }
}

/** Ids of the videos whose files are being removed, or will be. */
export async function idsBeingDeleted(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('videos').select('id').where('status', '=', 'DELETING').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Ids of the collections of these videos. */
export async function collectionsOf(db: Reader, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .select('collection_id')
    .distinct()
    .where(sql<boolean>`id = any(${uuids(ids)})`)
    .execute()
  return rows.map(({ collection_id }) => collection_id)
}
