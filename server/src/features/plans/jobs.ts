import type { JobHandlers } from '../../platform/queue/queue.ts'
import type { Services } from '../services.ts'
import { isLive } from './change-plan.ts'
import { settleSubscriptions } from './commands.ts'
import { findSubscription, seatsUsed } from './queries.ts'

/** The jobs of plans, for the worker. */
export function subscriptionJobs({
  db,
  payments,
}: Pick<Services, 'db' | 'payments'>): Pick<JobHandlers, 'pay-seats' | 'settle-subscriptions'> {
  return {
    'pay-seats': async ({ company_id }) => {
      const row = await findSubscription(db, company_id)
      // A pending change of plan sets the next period's price itself.
      if (!payments || !row || !isLive(row) || row.plan !== 'TEAM' || row.next_plan !== null) return
      const people = await seatsUsed(db, company_id, new Date())
      await payments.change(row.stripe_subscription_id, 'TEAM', people, 'now')
    },
    'settle-subscriptions': () => settleSubscriptions(db, new Date(), null),
  }
}
