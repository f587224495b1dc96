import { LINKS } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import { type Selectable, sql } from 'kysely'
import { isId } from '../../../../platform/db/database.ts'
import type { Reader } from '../../../../platform/db/reader.ts'
import type { Videos } from '../../../../platform/db/schema.ts'
import { IS_CURRENT } from '../../../library/videos/queries.ts'

/** Condition on `v`, a version: its file proved to be a video. */
export const PLAYABLE = sql<boolean>`(v.duration is not null and v.status not in ('FAILED', 'DELETING'))`

/** Condition on `videos`: no later version has replaced it, for as long as its guests may go on with it. */
const NOT_REPLACED = sql<boolean>`not exists (
  select from videos v where v.stack_id = videos.stack_id and v.version > videos.version and ${PLAYABLE}
    and v.replaces_since <= greatest(videos.named_at, now() - ${LINKS.replaced} * interval '1 second'))`

/**
 * Condition on `videos`: the link begins with it. It is the version that the link names, or the newest of what the link
 * follows. While no file there has proved to be a video, that is one that may still prove to be one.
 */
const BEGINS = sql<boolean>`(videos.named_as = 'version'
  or videos.named_as = 'followed' and ${IS_CURRENT} and videos.status <> 'FAILED')`

interface NamedVideo extends Selectable<Videos> {
  readonly link_id: string
  readonly position: number
  readonly named_at: Date
  readonly named_as: 'version' | 'earlier' | 'followed'
}

/**
 * Every link with every video to which its items lead. Each way is a query of its own, so that indexes find one link or
 * one video; a join by any of the ways reads every video for every item.
 */
const NAMED_VIDEOS = sql<NamedVideo>`(${sql.join(
  (
    [
      ['version', sql`join videos v on v.id = items.video_id`],
      ['followed', sql`join videos v on v.stack_id = items.stack_id`],
      ['followed', sql`join videos v on v.collection_id = items.collection_id`],
      [
        'followed',
        sql`join selects on selects.id = items.selects_id and selects.deleted_at is null
          join videos v on v.stack_id = selects.stack_id`,
      ],
      [
        'earlier',
        sql`join videos named on named.id = items.video_id
          join videos v on v.stack_id = named.stack_id and v.version < named.version`,
      ],
    ] as const
  ).map(
    ([named_as, way]) => sql`select v.*, items.link_id, items.position, items.created_at as named_at,
      ${sql.lit(named_as)} as named_as from share_link_items items ${way}`,
  ),
  sql` union all `,
)})`

/**
 * Every link with every video that it shows as of now, the one rule for all that links open: never more than the link
 * names, than its maker may read, or than is there. Whether the link itself is open is another question.
 */
export const shownVideos = (db: Reader) =>
  db
    .selectFrom('share_links')
    .innerJoin('users as makers', 'makers.id', 'share_links.user_id')
    .innerJoin(NAMED_VIDEOS.as('videos'), 'videos.link_id', 'share_links.id')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    // A box names a collection to send files to.
    .where('share_links.kind', '!=', 'box')
    .where('videos.status', '!=', 'DELETING')
    .where('collections.deleted_at', 'is', null)
    .whereRef('makers.company_id', '=', 'share_links.company_id')
    .where(sql<boolean>`(collections.sample or collections.company_id = makers.company_id)`)
    .where(sql<boolean>`(share_links.show_versions or videos.named_as <> 'earlier')`)
    .where(
      sql<boolean>`(${BEGINS}
        or videos.duration is not null and videos.status <> 'FAILED' and (share_links.show_versions or ${NOT_REPLACED}))`,
    )

/** Whether an open link shows a video now. */
export async function linkShows(db: Reader, linkId: string, videoId: string): Promise<boolean> {
  if (!isId(videoId)) return false
  const row = await shownVideos(db)
    .select('videos.id')
    .where('share_links.id', '=', linkId)
    .where('videos.id', '=', videoId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of the versions of a stack a link shows. */
export async function shownVersions(db: Reader, linkId: string, stackId: string): Promise<Set<string>> {
  const rows = await shownVideos(db)
    .select('videos.id')
    .where('share_links.id', '=', linkId)
    .where('videos.stack_id', '=', stackId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The videos with which a link begins, in its order: the named versions, and the newest of each that it follows. */
export async function listShown(db: Reader, linkId: string): Promise<string[]> {
  const rows = await shownVideos(db)
    .select('videos.id')
    .where('share_links.id', '=', linkId)
    .where(BEGINS)
    .orderBy('videos.position')
    .orderBy('videos.created_at')
    .orderBy('videos.id')
    .limit(LINKS.videos)
    .execute()
  return [...new Set(rows.map(({ id }) => id))]
}
