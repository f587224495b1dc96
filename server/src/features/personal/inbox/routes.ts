import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProductError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/route.ts'
import { mailSettings, timeZoneOf } from '../../ground/notifications/queries.ts'
import { endGuestMail } from '../../review/sharing/guest-mails/commands.ts'
import { isMailed } from '../../review/sharing/guest-mails/queries.ts'
import type { Services } from '../../services.ts'
import { chooseMails, markRead } from './commands.ts'
import { presentNotification } from './present.ts'
import { listNotifications } from './queries.ts'
import { type MailOptOut, nameOf, UnsubscribeTokens, unsubscribePage } from './unsubscribe.ts'

/** Serves a person's notifications, their choice of mails, and the unsubscribe link of each mail. */
export function inboxRoutes(route: Route, { db, storage, config }: Pick<Services, 'db' | 'storage' | 'config'>): void {
  const { notifications } = endpoints
  const tokens = new UnsubscribeTokens(config.secret_key)
  const settingsOf = async (userId: string) => ({
    settings: [...(await mailSettings(db, userId))].map(([kind, choice]) => ({
      kind,
      in_app: true as const,
      ...choice,
    })),
    time_zone: await timeZoneOf(db, userId),
  })
  const named = (token: string) => {
    const subscription = tokens.read(token)
    if (!subscription) throw new ProductError('address_invalid')
    return subscription
  }

  const isWanted = async (mails: MailOptOut) =>
    'user_id' in mails
      ? ((await mailSettings(db, mails.user_id)).get(mails.kind)?.mail ?? false)
      : await isMailed(db, mails.guest_mail_id)

  route(notifications.list, async ({ viewer }) => {
    const rows = await listNotifications(db, viewer.user_id)
    const presentation = { viewer, storage, billing: config.billing, now: new Date() }
    return { notifications: await Promise.all(rows.map((row) => presentNotification(row, presentation))) }
  })

  route(notifications.handle, async ({ body, viewer }) => {
    const known = await markRead(db, viewer.user_id, body.id)
    if (!known) throw new ProductError('not_found')
    return { message: 'Marked as read' }
  })

  route(notifications.settings, async ({ viewer }) => await settingsOf(viewer.user_id))

  route(notifications.changeSettings, async ({ body, viewer }) => {
    const choices = body.settings.map(({ kind, mail, digest }) => ({ kind, mail, ...(digest && { digest }) }))
    await chooseMails(db, viewer.user_id, choices, body.time_zone)
    return await settingsOf(viewer.user_id)
  })

  route(notifications.askUnsubscribe, async ({ query, request, reply }) => {
    const mails = named(query.token)
    const [{ kind }, mail] = [mails, await isWanted(mails)]
    return wantsPage(request) ? page(reply, kind, mail) : { kind, mail }
  })

  route(notifications.unsubscribe, async ({ query, request, reply }) => {
    const mails = named(query.token)
    if ('user_id' in mails) await chooseMails(db, mails.user_id, [{ kind: mails.kind, mail: false }])
    else await endGuestMail(db, mails.guest_mail_id)
    if (wantsPage(request)) return page(reply, mails.kind, false)
    return { message: `You will get no more mails about ${nameOf(mails.kind)}.` }
  })
}

/** People follow the mail's link in a browser; mail programs and scripts do not accept HTML. */
const wantsPage = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') ?? false

/** Answers with a page instead of JSON. */
function page(reply: FastifyReply, kind: MailOptOut['kind'], mail: boolean): never {
  reply.type('text/html; charset=utf-8').serializer((text: unknown) => String(text))
  return unsubscribePage(kind, mail) as never
}
