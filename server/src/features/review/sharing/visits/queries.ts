import { LINKS } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import type { Visit } from '@footnote/contract/nouns/review/sharing/visits.ts'
import type { GuestName } from '@footnote/contract/shared/guests.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'

export type VisitRow = Awaited<ReturnType<typeof listVisits>>[number]

/** Condition on visits: it began so recently that what its guest does now belongs to it. */
export const RECENT = sql<boolean>`began_at > now() - ${LINKS.pass} * interval '1 second'`

/** Whether a visit of a guest goes on. */
export async function isVisiting(db: Reader, linkId: string, key_hash: string): Promise<boolean> {
  const visit = await db
    .selectFrom('share_visits')
    .select('id')
    .where('link_id', '=', linkId)
    .where('key_hash', '=', key_hash)
    .where(RECENT)
    .executeTakeFirst()
  return visit !== undefined
}

/** The latest visits of a link, newest first, with what was watched of each video. */
export const listVisits = (db: Reader, linkId: string) =>
  db
    .selectFrom('share_visits')
    .leftJoin('guests', (guest) =>
      guest
        .onRef('guests.link_id', '=', 'share_visits.link_id')
        .on(sql<boolean>`(guests.key_hash = share_visits.key_hash or guests.email is not null)`),
    )
    .select(['share_visits.id', 'began_at', 'last_at', 'guests.confirmed_at'])
    .select([
      sql<GuestName | null>`guests.name`.as('guest_name'),
      sql<string | null>`coalesce(guests.email, guests.contact_email)`.as('email'),
      sql<boolean>`guests.email is not null`.as('asked'),
      sql<Visit['videos']>`coalesce((select json_agg(json_build_object(
          'video_id', videos.id, 'file_name', videos.file_name, 'version', videos.version, 'downloads', downloads,
          'watched', case when videos.duration > 0 then least(1, seconds / videos.duration) else 0 end,
          'seconds', least(seconds, videos.duration)) order by videos.file_name, videos.version)
        from share_visit_videos join videos on videos.id = share_visit_videos.video_id
          cross join lateral (select coalesce(sum(upper(part) - lower(part)), 0) / 1000.0 as seconds
            from unnest(watched) part) played
        where visit_id = share_visits.id), '[]')`.as('videos'),
    ])
    .where('share_visits.link_id', '=', linkId)
    .orderBy('began_at', 'desc')
    .orderBy('share_visits.id')
    .limit(LINKS.visits)
    .execute()
