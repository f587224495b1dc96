import { heardTracks, type SoundChoice, soundChoiceOf } from '@footnote/contract/nouns/library/videos/sound.ts'
import { SPEECH_AGAIN } from '@footnote/contract/shared/language/speech-notes.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables, Uploads, Videos } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import { forgetVideoJobs } from '../../../platform/queue/lost-jobs.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { askAgain, forgiveStages } from '../indexing/commands.ts'
import { CLOSED } from '../uploads/queries.ts'
import { lockStacks } from '../versions/commands.ts'
import { stackOf } from '../versions/queries.ts'
import { moveVideo } from './status.ts'

const NO_SUCH_TRACK = 'The video has no such sound track.'

/** The file of a new video, and its place in a stack if it does not begin one. */
interface NewVideo {
  readonly file_name: string
  readonly file_size: number
  /** Where it was within a folder, if it came from one. */
  readonly source?: string | null
  /** The guest who sent it through a box; null or absent for a member's. */
  readonly sent_by?: string | null
  /** Of the file on the person's device, if its upload had one. */
  readonly fingerprint?: string | null
  /** Of its content, if it is known already. */
  readonly sha256?: string | null
  readonly stack_id?: string
  readonly version?: number
}

/** A file that is complete in the storage, and whose it is. */
export type CompleteFile = Pick<
  Selectable<Uploads>,
  'id' | 'collection_id' | 'user_id' | 'file_extension' | 'storage_key'
>

/**
 * Makes a video of a complete file, and enqueues its indexing. An upload with the same id ends. Call under
 * `lockCompany` and `lockCollection`, once there is room for the file.
 */
export async function addVideo(
  transaction: Transaction<Tables>,
  queue: Queue,
  { id, collection_id, user_id, file_extension, storage_key }: CompleteFile,
  file: NewVideo,
): Promise<void> {
  await transaction
    .insertInto('videos')
    .values({ id, collection_id, user_id, file_extension, storage_key, ...file, ...NOT_INDEXED })
    .execute()
  await transaction.deleteFrom('uploads').where('id', '=', id).execute()
  await queue.enqueue(transaction, 'index-video', { video_id: id })
}

/** Columns that indexing fills, before it has run. */
export const NOT_INDEXED = {
  rendition_key: null,
  rendition_bytes: null,
  light_key: null,
  light_bytes: null,
  thumbnail_key: null,
  storyboard_key: null,
  storyboard: null,
  storyboard_sheets: null,
  subtitle_key: null,
  speech_note: null,
  language_choice: null,
  language: null,
  sound: null,
  sound_choice: null,
  error: null,
  duration: null,
  timecode_start: null,
  timecode_drop: null,
  frame_rate_num: null,
  frame_rate_den: null,
  frame_times: null,
  width: null,
  height: null,
}

/** Closes every upload of a collection; a job removes their files. @returns whether there was one */
export async function closeUploads(transaction: Transaction<Tables>, collectionId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('uploads')
    .set({ expires_at: CLOSED })
    .where('collection_id', '=', collectionId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Closes every upload of a person; a job removes their files. */
export async function closeUploadsOf(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction.updateTable('uploads').set({ expires_at: CLOSED }).where('user_id', '=', userId).execute()
}

/** Whether a closed upload waits for the job that removes its file. */
export async function hasClosedUploads(transaction: Transaction<Tables>): Promise<boolean> {
  const closed = transaction.selectFrom('uploads').select('id').where('expires_at', '=', CLOSED).limit(1)
  return (await closed.executeTakeFirst()) !== undefined
}

/** Marks the videos of a collection for deletion. @returns ids of the newly marked ones */
export async function deleteVideosOf(transaction: Transaction<Tables>, collectionId: string): Promise<string[]> {
  const rows = await transaction
    .selectFrom('videos')
    .select('id')
    .where('collection_id', '=', collectionId)
    .where('status', '!=', 'DELETING')
    .execute()
  const marked: string[] = []
  for (const { id } of rows) if (await moveVideo(transaction, id, 'DELETING')) marked.push(id)
  return marked
}

/** Renames a video, also in the usage history and in selects. Sent notifications keep the old name. */
export async function renameVideo(transaction: Transaction<Tables>, id: string, file_name: string): Promise<void> {
  await transaction.updateTable('videos').set({ file_name }).where('id', '=', id).execute()
  await transaction.updateTable('usage_charges').set({ file_name }).where('video_id', '=', id).execute()
  await transaction.updateTable('select_items').set({ video_name: file_name }).where('video_id', '=', id).execute()
}

/** Sets the language of a video's speech. @param language null: its collection's */
export async function chooseVideoLanguage(db: Kysely<Tables>, id: string, language: string | null): Promise<void> {
  await db.updateTable('videos').set({ language_choice: language }).where('id', '=', id).execute()
}

/**
 * Sets which sound tracks of a video are heard. If they are others than before, the file that plays is made again, and
 * speech is transcribed again.
 * @returns whether they are others
 * @throws ProductError validation_failed for a track that the video does not have
 */
export async function chooseVideoSound(
  transaction: Transaction<Tables>,
  queue: Queue,
  { id, sound, sound_choice }: Pick<Selectable<Videos>, 'id' | 'sound' | 'sound_choice'>,
  choice: SoundChoice,
): Promise<boolean> {
  if (choice !== null && (!sound || (choice !== 'mix' && choice > sound.tracks.length)))
    throw new ProductError('validation_failed', { detail: NO_SUCH_TRACK })
  if (!sound) return false
  const heard = (of: SoundChoice) => heardTracks(sound, of).join()
  const other = heard(choice) !== heard(soundChoiceOf(sound_choice))
  await transaction
    .updateTable('videos')
    .set({ sound_choice: choice === null ? null : String(choice), ...(other ? { sound_due: true } : {}) })
    .where('id', '=', id)
    .execute()
  if (!other) return false
  await queue.enqueue(transaction, 'change-sound', { video_id: id })
  await askAgain(transaction, queue, [id], 'speech')
  return true
}

/**
 * Requests a copy of a video that browsers can play. Until it exists, and if it fails, the video plays as before.
 * @param from only if its playback state is one of these
 * @returns false for another state, or a video in deletion
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

/** Deletes a video's row with all dependent rows; its files are gone already. The last version takes its stack along. */
export async function removeVideo(db: Database, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Everybody locks a stack before its videos, to prevent deadlocks.
    await transaction
      .selectFrom('stacks')
      .select('id')
      .where('id', 'in', transaction.selectFrom('videos').select('stack_id').where('id', '=', id))
      .forUpdate()
      .execute()
    // Its files do not come back from a folder, under any name.
    await transaction
      .updateTable('imported_files')
      .from('videos')
      .set((row) => ({ sha256: row.ref('videos.sha256') }))
      .whereRef('videos.id', '=', 'imported_files.video_id')
      .where('videos.id', '=', id)
      .execute()
    await transaction.deleteFrom('videos').where('id', '=', id).execute()
    await forgetVideoJobs(transaction, id)
  })
}

/**
 * Deletes a video: hides it at once; a job removes its files and rows.
 * @returns its stack, where another version may be the current one now; null when somebody else just deleted the video
 */
export async function deleteVideo(transaction: Transaction<Tables>, queue: Queue, id: string): Promise<string | null> {
  const stack = await stackOf(transaction, id)
  if (!stack) return null
  await lockStacks(transaction, [stack])
  if (!(await moveVideo(transaction, id, 'DELETING'))) return null
  await queue.enqueue(transaction, 'delete-video', { video_id: id })
  return stack
}

/** Has the speech of an indexed video transcribed again after its engine failed. @throws ProductError not_retryable */
export async function transcribeAgain(transaction: Transaction<Tables>, queue: Queue, video_id: string): Promise<void> {
  if (!(await forgiveStages(transaction, queue, video_id))) throw new ProductError('not_retryable')
  await transaction.updateTable('videos').set({ speech_note: SPEECH_AGAIN }).where('id', '=', video_id).execute()
}
