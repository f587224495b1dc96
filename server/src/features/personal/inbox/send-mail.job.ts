import { NOTIFICATION_KINDS } from '@footnote/contract/nouns/personal/notifications.ts'
import { MailRefused } from '../../../platform/mail/mailer.ts'
import { type MailOrder, MailSeal } from '../../../platform/mail/sealed-mail.ts'
import type { JobHandler, Jobs } from '../../../platform/queue/jobs.ts'
import { forgetLines, holdLines } from '../../ground/notifications/commands.ts'
import type { Services } from '../../services.ts'
import { gatheredMail } from './gathered/digest-mail.ts'
import { notificationMail } from './messages.ts'
import { findForMails } from './queries.ts'
import { UnsubscribeTokens } from './unsubscribe.ts'

/**
 * Sends a mail, unless it has expired or its reader has no account. After a temporary refusal the queue repeats the
 * job; a mail that was sent just before a kill is sent twice, with the same id if it is a gathered one. Lines of a link that is
 * paused wait until its maker resumes it.
 */
export function sendMail(services: Pick<Services, 'db' | 'mailer' | 'config'>): JobHandler<'send-mail'> {
  const send = sendOrder(services)
  return async (wanted, context) => {
    if ('mail_id' in wanted && (await holdLines(services.db, wanted.mail_id))) return
    await send(wanted, context)
    if ('mail_id' in wanted) await forgetLines(services.db, wanted.mail_id)
  }
}

function sendOrder(services: Pick<Services, 'db' | 'mailer' | 'config'>): JobHandler<'send-mail'> {
  const { mailer } = services
  const orderOf = findOrder(services)
  return async (wanted, { log }) => {
    const order = await orderOf(wanted)
    if (!order)
      return log.warn({}, 'mail is not sent: nothing is left of it, nobody may receive it, or SECRET_KEY was changed')
    if (order.until !== null && order.until < Date.now())
      return log.warn({}, 'mail is not sent: its code or link is over')
    try {
      await (order.rehearsed ? mailer.rehearse(order.mail) : mailer.send(order.mail))
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      log.error({ err: error }, 'mail is not sent: the mail server refuses it')
    }
  }
}

/**
 * Opens a sealed mail, or makes the mail of a notification or of gathered lines.
 * @returns null when it cannot be opened, or its reader is gone
 */
function findOrder({ db, config }: Pick<Services, 'db' | 'config'>) {
  const seal = new MailSeal(config.secret_key)
  const tokens = new UnsubscribeTokens(config.secret_key)
  return async (wanted: Jobs['send-mail']): Promise<MailOrder | null> => {
    if ('sealed' in wanted) return seal.open(wanted.sealed)
    if ('mail_id' in wanted) {
      const mail = await gatheredMail({ db, config }, wanted.mail_id)
      return mail && { mail, rehearsed: false, until: null }
    }
    const row = (await findForMails(db, [wanted.notification_id])).get(wanted.notification_id)
    const kind = NOTIFICATION_KINDS.find((known) => known === row?.type)
    if (!row || !kind) return null
    const query = new URLSearchParams({ token: tokens.create({ user_id: row.user_id, kind }) })
    const unsubscribe_url = `${config.public_url}/api/unsubscribe?${query}`
    const mail = notificationMail(row.email, kind, row, { public_url: config.public_url, unsubscribe_url })
    return { mail, rehearsed: false, until: null }
  }
}
