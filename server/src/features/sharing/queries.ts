import type { Kysely, Selectable } from 'kysely'
import { type Database, isId } from '../../platform/db/database.ts'
import type { ShareLinks, Tables } from '../../platform/db/schema.ts'
import { hashToken } from '../../platform/tokens.ts'

export type LinkRow = Selectable<ShareLinks>

/** The notice of a revoked link. */
export interface LinkNotice {
  readonly link_id: string
}
export const LINK_CHANNEL = 'footnote_links'

const openLinks = (db: Kysely<Tables>) =>
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

/** Valid links to a video, newest first, with the facts that rules about them need. */
export const listLinks = (db: Database, videoId: string) =>
  openLinks(db)
    .innerJoin('users', 'users.id', 'share_links.user_id')
    .select(['users.company_id', 'videos.user_id as owner_id'])
    .where('share_links.video_id', '=', videoId)
    .orderBy('share_links.created_at', 'desc')
    .orderBy('share_links.id')
    .execute()

/** A valid link: not revoked, not expired, its video not deleted. */
export async function findOpenLink(
  db: Database,
  by: { readonly token: string } | { readonly id: string },
): Promise<LinkRow | undefined> {
  if ('token' in by) return await openLinks(db).where('token_hash', '=', hashToken(by.token)).executeTakeFirst()
  return isId(by.id) ? await openLinks(db).where('share_links.id', '=', by.id).executeTakeFirst() : undefined
}

/** Name of the person who made a link; deleting their account deletes the link. */
export async function senderOf(db: Database, linkId: string): Promise<string> {
  const { first_name, last_name } = await db
    .selectFrom('share_links')
    .innerJoin('users', 'users.id', 'share_links.user_id')
    .select(['users.first_name', 'users.last_name'])
    .where('share_links.id', '=', linkId)
    .executeTakeFirstOrThrow()
  return `${first_name} ${last_name}`.trim()
}

/** A link for its revocation, also one that is over, with the facts that rules about it need. */
export const findLink = async (db: Database, id: string) =>
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
export const findAskedGuest = (db: Kysely<Tables>, linkId: string) =>
  db
    .selectFrom('guests')
    .select(['id', 'name', 'email'])
    .where('link_id', '=', linkId)
    .where('email', 'is not', null)
    .executeTakeFirst()
