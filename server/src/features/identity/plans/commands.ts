import { OverLimit } from '@footnote/contract/nouns/identity/plans.ts'
import { PLANS } from '@footnote/contract/shared/limits.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'
import type { Services } from '../../services.ts'
import {
  type CompanyAccount,
  hasEnded,
  monthlyPeriodEnd,
  readSubscription,
  seatsAllotted,
  seatsUsed,
  usageOf,
} from './queries.ts'
import { storageUsed } from './quota/queries.ts'

/** Applies downgrades whose period has ended. @param companyId only of this company; null for all */
export async function applyDowngrades(db: Kysely<Tables>, now: Date, companyId: string | null): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set((row) => ({
      plan: row.ref('next_plan').$notNull(),
      next_plan: null,
      status: 'active',
      period_start: row.ref('period_end').$notNull(),
      period_end: null,
    }))
    .where('next_plan', 'is not', null)
    .where('period_end', '<=', now)
    .$if(companyId !== null, (query) => query.where('company_id', '=', companyId as string))
    .execute()
}

/** The current plan of a company. @param now the present */
export async function accountOf(db: Kysely<Tables>, companyId: string, now: Date): Promise<CompanyAccount> {
  await applyDowngrades(db, now, companyId)
  const subscription = await readSubscription(db, companyId)
  const { plan } = subscription
  const [usage, storage_used, seats_used] = await Promise.all([
    usageOf(db, companyId, now),
    storageUsed(db, companyId),
    seatsUsed(db, companyId, now),
  ])
  const seats_allotted = seatsAllotted(plan, seats_used)
  const exceeded: Readonly<Record<OverLimit, boolean>> = {
    storage: storage_used > PLANS[plan].storage,
    minutes: usage.used_seconds > usage.allotted_seconds,
    seats: seats_used > seats_allotted,
  }
  return {
    subscription,
    usage,
    storage_used,
    seats_used,
    seats_allotted,
    period_end: plan === 'FREE' ? null : (subscription.period_end ?? monthlyPeriodEnd(subscription.period_start, now)),
    over_limit: OverLimit.options.filter((limit) => exceeded[limit]),
  }
}

/** Ends a company's subscription at once. @throws ProductError payments_failed */
export async function endSubscription(
  { db, payments }: Pick<Services, 'db' | 'payments'>,
  companyId: string,
): Promise<void> {
  const { stripe_subscription_id: id } = await readSubscription(db, companyId)
  // The plan FREE does not mean that it has ended: it may be unpaid, or somebody resumed it in Stripe's portal.
  if (payments && id !== null && !(await hasEnded(db, id))) await payments.end(id)
}
