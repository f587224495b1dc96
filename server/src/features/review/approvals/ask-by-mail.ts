import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { sendMailWith } from '../../ground/notifications/commands.ts'
import type { Services } from '../../services.ts'
import { createLink } from '../sharing/commands.ts'
import { guestMail } from './messages.ts'
import type { Review, ReviewerRow } from './queries.ts'

/** A guest who is asked about a version, and who asks. */
interface MailRequest {
  readonly review: Review
  readonly reviewer: ReviewerRow
  /** The link is theirs: it ends when they leave. */
  readonly sender: Pick<UserViewer, 'user_id' | 'company_id'>
  readonly actor_name: string
  readonly message: string
  /** Whether the mail is about the due date. */
  readonly reminder?: boolean
}

/** Makes a link for approving the version that is for this guest alone, and mails it. Earlier links still work. */
export async function mailGuest(
  transaction: Transaction<Tables>,
  services: Pick<Services, 'queue' | 'config'>,
  { review, reviewer, sender, actor_name, message, reminder = false }: MailRequest,
): Promise<void> {
  const { video, due_at } = review
  const { email, guest_name } = reviewer
  if (email === null || guest_name === null) return
  const link = { items: [{ video_id: video.id }], permission: 'approver', expires_at: null } as const
  const { token } = await createLink(transaction, services, sender, link, { name: guest_name, email })
  await transaction.updateTable('reviewers').set({ mailed_for: video.id }).where('id', '=', reviewer.id).execute()
  const about = {
    ...{ to: email, name: unmarkedName(guest_name), actor: actor_name },
    ...{ video: video.file_name, version: video.version, message, due_at },
  }
  const address = `${services.config.public_url}/shared/${token}`
  await sendMailWith(transaction, services, guestMail({ ...about, link: address }, reminder))
}
