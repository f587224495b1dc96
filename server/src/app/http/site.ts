import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Config } from '../../platform/config.ts'
import type { Route } from '../../platform/route.ts'

/** Serves the public facts of this installation. */
export function siteRoute(
  route: Route,
  config: Pick<Config, 'billing' | 'stripe' | 'booking_url' | 'contact_email' | 'smtp_url'>,
): void {
  route(endpoints.site.get, async () => ({
    billing: config.billing,
    stripe: config.billing && config.stripe !== null,
    booking_url: config.booking_url,
    contact_email: config.contact_email,
    mail: config.smtp_url ? ('smtp' as const) : ('outbox' as const),
  }))
}
