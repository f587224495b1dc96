import type { OpenedLink } from '@footnote/contract/nouns/review/sharing.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import type { Selectable } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { ShareLinks } from '../../../platform/db/schema.ts'
import { invalidField } from '../../../platform/errors.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { findCurrent } from '../../library/versions/queries.ts'

export type LinkRow = Selectable<ShareLinks>
export type ListedLinkRow = Awaited<ReturnType<typeof listLinks>>[number]

const openLinks = (db: Reader) =>
  db
    .selectFrom('share_links')
    .innerJoin('videos', 'videos.id', 'share_links.video_id')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .selectAll('share_links')
    .where((link) =>
      link.or([link('share_links.expires_at', 'is', null), link('share_links.expires_at', '>', new Date())]),
    )
    .where('videos.status', '!=', 'DELETING')
    .where('collections.deleted_at', 'is', null)

/**
 * Valid links to a video, newest first, with the facts that rules about them need, their makers' names, and the names of
 * the people for whom they were made.
 */
export const listLinks = (db: Reader, videoId: string) =>
  openLinks(db)
    .innerJoin('users', 'users.id', 'share_links.user_id')
    .leftJoin('guests', (guest) =>
      guest.onRef('guests.link_id', '=', 'share_links.id').on('guests.email', 'is not', null),
    )
    .select(['users.company_id', 'videos.user_id as owner_id'])
    .select(['users.first_name', 'users.last_name', 'guests.name as guest_name'])
    .where('share_links.video_id', '=', videoId)
    .orderBy('share_links.created_at', 'desc')
    .orderBy('share_links.id')
    .execute()

/** A valid link: not revoked, not expired, its video not deleted. */
export async function findOpenLink(
  db: Reader,
  by: { readonly token: string } | { readonly id: string },
): Promise<LinkRow | undefined> {
  if ('token' in by) return await openLinks(db).where('token_hash', '=', hashToken(by.token)).executeTakeFirst()
  return isId(by.id) ? await openLinks(db).where('share_links.id', '=', by.id).executeTakeFirst() : undefined
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

/** A link for its revocation, also one that is over, with the facts that rules about it need. */
export const findLink = async (db: Reader, id: string) =>
  isId(id)
    ? await db
        .selectFrom('share_links')
        .innerJoin('videos', 'videos.id', 'share_links.video_id')
        .innerJoin('users', 'users.id', 'share_links.user_id')
        .selectAll('share_links')
        .select(['users.company_id', 'videos.user_id as owner_id'])
        .where('share_links.id', '=', id)
        .executeTakeFirst()
    : undefined

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
    .where('share_links.video_id', '=', videoId)
    .where('guests.email', '=', email)
    .executeTakeFirst()
