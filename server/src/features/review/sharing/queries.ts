import { LINKS } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import { type Selectable, sql } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { ShareLinks, Videos } from '../../../platform/db/schema.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import type { Holder } from '../../../platform/storage/file-addresses.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { findCurrent } from '../../library/versions/queries.ts'
import { HAS_TEXT } from '../../library/videos/marked/queries.ts'
import { IS_CURRENT } from '../../library/videos/queries.ts'
import { allowsDownload } from './policy.ts'

export type LinkRow = Selectable<ShareLinks>

/**
 * Links that are neither over nor paused, and whose makers are still in the company. A link that is used up stays open to
 * the guests whom it let in.
 */
const openLinks = (db: Reader) =>
  db
    .selectFrom('share_links')
    .where(
      sql<boolean>`exists (select from users where users.id = share_links.user_id
        and users.company_id = share_links.company_id)`,
    )
    .where((link) =>
      link.or([link('share_links.expires_at', 'is', null), link('share_links.expires_at', '>', new Date())]),
    )
    .where('paused_at', 'is', null)

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

/** An open link. */
export async function findOpenLink(
  db: Reader,
  by: { readonly token: string } | { readonly id: string },
): Promise<LinkRow | undefined> {
  const links = openLinks(db).selectAll('share_links')
  if ('token' in by) return await links.where('token_hash', '=', hashToken(by.token)).executeTakeFirst()
  return isId(by.id) ? await links.where('share_links.id', '=', by.id).executeTakeFirst() : undefined
}

/**
 * Refuses a file of a video to the holder of an address that was given by a link.
 * @param key of the file
 * @throws ProductError invalid_share_token, link_locked after a new password, address_invalid when it is no longer to be
 * downloaded, or lacks the watermark that the link has now
 */
export async function refuseFile(
  db: Reader,
  { link_id, video_id, pass_version, download }: Extract<Holder, { link_id: string }>,
  key: string,
): Promise<void> {
  const link = await findOpenLink(db, { id: link_id })
  if (!link || !(await linkShows(db, link_id, video_id))) throw new ProductError('invalid_share_token')
  if (link.pass_version !== pass_version) throw new ProductError('link_locked')
  if (download !== null && !allowsDownload(link.download, download)) throw new ProductError('address_invalid')
  if (link.watermark === 'in' && !(await hasNoOtherPicture(db, { link_id, video_id }, key)))
    throw new ProductError('address_invalid')
}

/** Whether a file shows no picture of a video but those with the watermark of a link: its copy, or subtitles. */
async function hasNoOtherPicture(
  db: Reader,
  { link_id, video_id }: { readonly link_id: string; readonly video_id: string },
  key: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', video_id)
    .where((is) =>
      is.or([
        is('subtitle_key', '=', key),
        is.exists(
          is
            .selectFrom('marked_copies')
            .select('id')
            .where('link_id', '=', link_id)
            .whereRef('video_id', '=', 'videos.id')
            .where((copy) => copy.or([copy('storage_key', '=', key), copy('poster_key', '=', key)]))
            .where(HAS_TEXT),
        ),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Name of the person who made a link; deleting their account deletes the link. */
export async function senderOf(db: Reader, linkId: string): Promise<string> {
  const { first_name, last_name } = await db
    .selectFrom('share_links')
    .innerJoin('users', 'users.id', 'share_links.user_id')
    .select(['users.first_name', 'users.last_name'])
    .where('share_links.id', '=', linkId)
    .executeTakeFirstOrThrow()
  return `${first_name} ${last_name}`.trim()
}

/** The person for whom a link was made; undefined for a link that is for anybody. */
export const findAskedGuest = (db: Reader, linkId: string) =>
  db
    .selectFrom('guests')
    .select(['id', 'name', 'email'])
    .where('link_id', '=', linkId)
    .where('email', 'is not', null)
    .executeTakeFirst()

/**
 * Who acts by a link: the person for whom it was made, whatever name they send, or a guest by the name that they give.
 * @returns the name, and the person for whom the link was made
 * @throws ProductError validation_failed without a name
 */
export async function whoActs(db: Reader, linkId: string, given: string | undefined) {
  const asked = await findAskedGuest(db, linkId)
  const name = asked ? unmarkedName(asked.name) : given
  if (!name) throw invalidField('guest_name', 'Please enter your name')
  return { name, asked }
}

/** The version of a link, and when its verdict is due. */
export const findLinked = (db: Reader, videoId: string) =>
  db
    .selectFrom('videos')
    .innerJoin('stacks', 'stacks.id', 'videos.stack_id')
    .select(['stack_id', 'version', 'due_at'])
    .where('videos.id', '=', videoId)
    .executeTakeFirstOrThrow()

/**
 * Whether there is a newer version than that of a link.
 * @param email of the guest for whom the link was made; null for a link that is for anybody
 */
export async function newerThan(
  db: Reader,
  { stack_id, version }: { readonly stack_id: string; readonly version: number },
  email: string | null,
): Promise<OpenedLink['newer']> {
  const current = await findCurrent(db, stack_id)
  if (!current || current.version <= version) return 'none'
  return email && (await hasLinkFor(db, current.video_id, email)) ? 'mailed' : 'exists'
}

const hasLinkFor = (db: Reader, videoId: string, email: string) =>
  openLinks(db)
    .innerJoin('guests', 'guests.link_id', 'share_links.id')
    .innerJoin('share_link_items as items', 'items.link_id', 'share_links.id')
    .select('share_links.id')
    .where('items.video_id', '=', videoId)
    .where('guests.email', '=', email)
    .executeTakeFirst()
