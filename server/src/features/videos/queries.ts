import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Database, isId } from '../../platform/db/database.ts'
import type { CueWord, Tables, Videos } from '../../platform/db/schema.ts'
import { ProductError } from '../../platform/errors.ts'
import type { ShareViewer, Viewer } from '../../platform/route.ts'
import { type CollectionRow, readCollection, readSharedCollection } from '../collections/queries.ts'

/** A video without what only players and indexing need. */
export type VideoRow = Omit<Selectable<Videos>, 'frame_times' | 'status'> & { readonly status: VideoStatus }

const COLUMNS = [
  'id',
  'collection_id',
  'user_id',
  'file_name',
  'file_extension',
  'file_size',
  'storage_key',
  'rendition_key',
  'thumbnail_key',
  'storyboard_key',
  'storyboard',
  'subtitle_key',
  'speech_note',
  'playback',
  'playback_error',
  'language_choice',
  'language',
  'status',
  'status_percentage',
  'error',
  'searchable_until',
  'duration',
  'frame_rate_num',
  'frame_rate_den',
  'width',
  'height',
  'created_at',
] as const

const videos = (db: Kysely<Tables>) => db.selectFrom('videos').select(COLUMNS).$narrowType<{ status: VideoStatus }>()

/** Videos of a collection, newest first. */
export const listVideos = (db: Database, collectionId: string): Promise<VideoRow[]> =>
  videos(db).where('collection_id', '=', collectionId).orderBy('created_at', 'desc').orderBy('id').execute()

/** Videos by their ids, in no order; those that are gone are left out. */
export const listVideosById = (db: Database, ids: readonly string[]): Promise<VideoRow[]> =>
  videos(db).where(sql<boolean>`id = any(${ids}::uuid[])`).execute()

/** A video whoever asks; undefined for one that is gone and for what is no id. */
export const findVideo = async (db: Kysely<Tables>, id: string): Promise<VideoRow | undefined> =>
  isId(id) ? await videos(db).where('id', '=', id).executeTakeFirst() : undefined

/** A video that the viewer may read, and its collection. @throws ProductError not_found */
export async function readVideo(
  db: Kysely<Tables>,
  viewer: Viewer,
  id: string,
): Promise<{ video: VideoRow; collection: CollectionRow }> {
  const video = await findVideo(db, id)
  if (!video) throw new ProductError('not_found')
  return { video, collection: await readCollection(db, viewer, video.collection_id) }
}

/** The video that a share link shows, and its collection. @throws ProductError not_found when it has just been deleted */
export async function readSharedVideo(
  db: Kysely<Tables>,
  { video_id }: ShareViewer,
): Promise<{ video: VideoRow; collection: CollectionRow }> {
  const video = await findVideo(db, video_id)
  if (!video) throw new ProductError('not_found')
  return { video, collection: await readSharedCollection(db, video.collection_id) }
}

/** A word and who says it, counted from 1; null where voices were not told apart. */
export interface SpokenWord extends CueWord {
  readonly speaker: number | null
}

/** Words of a video's speech, in order, by the engine whose rows are searched. While the video is indexed, those stored so far. */
async function wordsOf(db: Database, videoId: string): Promise<SpokenWord[]> {
  const cues = await db
    .selectFrom('cues')
    .innerJoin('video_stages', (join) =>
      join.onRef('video_stages.video_id', '=', 'cues.video_id').onRef('video_stages.engine', '=', 'cues.engine'),
    )
    .select(['words', 'speaker'])
    .where('cues.video_id', '=', videoId)
    .where('video_stages.stage', '=', 'speech')
    .orderBy('cues.number')
    .execute()
  return cues.flatMap(({ words, speaker }) => words.map((word) => ({ ...word, speaker })))
}

/** When each frame is shown, in seconds to the microsecond; null where the rate is constant or not known yet. */
async function frameTimesOf(db: Database, videoId: string): Promise<number[] | null> {
  const row = await db.selectFrom('videos').select('frame_times').where('id', '=', videoId).executeTakeFirst()
  const bytes = row?.frame_times
  if (!bytes) return null
  return Array.from({ length: bytes.length / 8 }, (_, frame) => Math.round(bytes.readDoubleLE(8 * frame) * 1e6) / 1e6)
}

/** What a player needs of a video besides its row. */
export interface VideoParts {
  readonly words: readonly SpokenWord[]
  readonly frame_times: number[] | null
}

/** Reads the words that are said in a video and the times of its frames, in seconds. */
export async function partsOf(db: Database, videoId: string): Promise<VideoParts> {
  const [words, frame_times] = await Promise.all([wordsOf(db, videoId), frameTimesOf(db, videoId)])
  return { words, frame_times }
}

/** Videos whose files are being removed, or are about to be. */
export async function idsBeingDeleted(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('videos').select('id').where('status', '=', 'DELETING').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Ids of the collections that videos are in. */
export async function collectionsOf(transaction: Transaction<Tables>, ids: readonly string[]): Promise<string[]> {
  const rows = await transaction
    .selectFrom('videos')
    .select('collection_id')
    .distinct()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ collection_id }) => collection_id)
}
