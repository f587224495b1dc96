import { randomBytes } from 'node:crypto'
import { INVITATIONS, USAGE_HISTORY } from '@footnote/contract/shared/limits.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Invitations, Tables } from '../../platform/db/schema.ts'
import { hashToken } from '../../platform/tokens.ts'
import { hasSeat } from '../plans/queries.ts'
import { moveFiles } from '../plans/quota/queries.ts'

export type InvitationRow = Selectable<Invitations>

export interface Member {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly is_admin: boolean
  readonly has_seat: boolean
}

/** The name of a company that exists. @throws NoResultError when it does not */
export async function companyName(db: Kysely<Tables>, id: string): Promise<string> {
  return (await db.selectFrom('companies').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
}

const members = (db: Kysely<Tables>, companyId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'is_admin', hasSeat().as('has_seat')])
    .where('company_id', '=', companyId)

/** Those who have joined, in that order. */
export const listMembers = (db: Kysely<Tables>, companyId: string): Promise<Member[]> =>
  members(db, companyId).orderBy('created_at').orderBy('id').execute()

/** The person of a company with an address, in lower case; undefined without one. */
export const findMember = (db: Kysely<Tables>, companyId: string, email: string): Promise<Member | undefined> =>
  members(db, companyId).where('email', '=', email).executeTakeFirst()

/** Invitations that nobody has accepted, in order; those that are too old, too: they can be sent again. */
export const listInvitations = (db: Database, companyId: string): Promise<InvitationRow[]> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .orderBy('email')
    .execute()

/** The open invitation of a company to an address, however old; undefined without one. */
export const findInvitation = (db: Kysely<Tables>, companyId: string, email: string) =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('email', '=', email)
    .executeTakeFirst()

/** Which of these addresses have an account, and in which company, in order of the addresses. */
export const accountsAmong = (
  db: Kysely<Tables>,
  emails: readonly string[],
): Promise<{ email: string; company_id: string }[]> =>
  db.selectFrom('users').select(['email', 'company_id']).where('email', 'in', emails).orderBy('email').execute()

/** Invites an address, or again: an earlier link of this company then no longer works. @returns the token, to be mailed */
export async function saveInvitation(
  transaction: Transaction<Tables>,
  invitation: { readonly company_id: string; readonly email: string; readonly invited_by: string },
): Promise<string> {
  const token = randomBytes(16).toString('base64url')
  const fresh = { token_hash: hashToken(token), expires_at: new Date(Date.now() + INVITATIONS.lifetime * 1000) }
  await transaction
    .insertInto('invitations')
    .values({ ...invitation, ...fresh })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'email']).doUpdateSet({ ...fresh, invited_by: invitation.invited_by }),
    )
    .execute()
  return token
}

/** An invitation that still holds, by its token and for its address. */
export const findOpenInvitation = (
  db: Kysely<Tables>,
  { email, token }: { readonly email: string; readonly token: string },
): Promise<InvitationRow | undefined> =>
  db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('email', '=', email)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()

/** Ends every invitation of an address; it belongs to one company. */
export async function removeInvitations(db: Kysely<Tables>, email: string, companyId?: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('email', '=', email)
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId as string))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Adds a member whose address is confirmed. @returns null when the address has an account */
export async function addMember(
  transaction: Transaction<Tables>,
  member: Omit<Member, 'id' | 'is_admin' | 'has_seat'> & {
    readonly company_id: string
    readonly password_hash: string
  },
): Promise<string | null> {
  const row = await transaction
    .insertInto('users')
    .values({ ...member, is_admin: false })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Lets a member look after the company, beside those who do already. */
export async function makeAdmin(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.updateTable('users').set({ is_admin: true }).where('id', '=', userId).execute()
}

/**
 * Takes a member out of a company: the account lives on as the admin of a company of its own, what it made here belongs to
 * the heir, and links that it shared to here no longer work.
 */
export async function moveOut(
  transaction: Transaction<Tables>,
  member: Member,
  { company_id, heir_id }: { readonly company_id: string; readonly heir_id: string },
): Promise<void> {
  const own = await transaction
    .insertInto('companies')
    .values({ name: `${member.first_name} ${member.last_name}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction.insertInto('subscriptions').values({ company_id: own.id, period_end: null }).execute()
  await bequeath(transaction, member.id, { company_id, heir_id })
  await moveFiles(transaction, member.id, own.id)
  await transaction
    .updateTable('users')
    .set({ company_id: own.id, is_admin: true })
    .where('id', '=', member.id)
    .execute()
}

/** Gives collections and videos of a person in a company to somebody else in it. */
async function bequeath(
  transaction: Transaction<Tables>,
  userId: string,
  { company_id, heir_id }: { readonly company_id: string; readonly heir_id: string },
): Promise<void> {
  const here = transaction.selectFrom('collections').select('id').where('company_id', '=', company_id)
  await transaction
    .updateTable('collections')
    .set({ user_id: heir_id })
    .where('user_id', '=', userId)
    .where('company_id', '=', company_id)
    .execute()
  await transaction
    .updateTable('videos')
    .set({ user_id: heir_id })
    .where('user_id', '=', userId)
    .where('collection_id', 'in', here)
    .execute()
  await transaction
    .deleteFrom('share_links')
    .where('user_id', '=', userId)
    .where('company_id', '=', company_id)
    .execute()
}

/** What was indexed, newest first; one more than is answered, to tell whether there is more. */
export const listUsage = (db: Database, companyId: string) =>
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
