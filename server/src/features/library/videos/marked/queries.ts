import { type Selectable, sql } from 'kysely'
import { uuids } from '../../../../platform/db/arrays.ts'
import type { Reader } from '../../../../platform/db/reader.ts'
import type { MarkedCopies } from '../../../../platform/db/schema.ts'
import type { ShareViewer } from '../../../../platform/route.ts'
import type { MarkedCopy } from './policy.ts'

/** Condition on `marked_copies`: its link still asks for this text. */
export const HAS_TEXT = sql<boolean>`exists (
  select from share_links
  where share_links.id = marked_copies.link_id and watermark = 'in' and watermark_text = marked_copies.text)`

/** Condition on `marked_copies`: its video has this sound, and will have it. */
export const HAS_SOUND = sql<boolean>`exists (
  select from videos where videos.id = marked_copies.video_id
    and coalesce(videos.sound_choice, '') = marked_copies.sound_choice and not videos.sound_due)`

/**
 * The copies of videos for a link, with the text that it has now, by the ids of the videos. While a copy with another
 * sound is made, the one before plays.
 */
export async function findMarkedCopies(
  db: Reader,
  link_id: string,
  video_ids: readonly string[],
): Promise<Map<string, MarkedCopy>> {
  const rows = await db
    .selectFrom('marked_copies')
    .select(['video_id', 'state', 'storage_key', 'poster_key', 'bytes', 'frames_differ', 'error'])
    .where('link_id', '=', link_id)
    .where(sql<boolean>`video_id = any(${uuids(video_ids)})`)
    .where(HAS_TEXT)
    // The last of a video counts.
    .orderBy(sql`state = 'READY'`)
    .orderBy(HAS_SOUND)
    .execute()
  return new Map(rows.map((row) => [row.video_id, row]))
}

/** The copies for a viewer who gets nothing else; null for everybody else. */
export const copiesFor = async (
  db: Reader,
  { link_id, marked }: Pick<ShareViewer, 'link_id' | 'marked'>,
  video_ids: readonly string[],
): Promise<Map<string, MarkedCopy> | null> => (marked ? await findMarkedCopies(db, link_id, video_ids) : null)

/** A copy that is to be made now; undefined when it is made, or when nobody wants it any longer. */
export const findDueCopy = (
  db: Reader,
  id: string,
): Promise<Pick<Selectable<MarkedCopies>, 'id' | 'text'> | undefined> =>
  db
    .selectFrom('marked_copies')
    .select(['id', 'text'])
    .where('id', '=', id)
    .where('state', '=', 'DUE')
    .where(HAS_TEXT)
    .where(HAS_SOUND)
    .executeTakeFirst()
