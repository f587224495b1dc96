import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Route } from '../../../../platform/route.ts'
import type { Services } from '../../../services.ts'
import { chooseGuestMail } from './commands.ts'

/** Serves the choice of a guest to get answers and new versions by mail. */
export function guestMailRoutes(route: Route, services: Pick<Services, 'db' | 'config'>): void {
  route(endpoints.sharing.chooseMail, async ({ body: { mail }, viewer }) => {
    await chooseGuestMail(services, viewer, mail)
    return { mail }
  })
}
