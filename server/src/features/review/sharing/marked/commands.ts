import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import { hasJobFor } from '../../../../platform/queue/lost-jobs.ts'
import type { Queue } from '../../../../platform/queue/queue.ts'
import { markedKeys } from '../../../../platform/storage/video-folder.ts'
import { HAS_SOUND, HAS_TEXT } from '../../../library/videos/marked/queries.ts'
import type { Services } from '../../../services.ts'
import { shownVideos } from '../shown/queries.ts'

/** Condition on `marked_copies`: its link shows its video now. */
const isShown = (db: Transaction<Tables> | Database) =>
  sql<boolean>`exists (${shownVideos(db)
    .select('videos.id')
    .whereRef('share_links.id', '=', sql.ref('marked_copies.link_id'))
    .whereRef('videos.id', '=', sql.ref('marked_copies.video_id'))})`

/**
 * Has the copies made that links with a watermark in the picture show and do not have yet.
 * @param link_id only of this link
 * @returns the number of copies that nobody had asked for before
 */
export async function callForCopies(transaction: Transaction<Tables>, queue: Queue, link_id?: string): Promise<number> {
  const called = await transaction
    .insertInto('marked_copies')
    .columns(['link_id', 'video_id', 'text', 'sound_choice'])
    .expression(
      shownVideos(transaction)
        .select(['share_links.id as link_id', 'videos.id as video_id', 'share_links.watermark_text as text'])
        .select(sql<string>`coalesce(videos.sound_choice, '')`.as('sound_choice'))
        .distinct()
        .where('share_links.watermark', '=', 'in')
        .where((link) => link.or([link('expires_at', 'is', null), link('expires_at', '>', new Date())]))
        .where('videos.duration', 'is not', null)
        .where('videos.status', '!=', 'FAILED')
        .where('videos.sound_due', '=', false)
        .$if(link_id !== undefined, (links) => links.where('share_links.id', '=', link_id!)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const due = await transaction
    .selectFrom('marked_copies')
    .select(['id as copy_id', 'video_id'])
    .where('state', '=', 'DUE')
    .where(HAS_TEXT)
    .where(HAS_SOUND)
    .where(sql<boolean>`not ${hasJobFor('mark-video', 'copy_id', 'marked_copies.id')}`)
    .$if(link_id !== undefined, (copies) => copies.where('link_id', '=', link_id!))
    .orderBy('created_at')
    .execute()
  for (const copy of due) await queue.enqueue(transaction, 'mark-video', copy)
  return called.length
}

/** Forgets that copies of a link could not be made, so that they are called for again. */
export async function forgetFailedCopies(transaction: Transaction<Tables>, link_id: string): Promise<void> {
  const failed = await transaction
    .updateTable('marked_copies')
    .set({ state: 'DUE', error: null })
    .where('link_id', '=', link_id)
    .where('state', '=', 'FAILED')
    .returning('id')
    .execute()
  await transaction
    .deleteFrom('job_errors')
    .where('given_up_at', 'is not', null)
    .where(sql<boolean>`payload ->> 'copy_id' = any(${failed.map(({ id }) => id)}::text[])`)
    .execute()
}

/** Removes copies that no link shows any longer, and those with an earlier sound once there is one with the present sound. */
export async function removeUnshownCopies({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<void> {
  const unshown = await db
    .selectFrom('marked_copies')
    .select(['id', 'video_id'])
    .where((is) =>
      is.or([
        is.not(HAS_TEXT),
        is.not(isShown(db)),
        is.and([
          is.not(HAS_SOUND),
          sql<boolean>`exists (select from marked_copies other join videos on videos.id = other.video_id
            where other.link_id = marked_copies.link_id and other.video_id = marked_copies.video_id
              and other.text = marked_copies.text and other.state = 'READY'
              and other.sound_choice = coalesce(videos.sound_choice, ''))`,
        ]),
      ]),
    )
    .execute()
  for (const { id, video_id } of unshown) {
    const keys = Object.values(markedKeys(video_id, id))
    for (const key of keys) await storage.remove(key)
    await db.deleteFrom('marked_copies').where('id', '=', id).execute()
    // A worker may have stored it meanwhile.
    for (const key of keys) await storage.remove(key)
  }
}
