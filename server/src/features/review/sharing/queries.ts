import type { OpenedLink } from '@footnote/contract/nouns/review/sharing/opened-link.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import { type Selectable, sql } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { ShareLinks } from '../../../platform/db/schema.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import type { Holder } from '../../../platform/storage/file-addresses.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { findCurrent } from '../../library/versions/queries.ts'
import { HAS_TEXT } from '../../library/videos/marked/queries.ts'
import { allowsDownload } from './policy.ts'
import { linkShows } from './shown/queries.ts'

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
