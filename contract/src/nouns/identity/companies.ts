import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Email, requiredText, secretText, Timestamp } from '../../calls/fields.ts'
import { Message } from '../../calls/problems.ts'
import { INVITATIONS, PASSWORD, TEXT } from '../../shared/limits.ts'
import { newPassword } from './accounts.ts'
import { CurrentUsage, OverLimit, PlanName, SubscriptionStatus } from './plans.ts'

export const CompanyDetails = z.object({
  name: z.string(),
  /** Null without billing. */
  subscription: z.nullable(PlanName),
  subscription_status: z.nullable(SubscriptionStatus),
  ...CurrentUsage.shape,
  over_limit: z.array(OverLimit),
})
export type CompanyDetails = z.infer<typeof CompanyDetails>

/** A member, or an invited person, who is not verified and has no name. */
export const CompanyUser = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  verified: z.boolean(),
  is_admin: z.boolean(),
  /** The plan has no seat for this member: they can read everything and change nothing. */
  read_only: z.boolean(),
})
export type CompanyUser = z.infer<typeof CompanyUser>

/** An indexed video, even if it was deleted later. */
export const UsageItem = z.object({
  video_id: z.string(),
  file_name: z.string(),
  /** Null after the collection is deleted. */
  collection_name: z.nullable(z.string()),
  /** Who uploaded it; empty after their account is deleted. */
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  minutes: z.number(),
  bytes: z.number(),
  created_at: Timestamp,
})
export type UsageItem = z.infer<typeof UsageItem>

export const InviteUsers = z.object({
  emails: z
    .array(Email, { error: 'E-mail addresses are required' })
    .check(
      z.minLength(1, 'E-mail addresses are required'),
      z.maxLength(INVITATIONS.at_once, `At most ${INVITATIONS.at_once} people can be invited at once`),
    ),
})
const Member = z.object({ email: Email })
const InviteToken = secretText('A token is required', TEXT.url)
export const FinishOnboarding = z.object({
  email: Email,
  token: InviteToken,
  first_name: requiredText('First Name is required', TEXT.name),
  last_name: requiredText('Last Name is required', TEXT.name),
  password: newPassword('Password is required', PASSWORD.onboarding, 'Password must be at least 8 characters long'),
})

export const companies = endpointsOf('Company', {
  details: {
    method: 'GET',
    path: '/api/company/company_details',
    access: 'session',
    summary: 'The company, its usage, members and invitations',
    response: z.object({ company_details: CompanyDetails, users: z.array(CompanyUser) }),
  },
  usageHistory: {
    method: 'GET',
    path: '/api/company/usage_history',
    access: 'session',
    summary: 'Indexed videos with their dates and uploaders, newest first',
    response: z.object({ items: z.array(UsageItem), truncated: z.boolean() }),
  },
  invite: {
    method: 'POST',
    path: '/api/company/invite_users',
    access: 'session',
    summary: 'Invite people by e-mail: all or none',
    body: InviteUsers,
    response: z.object({ message: z.string(), invited: z.array(z.string()) }),
  },
  resendInvite: {
    method: 'POST',
    path: '/api/company/resend_invite',
    access: 'session',
    summary: 'Mail an invitation again, with a new link',
    body: Member,
    response: Message,
  },
  deleteUser: {
    method: 'POST',
    path: '/api/company/delete_user',
    access: 'session',
    summary: 'Remove a member or withdraw an invitation',
    body: Member,
    response: Message,
  },
  makeAdmin: {
    method: 'POST',
    path: '/api/company/make_admin',
    access: 'session',
    summary: 'Make a member an admin',
    body: Member,
    response: Message,
  },
  isTokenValid: {
    method: 'POST',
    path: '/api/company/is_token_valid',
    access: 'public',
    summary: 'Check whether an invitation is valid, without using it',
    body: z.object({ email: Email, token: InviteToken }),
    response: z.object({ is_valid: z.boolean() }),
  },
  finishOnboarding: {
    method: 'POST',
    path: '/api/user/finish_onboarding',
    access: 'public',
    summary: 'Accept an invitation and create the account',
    body: FinishOnboarding,
    response: Message,
  },
})
