import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { type Subscription, SubscriptionStatus } from '@footnote/contract/nouns/identity/plans.ts'
import { PLANS } from '@footnote/contract/shared/limits.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { authorizeAdmin, isReadOnly } from '../companies/policy.ts'
import { changePlan } from './change-plan.ts'
import { accountOf } from './commands.ts'
import { type CompanyAccount, readSubscription, usageOf } from './queries.ts'
import { takeEvent } from './stripe-events.ts'

/** Serves a company's plan and usage, changes of plan, and the events of the payment service. */
export function planRoutes(route: Route, { db, payments, config }: Pick<Services, 'db' | 'payments' | 'config'>): void {
  const { subscriptions, usage } = endpoints
  const plansOnly = () => {
    if (!config.billing) throw new ProductError('billing_off')
  }

  route(usage.get, async ({ viewer }) => {
    if (!config.billing) return { usage: null, minutes_allotted: null }
    const { used_seconds, allotted_seconds } = await usageOf(db, viewer.company_id, new Date())
    return { usage: used_seconds / 60, minutes_allotted: allotted_seconds / 60 }
  })

  route(subscriptions.current, async ({ viewer }) => {
    const account = await accountOf(db, viewer.company_id, new Date())
    const subscription = presentSubscription(account, config.billing, payments !== null)
    return { ...subscription, read_only: isReadOnly(viewer, config) }
  })

  route(subscriptions.changePlan, async ({ body, viewer }) => {
    authorizeAdmin(viewer)
    plansOnly()
    return await changePlan({ db, payments }, viewer, body.plan_type)
  })

  route(subscriptions.cancel, async ({ viewer }) => {
    authorizeAdmin(viewer)
    plansOnly()
    const { subscription } = await accountOf(db, viewer.company_id, new Date())
    if (subscription.plan === 'FREE') throw new ProductError('nothing_to_cancel')
    if (subscription.next_plan !== 'FREE') await changePlan({ db, payments }, viewer, 'FREE')
    return { message: 'Subscription cancelled successfully' }
  })

  route(subscriptions.portal, async ({ viewer }) => {
    authorizeAdmin(viewer)
    plansOnly()
    const { stripe_customer_id } = await readSubscription(db, viewer.company_id)
    if (!payments || !stripe_customer_id) throw new ProductError('payments_off')
    return { url: await payments.portal(stripe_customer_id) }
  })

  route(subscriptions.webhook, async ({ body, request }) => {
    if (!payments) throw new ProductError('not_found')
    const signature = request.headers['stripe-signature']
    const event = payments.readEvent(body, Array.isArray(signature) ? signature.join(',') : signature)
    return { message: (await takeEvent(db, event, payments.replace)) ? 'Taken' : 'Taken before' }
  })
}

/** @param billing false hides limits @param stripe whether the installation takes payments */
function presentSubscription(
  account: CompanyAccount,
  billing: boolean,
  stripe: boolean,
): Omit<Subscription, 'read_only'> {
  const { subscription, usage, period_end } = account
  const { storage, minutes } = PLANS[subscription.plan]
  return {
    type: subscription.plan,
    status: SubscriptionStatus.parse(subscription.status),
    current_period_end: billing && period_end ? Math.floor(period_end.getTime() / 1000) : null,
    next_plan: billing ? subscription.next_plan : null,
    processing_minutes: billing ? minutes : null,
    storage: billing ? storage : null,
    current_usage: {
      minutes_used: usage.used_seconds / 60,
      minutes_allotted: billing ? minutes : null,
      storage_used: account.storage_used,
      storage_limit: billing ? storage : null,
      seats_used: account.seats_used,
      seats_allotted: billing ? account.seats_allotted : null,
    },
    over_limit: billing ? [...account.over_limit] : [],
    portal: billing && stripe && subscription.stripe_customer_id !== null,
  }
}
