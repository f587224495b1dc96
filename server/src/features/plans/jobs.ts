import type { Database } from '../../platform/db/database.ts'
import type { JobHandlers } from '../../platform/queue/queue.ts'
import { isLive } from './change-plan.ts'
import { settleSubscriptions } from './commands.ts'
import type { Payments } from './payments.ts'
import { findSubscription, seatsUsed } from './queries.ts'

/** The jobs of plans, for the worker. @param payments null where plans change without payment */
export function subscriptionJobs(
  db: Database,
  payments: Payments | null,
): Pick<JobHandlers, 'pay-seats' | 'settle-subscriptions'> {
  return {
    'pay-seats': async ({ company_id }) => {
      const row = await findSubscription(db, company_id)
      // What the next period costs is told to Stripe by the change of the plan.
      if (!payments || !row || !isLive(row) || row.plan !== 'TEAM' || row.next_plan !== null) return
      const people = await seatsUsed(db, company_id, new Date())
      await payments.change(row.stripe_subscription_id, 'TEAM', people, 'now')
    },
    'settle-subscriptions': () => settleSubscriptions(db, new Date(), null),
  }
}
