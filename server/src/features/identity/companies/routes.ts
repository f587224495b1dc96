import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { USAGE_HISTORY } from '@footnote/contract/shared/limits.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Route, SessionViewer } from '../../../platform/route.ts'
import { sendMails } from '../../ground/notifications/commands.ts'
import type { Services } from '../../services.ts'
import { refuseInvitation } from '../accounts/policy.ts'
import { readUser } from '../accounts/queries.ts'
import { accountOf } from '../plans/commands.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { makeAdmin } from './commands.ts'
import { invite } from './invite.ts'
import { invitationMail, invitedElsewhereMail } from './messages.ts'
import { authorizeAdmin } from './policy.ts'
import { presentCompany, presentInvitation, presentMember, presentUsage } from './present.ts'
import {
  companyName,
  findInvitation,
  findMember,
  findOpenInvitation,
  listInvitations,
  listMembers,
  listUsage,
} from './queries.ts'
import { removeUser } from './remove-user.ts'

/** Serves a company: its people, its invitations and their acceptance, and its usage history. */
export function companyRoutes(
  route: Route,
  services: Pick<Services, 'db' | 'mails' | 'attempts' | 'queue' | 'hooks' | 'config'>,
): void {
  const { db, mails, attempts, queue, config } = services
  const { companies } = endpoints

  /** Invites people and sends the mails. @returns their addresses @throws ProductError rate_limited, and as `invite` */
  async function inviteByMail(viewer: SessionViewer, emails: readonly string[]): Promise<string[]> {
    const claim = await mails.claim(viewer.user_id, [...new Set(emails)])
    if (!claim.granted) throw new ProductError('rate_limited', claim)
    const invited = await invite({ db, queue, config }, viewer, emails).catch(async (error) => {
      await claim.giveBack()
      throw error
    })
    const { first_name, last_name } = await readUser(db, viewer.user_id)
    const company = await companyName(db, viewer.company_id)
    const invitations = invited.map(({ email, token, elsewhere }) => {
      const link = `${config.public_url}/onboarding?${new URLSearchParams({ email, token })}`
      const mail = elsewhere ? invitedElsewhereMail : invitationMail
      return mail(email, `${first_name} ${last_name}`, company, link)
    })
    await sendMails(services, invitations)
    return invited.map(({ email }) => email)
  }

  route(companies.details, async ({ viewer: { company_id } }) => {
    const [name, account, members, invitations] = await Promise.all([
      companyName(db, company_id),
      accountOf(db, company_id, new Date()),
      listMembers(db, company_id),
      listInvitations(db, company_id),
    ])
    return {
      company_details: presentCompany(name, account, config.billing),
      users: [...members.map((member) => presentMember(member, config.billing)), ...invitations.map(presentInvitation)],
    }
  })

  route(companies.usageHistory, async ({ viewer }) => {
    const rows = await listUsage(db, viewer.company_id)
    return { items: rows.slice(0, USAGE_HISTORY.max).map(presentUsage), truncated: rows.length > USAGE_HISTORY.max }
  })

  route(companies.invite, async ({ body, viewer }) => {
    authorizeAdmin(viewer)
    refuseInvitation(config.sign_up)
    const invited = await inviteByMail(viewer, body.emails)
    const people = invited.length === 1 ? '1 person' : `${invited.length} people`
    return { message: `${people} invited`, invited }
  })

  route(companies.resendInvite, async ({ body, viewer }) => {
    authorizeAdmin(viewer)
    refuseInvitation(config.sign_up)
    if (!(await findInvitation(db, viewer.company_id, body.email))) {
      const member = await findMember(db, viewer.company_id, body.email)
      throw new ProductError(member ? 'invite_not_pending' : 'not_found')
    }
    await inviteByMail(viewer, [body.email])
    return { message: 'Verification email sent successfully.' }
  })

  route(companies.deleteUser, async ({ body, viewer }) => {
    authorizeAdmin(viewer)
    await removeUser(services, viewer, body.email)
    return { message: 'User removed successfully.' }
  })

  route(companies.makeAdmin, async ({ body, viewer }) => {
    authorizeAdmin(viewer)
    const member = await findMember(db, viewer.company_id, body.email)
    if (!member) {
      const invitation = await findInvitation(db, viewer.company_id, body.email)
      throw new ProductError(invitation ? 'invite_pending' : 'not_found')
    }
    await makeAdmin(db, member.id)
    return { message: 'This member is an admin now.' }
  })

  route(companies.isTokenValid, async ({ body, address }) => {
    await attempts.call(address)
    return { is_valid: (await findOpenInvitation(db, body)) !== undefined }
  })

  route(companies.finishOnboarding, async ({ body, address }) => {
    await attempts.call(address)
    refuseInvitation(config.sign_up)
    await acceptInvitation({ db, queue }, body)
    return { message: 'Welcome to Footnote. Please sign in.' }
  })
}
