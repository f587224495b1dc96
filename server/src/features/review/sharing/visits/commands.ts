import { sql } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { Services } from '../../../services.ts'
import type { LinkRow } from '../queries.ts'
import { notifyOpened } from './notify.ts'
import { isVisiting, RECENT } from './queries.ts'

/** Seconds between two records of the same visit: an open page sends requests all the time. */
const STEP = 60

/**
 * Begins a guest's visit, or goes on with the one of the last 12 hours. The maker of the link hears of a new one, if they
 * want to.
 * @throws ProductError invalid_share_token when all its views are used up
 */
export async function noteVisit(
  { db, queue }: Pick<Services, 'db' | 'queue'>,
  link: LinkRow,
  key_hash: string,
): Promise<void> {
  const known = await db
    .updateTable('share_visits')
    .set((visit) => ({
      last_at: sql<Date>`case when ${visit.ref('last_at')} < now() - ${STEP} * interval '1 second'
        then now() else ${visit.ref('last_at')} end`,
    }))
    .where('link_id', '=', link.id)
    .where('key_hash', '=', key_hash)
    .where(RECENT)
    .returning('id')
    .executeTakeFirst()
  if (known) return
  await db.transaction().execute(async (transaction) => {
    // Holds the row, so that two requests of one guest make one visit, and no view is beyond the limit.
    const now = await transaction
      .selectFrom('share_links')
      .select(['max_views', 'views'])
      .where('id', '=', link.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!now) throw new ProductError('invalid_share_token')
    if (await isVisiting(transaction, link.id, key_hash)) return
    if (now.max_views !== null && now.views >= now.max_views) throw new ProductError('invalid_share_token')
    await transaction.insertInto('share_visits').values({ link_id: link.id, key_hash }).execute()
    await transaction
      .updateTable('share_links')
      .set((row) => ({ views: row('views', '+', 1) }))
      .where('id', '=', link.id)
      .execute()
    await notifyOpened(transaction, queue, link, key_hash)
  })
}

/** Of a guest's visit that is under way. */
const visitOf = (link_id: string, key_hash: string) => sql`(select id from share_visits
  where link_id = ${link_id} and key_hash = ${key_hash} and ${RECENT} order by began_at desc limit 1)`

/**
 * Adds what a guest watched. What they watch again counts once.
 * @param ranges starts and ends in seconds
 */
export async function noteWatched(
  db: Database,
  { link_id, key_hash, video_id }: { readonly link_id: string; readonly key_hash: string; readonly video_id: string },
  ranges: readonly (readonly [number, number])[],
): Promise<void> {
  const milliseconds = ranges.map(([start, end]) => `[${Math.round(start * 1000)},${Math.round(end * 1000)})`)
  const watched = `{${milliseconds.join(',')}}`
  await sql`insert into share_visit_videos as seen (visit_id, video_id, watched)
    select id, ${video_id}::uuid, ${watched}::int8multirange from ${visitOf(link_id, key_hash)} visit
    on conflict (visit_id, video_id) do update set watched = seen.watched + excluded.watched`.execute(db)
}

/** Counts a download. */
export async function noteDownload(
  db: Database,
  { link_id, key_hash, video_id }: { readonly link_id: string; readonly key_hash: string; readonly video_id: string },
): Promise<void> {
  await sql`insert into share_visit_videos as seen (visit_id, video_id, downloads)
    select id, ${video_id}::uuid, 1 from ${visitOf(link_id, key_hash)} visit
    on conflict (visit_id, video_id) do update set downloads = seen.downloads + 1`.execute(db)
}
