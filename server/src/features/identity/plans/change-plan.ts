import type { SubscriptionStatus } from '@footnote/contract/nouns/identity/plans.ts'
import { PLAN_ORDER, type PlanType } from '@footnote/contract/shared/limits.ts'
import type { Transaction, Updateable } from 'kysely'
import type * as z from 'zod/mini'
import type { Database } from '../../../platform/db/database.ts'
import type { Subscriptions, Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { applyDowngrades } from './commands.ts'
import type { Payments } from './payments.ts'
import { monthlyPeriodEnd, readSubscription, type SubscriptionRow, seatsUsed } from './queries.ts'
import { applySubscription } from './stripe-events.ts'

export interface PlanChange {
  readonly checkout_url: string | null
  readonly status: z.infer<typeof SubscriptionStatus> | null
  readonly message: string
}

const ended = (message: string, status: 'active' | 'downgrading'): PlanChange => ({
  checkout_url: null,
  status,
  message,
})
const NAMES = { FREE: 'Free', PRO: 'Pro', TEAM: 'Team' } as const

/**
 * Changes a company's plan. A larger plan starts at once, or once it is paid; a smaller one at the end of the period.
 * @throws ProductError same_plan, payments_failed
 */
export async function changePlan(
  services: Pick<Services, 'db' | 'payments'>,
  viewer: Pick<UserViewer, 'company_id' | 'user_id'>,
  target: PlanType,
): Promise<PlanChange> {
  const { db, payments } = services
  await applyDowngrades(db, new Date(), viewer.company_id)
  const row = await readSubscription(db, viewer.company_id)
  if (target === row.next_plan || (target === row.plan && row.next_plan === null)) throw new ProductError('same_plan')
  if (payments && target !== 'FREE' && !isLive(row)) return await order(payments, db, viewer, row, target)
  return payments && isLive(row)
    ? await changeInStripe(payments, db, row, target)
    : await db.transaction().execute((transaction) => changeHere(transaction, viewer.company_id, target))
}

/** Whether Stripe has a subscription that can be changed. */
export const isLive = (row: SubscriptionRow): row is SubscriptionRow & { stripe_subscription_id: string } =>
  row.stripe_subscription_id !== null && row.plan !== 'FREE'

async function order(
  payments: Payments,
  db: Database,
  { company_id, user_id }: Pick<UserViewer, 'company_id' | 'user_id'>,
  row: SubscriptionRow,
  plan: Exclude<PlanType, 'FREE'>,
): Promise<PlanChange> {
  const user = await db.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()
  const people = await seatsUsed(db, company_id, new Date())
  const customer_id = row.stripe_customer_id
  const checkout_url = await payments.checkout({ company_id, plan, people, customer_id, email: user.email })
  return { checkout_url, status: null, message: 'Pay to change your plan.' }
}

async function changeInStripe(
  payments: Payments,
  db: Database,
  row: SubscriptionRow & { readonly stripe_subscription_id: string },
  target: PlanType,
): Promise<PlanChange> {
  const larger = PLAN_ORDER.indexOf(target) > PLAN_ORDER.indexOf(row.plan)
  const people = await seatsUsed(db, row.company_id, new Date())
  const id = row.stripe_subscription_id
  const answer =
    target === 'FREE'
      ? await payments.cancel(id)
      : await payments.change(id, target, people, larger ? 'paid' : 'renewal')
  await applySubscription(db, row, answer, null)
  return toldOf(row, target)
}

async function changeHere(transaction: Transaction<Tables>, companyId: string, target: PlanType): Promise<PlanChange> {
  await transaction
    .selectFrom('subscriptions')
    .select('plan')
    .where('company_id', '=', companyId)
    .forNoKeyUpdate()
    .execute()
  const row = await readSubscription(transaction, companyId)
  if (target === row.next_plan || (target === row.plan && row.next_plan === null)) throw new ProductError('same_plan')
  const now = new Date()
  const set = (change: Updateable<Subscriptions>) =>
    transaction.updateTable('subscriptions').set(change).where('company_id', '=', companyId).execute()
  if (PLAN_ORDER.indexOf(target) < PLAN_ORDER.indexOf(row.plan))
    await set({ next_plan: target, status: 'downgrading', period_end: monthlyPeriodEnd(row.period_start, now) })
  // A change between paid plans keeps the period, and the minutes used in it.
  else
    await set({
      plan: target,
      next_plan: null,
      status: 'active',
      period_end: null,
      ...(row.plan === 'FREE' ? { period_start: now } : {}),
    })
  return toldOf(row, target)
}

function toldOf(before: SubscriptionRow, target: PlanType): PlanChange {
  if (PLAN_ORDER.indexOf(target) < PLAN_ORDER.indexOf(before.plan))
    return ended(`Your plan changes to ${NAMES[target]} at the end of the period.`, 'downgrading')
  return ended(
    target === before.plan ? `Your plan stays ${NAMES[target]}.` : `Your plan is ${NAMES[target]} now.`,
    'active',
  )
}
