import type { CompanyDetails, CompanyUser, UsageItem } from '@footnote/contract/nouns/identity/companies.ts'
import { SubscriptionStatus } from '@footnote/contract/nouns/identity/plans.ts'
import { PLANS } from '@footnote/contract/shared/limits.ts'
import type { CompanyAccount } from '../plans/queries.ts'
import type { InvitationRow, Member, UsageRow } from './queries.ts'

/** @param billing false hides the plan and its limits */
export function presentCompany(name: string, account: CompanyAccount, billing: boolean): CompanyDetails {
  const { subscription, usage } = account
  return {
    name,
    subscription: billing ? subscription.plan : null,
    subscription_status: billing ? SubscriptionStatus.parse(subscription.status) : null,
    minutes_used: usage.used_seconds / 60,
    minutes_allotted: billing ? usage.allotted_seconds / 60 : null,
    storage_used: account.storage_used,
    storage_limit: billing ? PLANS[subscription.plan].storage : null,
    seats_used: account.seats_used,
    seats_allotted: billing ? account.seats_allotted : null,
    over_limit: billing ? [...account.over_limit] : [],
  }
}

/** @param billing false gives everybody a seat */
export const presentMember = (
  { first_name, last_name, email, is_admin, has_seat }: Member,
  billing: boolean,
): CompanyUser => ({
  first_name,
  last_name,
  email,
  verified: true,
  is_admin,
  read_only: billing && !has_seat,
})

/** An invitation in the list of a company's people: an address without a person. */
export const presentInvitation = ({ email }: InvitationRow): CompanyUser => ({
  first_name: '',
  last_name: '',
  email,
  verified: false,
  is_admin: false,
  read_only: false,
})

/** One line of the usage history; names of deleted people and collections are empty. */
export const presentUsage = (row: UsageRow): UsageItem => ({
  video_id: row.video_id,
  file_name: row.file_name,
  collection_name: row.collection_name,
  first_name: row.first_name ?? '',
  last_name: row.last_name ?? '',
  email: row.email,
  minutes: row.seconds / 60,
  bytes: row.bytes,
  created_at: row.created_at.toISOString(),
})
