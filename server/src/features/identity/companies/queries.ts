import { USAGE_HISTORY } from '@footnote/contract/shared/limits.ts'
import type { Selectable } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Invitations, Users } from '../../../platform/db/schema.ts'
import { hashToken } from '../../../platform/tokens.ts'
import { hasSeat } from '../plans/queries.ts'

export type InvitationRow = Selectable<Invitations>

export interface Member extends Pick<Selectable<Users>, 'id' | 'email' | 'first_name' | 'last_name' | 'is_admin'> {
  readonly has_seat: boolean
}

/** The name of a company that exists. @throws NoResultError when it does not */
export async function companyName(db: Reader, id: string): Promise<string> {
  return (await db.selectFrom('companies').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
}

const members = (db: Reader, companyId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'is_admin', hasSeat().as('has_seat')])
    .where('company_id', '=', companyId)

/** The members, in the order in which they joined. */
export const listMembers = (db: Reader, companyId: string): Promise<Member[]> =>
  members(db, companyId).orderBy('created_at').orderBy('id').execute()

/** The member of a company with an address, in lower case; undefined if none has it. */
export const findMember = (db: Reader, companyId: string, email: string): Promise<Member | undefined> =>
  members(db, companyId).where('email', '=', email).executeTakeFirst()

/** Invitations that nobody has accepted, in order. Expired ones are included, since they can be sent again. */
export const listInvitations = (db: Reader, companyId: string): Promise<InvitationRow[]> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('email')
    .execute()

/** The open invitation of a company to an address, however old; undefined if there is none. */
export const findInvitation = (db: Reader, companyId: string, email: string) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .executeTakeFirst()

/** The accounts with these addresses and their companies, in order of the addresses. */
export const accountsAmong = (
  db: Reader,
  emails: readonly string[],
): Promise<{ email: string; company_id: string }[]> =>
  db.selectFrom('users').select(['email', 'company_id']).where('email', 'in', emails).orderBy('email').execute()

/** A valid invitation, by its token and address. */
export const findOpenInvitation = (
  db: Reader,
  { email, token }: { readonly email: string; readonly token: string },
): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('email', '=', email)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()

/** Indexed videos, newest first; one more than the answer shows, to know whether there are more. */
export const listUsage = (db: Reader, companyId: string) =>
  db
    .selectFrom('usage_charges')
    .leftJoin('videos', 'videos.id', 'usage_charges.video_id')
    .leftJoin('collections', 'collections.id', 'videos.collection_id')
    .leftJoin('users', 'users.id', 'usage_charges.user_id')
    .select([
      'usage_charges.video_id',
      'usage_charges.file_name',
      'usage_charges.seconds',
      'usage_charges.bytes',
      'usage_charges.created_at',
      'collections.name as collection_name',
      'users.first_name',
      'users.last_name',
      'users.email',
    ])
    .where('usage_charges.company_id', '=', companyId)
    .orderBy('usage_charges.created_at', 'desc')
    .orderBy('usage_charges.video_id')
    .limit(USAGE_HISTORY.max + 1)
    .execute()
export type UsageRow = Awaited<ReturnType<typeof listUsage>>[number]
