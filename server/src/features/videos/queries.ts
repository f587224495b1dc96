import type { VideoStatus } from '@footnote/contract/nouns/videos.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { type Database, isId } from '../../platform/db/database.ts'
import type { CueWord, Tables, Uploads, Videos } from '../../platform/db/schema.ts'
import { ProductError } from '../../platform/errors.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import type { ShareViewer, Viewer } from '../../platform/route.ts'
import {
  type CollectionRow,
  hideCollection,
  readCollection,
  readSharedCollection,
  removeEmptyCollection,
} from '../collections/queries.ts'
import { moveVideo } from './status.ts'

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

/** What was heard, word by word, in order: of the engine that the video stands on; of a video that is being indexed, what has been stored so far. */
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

/**
 * Lets one transaction after the other count and fill what a company has. Held before anything else of the company's, its
 * collections before their videos: transactions that took them in another order would wait for each other.
 */
export async function lockCompany(transaction: Transaction<Tables>, companyId: string): Promise<void> {
  await transaction.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
}

/** Makes the upload a video, which keeps its id. */
export async function turnIntoVideo(
  transaction: Transaction<Tables>,
  upload: Selectable<Uploads>,
  file: { readonly file_name: string; readonly file_size: number },
): Promise<void> {
  const { id, collection_id, user_id, file_extension, storage_key } = upload
  await transaction
    .insertInto('videos')
    .values({ id, collection_id, user_id, file_extension, storage_key, ...file, ...NOT_INDEXED })
    .execute()
  await transaction.deleteFrom('uploads').where('id', '=', id).execute()
}

/** What indexing finds out, before it has. */
export const NOT_INDEXED = {
  rendition_key: null,
  thumbnail_key: null,
  storyboard_key: null,
  storyboard: null,
  subtitle_key: null,
  speech_note: null,
  language_choice: null,
  language: null,
  error: null,
  duration: null,
  frame_rate_num: null,
  frame_rate_den: null,
  frame_times: null,
  width: null,
  height: null,
}

/** Ends every upload of a collection; what has arrived of them is due for removal. @returns whether there was one */
async function closeUploads(transaction: Transaction<Tables>, collectionId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('uploads')
    .set({ expires_at: new Date(0) })
    .where('collection_id', '=', collectionId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks the videos of a collection as being deleted. @returns ids of those that were not before */
async function deleteVideosOf(transaction: Transaction<Tables>, collectionId: string): Promise<string[]> {
  const rows = await transaction
    .selectFrom('videos')
    .select('id')
    .where('collection_id', '=', collectionId)
    .where('status', '!=', 'DELETING')
    .execute()
  for (const { id } of rows) await moveVideo(transaction, id, 'DELETING')
  return rows.map((row) => row.id)
}

/** Videos whose files are being removed, or are about to be. */
export async function idsBeingDeleted(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('videos').select('id').where('status', '=', 'DELETING').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Gives a video another name, also where what was indexed is listed; other names that were written down stay. */
export async function renameVideo(transaction: Transaction<Tables>, id: string, file_name: string): Promise<void> {
  await transaction.updateTable('videos').set({ file_name }).where('id', '=', id).execute()
  await transaction.updateTable('usage_charges').set({ file_name }).where('video_id', '=', id).execute()
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

/** Puts videos into a collection. */
export async function putIntoCollection(
  transaction: Transaction<Tables>,
  ids: readonly string[],
  collection_id: string,
): Promise<void> {
  await transaction.updateTable('videos').set({ collection_id }).where(sql<boolean>`id = any(${ids}::uuid[])`).execute()
}

/** Chooses the language of a video's speech. @param language null: that of its collection */
export async function chooseVideoLanguage(db: Kysely<Tables>, id: string, language: string | null): Promise<void> {
  await db.updateTable('videos').set({ language_choice: language }).where('id', '=', id).execute()
}

/**
 * Has a copy made of a video that browsers can play; until then, and where it fails, they are offered what they were before.
 * @param from only where its playback is one of these
 * @returns false where it is none of them, or the video is being deleted
 */
export async function prepareForPlaying(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_id: string,
  from: readonly Selectable<Videos>['playback'][],
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('videos')
    .set({ playback: 'PREPARING', playback_error: null })
    .where('id', '=', video_id)
    .where('playback', 'in', from)
    .where('status', '!=', 'DELETING')
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await queue.enqueue(transaction, 'transcode-video', { video_id })
  return numUpdatedRows > 0n
}

/** Removes a video's row with everything that hangs on it; its files are removed before. */
export async function removeVideo(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('videos').where('id', '=', id).execute()
}

/** Deletes a video: out of use at once; its files and rows go with the job that follows. */
export async function deleteVideo(transaction: Transaction<Tables>, queue: Queue, id: string): Promise<void> {
  if (await moveVideo(transaction, id, 'DELETING')) await queue.enqueue(transaction, 'delete-video', { video_id: id })
}

/** Deletes a collection: out of sight at once; files and rows go with the jobs that follow. */
export async function deleteCollection(transaction: Transaction<Tables>, queue: Queue, id: string): Promise<void> {
  if (!(await hideCollection(transaction, id))) return
  for (const video_id of await deleteVideosOf(transaction, id))
    await queue.enqueue(transaction, 'delete-video', { video_id })
  if (await closeUploads(transaction, id)) await queue.enqueue(transaction, 'remove-expired', {})
  await removeEmptyCollection(transaction, id)
}
