import { randomBytes } from 'node:crypto'
import { INVITATIONS } from '@footnote/contract/shared/limits.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'
import { hashToken } from '../../../platform/tokens.ts'
import type { Services } from '../../services.ts'
import { moveFiles } from '../plans/quota/commands.ts'
import type { Member } from './queries.ts'

/**
 * Locks a company, so that transactions that use up its limits run one after the other. Always lock in the order
 * company, collection, stack, video to prevent deadlocks. Rows that name the company can still be written: their foreign
 * keys need only that it stays.
 */
export async function lockCompany(transaction: Transaction<Tables>, companyId: string): Promise<void> {
  await transaction.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
}

/** Removes a company without members. */
export async function removeEmptyCompany(transaction: Transaction<Tables>, companyId: string): Promise<void> {
  await transaction
    .deleteFrom('companies')
    .where('id', '=', companyId)
    .where((where) =>
      where.not(where.exists(where.selectFrom('users').select('id').where('company_id', '=', companyId))),
    )
    .execute()
}

/** Saves an invitation. A repeated one invalidates the company's earlier link. @returns the token for the mail */
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

/** Deletes the invitations of an address, of one company or of all. */
export async function removeInvitations(db: Kysely<Tables>, email: string, companyId?: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('email', '=', email)
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId as string))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Adds a member with a confirmed address. @returns null when the address has an account */
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

/** Makes a member an admin, beside the others. */
export async function makeAdmin(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.updateTable('users').set({ is_admin: true }).where('id', '=', userId).execute()
}

/**
 * Removes a member from a company. The account continues as the admin of a company of its own. The heir gets everything
 * that the member made here, and links that the member shared stop working.
 */
export async function moveOut(
  transaction: Transaction<Tables>,
  { hooks }: Pick<Services, 'hooks'>,
  member: Member,
  { company_id, heir_id }: { readonly company_id: string; readonly heir_id: string },
): Promise<void> {
  const own = await transaction
    .insertInto('companies')
    .values({ name: `${member.first_name} ${member.last_name}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction.insertInto('subscriptions').values({ company_id: own.id, period_end: null }).execute()
  await hooks.memberLeaves(transaction, member.id)
  await bequeath(transaction, member.id, { company_id, heir_id })
  await moveFiles(transaction, member.id, own.id)
  await transaction
    .updateTable('users')
    .set({ company_id: own.id, is_admin: true })
    .where('id', '=', member.id)
    .execute()
}

/** Transfers a person's collections and videos to another member of the company. */
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
