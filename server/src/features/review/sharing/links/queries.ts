import { LINKS } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import type { ShareLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { GuestName } from '@footnote/contract/shared/guests.ts'
import { sql } from 'kysely'
import { isId } from '../../../../platform/db/database.ts'
import type { Reader } from '../../../../platform/db/reader.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { UserViewer } from '../../../../platform/route.ts'
import { THERE } from '../box/queries.ts'
import { canManageLink } from '../policy.ts'
import { PLAYABLE, shownVideos } from '../shown/queries.ts'

export type ManagedLinkRow = Awaited<ReturnType<ReturnType<typeof managedLinks>['execute']>>[number]

/** Of `share_links`: the owners of all that it names. */
const OWNER_IDS = sql<string[]>`array(
  select distinct coalesce(owned.user_id, collections.user_id, selects.user_id)::text
  from share_link_items items
    left join videos owned on owned.id = items.video_id or owned.stack_id = items.stack_id
    left join collections on collections.id = items.collection_id
    left join selects on selects.id = items.selects_id
  where items.link_id = share_links.id
    and coalesce(owned.user_id, collections.user_id, selects.user_id) is not null)`

/** Links with what their makers see of them, and the facts that rules about them need. */
const managedLinks = (db: Reader) =>
  db
    .selectFrom('share_links')
    .innerJoin('users', 'users.id', 'share_links.user_id')
    .leftJoin('guests', (guest) =>
      guest.onRef('guests.link_id', '=', 'share_links.id').on('guests.email', 'is not', null),
    )
    .selectAll('share_links')
    .select(['users.first_name', 'users.last_name'])
    .select([
      sql<GuestName | null>`guests.name`.as('guest_name'),
      sql<ShareLink['items']>`coalesce((
        select json_agg(json_build_object('id', coalesce(video.id, items.collection_id, items.selects_id),
          'name', coalesce(video.file_name, collections.name, selects.name),
          'version', case when items.video_id is not null then video.version end) order by items.position)
        from share_link_items items
          left join lateral (select v.id, v.file_name, v.version from videos v
            where v.id = items.video_id or v.stack_id = items.stack_id
            order by v.version desc limit 1) video on true
          left join collections on collections.id = items.collection_id
          left join selects on selects.id = items.selects_id
        where items.link_id = share_links.id and items.position < ${LINKS.named}), '[]')`.as('items'),
      sql<number>`(select count(*)::int from share_link_items items where items.link_id = share_links.id)`.as(
        'item_count',
      ),
      sql<ShareLink['newer_version']>`(
        select json_build_object('video_id', v.id, 'version', v.version)
        from share_link_items items join videos named on named.id = items.video_id
          join videos v on v.stack_id = named.stack_id and v.version > named.version and ${PLAYABLE}
        where items.link_id = share_links.id order by v.version desc limit 1)`.as('newer_version'),
      sql<ShareLink['marked']>`case when share_links.watermark = 'in' then (
        select json_build_object('ready', count(*) filter (where ready),
          'preparing', count(*) filter (where not ready and not failed),
          'failed', count(*) filter (where not ready and failed))
        from (
          select coalesce(bool_or(copies.state = 'READY'), false) as ready,
            coalesce(bool_and(copies.state = 'FAILED'), false) as failed
          from (${shownVideos(db).select(['share_links.id as link_id', 'videos.id'])}) shown
            left join marked_copies copies on copies.link_id = shown.link_id and copies.video_id = shown.id
              and copies.text = share_links.watermark_text
          where shown.link_id = share_links.id group by shown.id) counted) end`.as('marked'),
      OWNER_IDS.as('owner_ids'),
      sql<{ files: number; bytes: number; arrived_at: string | null }>`(
        select json_build_object('files', count(*), 'bytes', coalesce(sum(file_size), 0), 'arrived_at', max(arrived_at))
        from box_files where box_files.link_id = share_links.id and ${THERE})`.as('sent'),
    ])

/** Valid links that show a video, newest first; paused and used-up ones, too. */
export const listLinksTo = (db: Reader, videoId: string) =>
  managedLinks(db)
    .where('share_links.id', 'in', shownVideos(db).select('share_links.id').where('videos.id', '=', videoId))
    .where(NOT_OVER)
    .orderBy('share_links.created_at', 'desc')
    .orderBy('share_links.id')
    .execute()

/**
 * The latest valid links that a person may change or end, newest first: those that show something, or boxes.
 * @param of what they show or send to
 */
export async function listLinksOf(
  db: Reader,
  { company_id, user_id, is_admin }: UserViewer,
  of: {
    readonly collection_id?: string | undefined
    readonly selects_id?: string | undefined
    readonly kind?: 'box' | undefined
  },
): Promise<ManagedLinkRow[]> {
  let links = managedLinks(db).where('share_links.company_id', '=', company_id).where(NOT_OVER)
  // As `canManageLink` says, so that other people's links take no place of theirs.
  if (!is_admin)
    links = links.where(sql<boolean>`(share_links.user_id = ${user_id} or ${OWNER_IDS} = array[${user_id}]::text[])`)
  links = links.where('share_links.kind', of.kind ? '=' : '!=', 'box')
  for (const column of ['collection_id', 'selects_id'] as const) {
    const id = of[column]
    if (id === undefined) continue
    if (!isId(id)) return []
    const items = db.selectFrom('share_link_items').select('link_id').where(column, '=', id)
    links = links.where('share_links.id', 'in', items)
  }
  links = links.orderBy('share_links.created_at', 'desc').orderBy('share_links.id')
  return await links.limit(LINKS.listed).execute()
}

const NOT_OVER = sql<boolean>`(share_links.expires_at is null or share_links.expires_at > now())`

/** A link that the viewer may change or end, also one that is over. @throws ProductError not_found */
export async function readManagedLink(db: Reader, viewer: UserViewer, id: string): Promise<ManagedLinkRow> {
  const link = isId(id) ? await managedLinks(db).where('share_links.id', '=', id).executeTakeFirst() : undefined
  if (!link || !canManageLink(viewer, link)) throw new ProductError('not_found')
  return link
}
