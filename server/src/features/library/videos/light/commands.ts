import type { Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import type { Queue } from '../../../../platform/queue/queue.ts'
import { isMadeUnasked, type LightFacts, type LightRendition } from './policy.ts'

/** The job that makes a light copy in this state. */
const jobOf = (light: LightFacts['light']) => (light === 'ASKED' ? 'make-light' : 'prepare-light')

/**
 * Decides, once the file that plays is there, whether a light copy is made before anybody asks for it. It begins when
 * the video is indexed.
 */
export async function decideLightCopy(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_id: string,
  mode: LightRendition,
): Promise<void> {
  const video = await transaction
    .selectFrom('videos')
    .select(['status', 'width', 'height', 'duration', 'file_size'])
    .select(['rendition_key', 'rendition_bytes', 'pictures_encoded'])
    .where('id', '=', video_id)
    .where('light', '=', 'UNDECIDED')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!video || !isMadeUnasked(video, mode)) return
  await transaction.updateTable('videos').set({ light: 'DUE' }).where('id', '=', video_id).execute()
  if (video.status === 'SUCCESS') await queue.enqueue(transaction, jobOf('DUE'), { video_id })
}

/** Begins the light copy that an indexed video is due, if it is. */
export async function beginLightCopy(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_id: string,
  light: LightFacts['light'],
): Promise<void> {
  if (light === 'DUE' || light === 'ASKED') await queue.enqueue(transaction, jobOf(light), { video_id })
}

/** Has the light copy of an indexed video made now, also after that failed. Does nothing while there is one. */
export async function requestLightCopy(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_id: string,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('videos')
    .set({ light: 'ASKED' })
    .where('id', '=', video_id)
    .where('status', '=', 'SUCCESS')
    .where('light', 'in', ['UNDECIDED', 'DUE', 'FAILED'])
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await queue.enqueue(transaction, jobOf('ASKED'), { video_id })
}

/**
 * Has a light copy made again, since the video has another sound or other frames now.
 * @returns key of the earlier copy, which no row names from now on; null if there was none
 */
export async function renewLightCopy(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_id: string,
): Promise<string | null> {
  const video = await transaction
    .selectFrom('videos')
    .select(['light', 'light_key'])
    .where('id', '=', video_id)
    .where('light', '!=', 'UNDECIDED')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!video) return null
  const light = video.light === 'ASKED' ? 'ASKED' : 'DUE'
  await transaction
    .updateTable('videos')
    .set({ light, light_key: null, light_bytes: null })
    .where('id', '=', video_id)
    .execute()
  await beginLightCopy(transaction, queue, video_id, light)
  return video.light_key
}

/** Ends the making of a light copy that a job did not finish. @param light what becomes of it */
export async function endLightCopy(
  transaction: Pick<Transaction<Tables>, 'updateTable'>,
  video_id: string,
  light: 'FAILED' | 'UNDECIDED',
): Promise<void> {
  await transaction
    .updateTable('videos')
    .set({ light })
    .where('id', '=', video_id)
    .where('light', 'in', ['DUE', 'ASKED'])
    .execute()
}
