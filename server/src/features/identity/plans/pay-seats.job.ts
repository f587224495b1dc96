import type { JobHandler } from '../../../platform/queue/jobs.ts'
import type { Services } from '../../services.ts'
import { isLive } from './change-plan.ts'
import { findSubscription, seatsUsed } from './queries.ts'

/** Updates the number of seats at Stripe to what a company uses. */
export const paySeats =
  ({ db, payments }: Pick<Services, 'db' | 'payments'>): JobHandler<'pay-seats'> =>
  async ({ company_id }) => {
    const row = await findSubscription(db, company_id)
    // A pending change of plan sets the next period's price itself.
    if (!payments || !row || !isLive(row) || row.plan !== 'TEAM' || row.next_plan !== null) return
    const people = await seatsUsed(db, company_id, new Date())
    await payments.change(row.stripe_subscription_id, 'TEAM', people, 'now')
  }
