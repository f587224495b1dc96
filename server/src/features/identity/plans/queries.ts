import type { OverLimit } from '@footnote/contract/nouns/identity/plans.ts'
import { PLANS, type PlanType } from '@footnote/contract/shared/limits.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Subscriptions } from '../../../platform/db/schema.ts'

/** A company's use of its plan. */
export interface Usage {
  readonly plan: PlanType
  /** Start of the period in which minutes count; null when they are given once. */
  readonly period_start: Date | null
  /** Seconds of video charged in the period. */
  readonly used_seconds: number
  /** Seconds that the plan allows in the period. */
  readonly allotted_seconds: number
}

/**
 * Counts the minutes charged to a company in the current period. Free minutes are given once; paid plans renew theirs
 * each month, from the day on which the plan began.
 * @param now the present
 */
export async function usageOf(db: Reader, companyId: string, now: Date): Promise<Usage> {
  const subscription = await db
    .selectFrom('subscriptions')
    .select(['plan', 'period_start', 'next_plan', 'period_end'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const plan = subscription ? planAt(subscription, now) : 'FREE'
  const period_start = subscription && plan !== 'FREE' ? monthlyPeriodStart(subscription.period_start, now) : null
  const { seconds } = await db
    .selectFrom('usage_charges')
    .select((charge) => charge.fn.coalesce(charge.fn.sum<number>('seconds'), charge.val(0)).as('seconds'))
    .where('company_id', '=', companyId)
    .$if(period_start !== null, (query) => query.where('created_at', '>=', period_start as Date))
    .executeTakeFirstOrThrow()
  return { plan, period_start, used_seconds: seconds, allotted_seconds: PLANS[plan].minutes * 60 }
}

/** The plan at a time. A due downgrade counts even before it is written to the database. */
const planAt = (
  { plan, next_plan, period_end }: Pick<SubscriptionRow, 'plan' | 'next_plan' | 'period_end'>,
  now: Date,
) => (next_plan && period_end && period_end <= now ? next_plan : plan)

export type SubscriptionRow = Selectable<Subscriptions>

const subscriptionsOf = (db: Reader, companyId: string) =>
  db.selectFrom('subscriptions').selectAll().where('company_id', '=', companyId)

/** The subscription of an existing company; every company has one. @throws NoResultError when the company is gone */
export const readSubscription = (db: Reader, companyId: string): Promise<SubscriptionRow> =>
  subscriptionsOf(db, companyId).executeTakeFirstOrThrow()

/** Undefined when the company has been deleted. */
export const findSubscription = (db: Reader, companyId: string): Promise<SubscriptionRow | undefined> =>
  subscriptionsOf(db, companyId).executeTakeFirst()

/** The number of members and open invitations of a company: each takes a seat. */
export async function seatsUsed(db: Reader, companyId: string, now: Date): Promise<number> {
  const { seats } = await db
    .selectNoFrom((none) => [
      sql<number>`${none.selectFrom('users').select(none.fn.countAll().as('n')).where('company_id', '=', companyId)}
        + ${none
          .selectFrom('invitations')
          .select(none.fn.countAll().as('n'))
          .where('company_id', '=', companyId)
          .where('expires_at', '>', now)}`.as('seats'),
    ])
    .executeTakeFirstOrThrow()
  return seats
}

/**
 * SQL: whether the user of a query on `users` has a seat. The current plan's seats go to admins first, then by date of
 * joining. TEAM has a seat for everybody, since additional ones are paid for.
 */
export const hasSeat = (): RawBuilder<boolean> => sql<boolean>`coalesce((
  select (
    select count(*) from users other where other.company_id = users.company_id
      and (not other.is_admin, other.created_at, other.id) < (not users.is_admin, users.created_at, users.id)
  ) < case case when s.period_end <= now() then coalesce(s.next_plan, s.plan) else s.plan end
    when 'FREE' then ${PLANS.FREE.seats}::int
    when 'PRO' then ${PLANS.PRO.seats}::int
  end
  from subscriptions s where s.company_id = users.company_id), true)`

/** The number of a plan's seats for this many people. A plan with additional seats has one for each. */
export const seatsAllotted = (plan: PlanType, people: number): number =>
  plan === 'TEAM' ? Math.max(PLANS.TEAM.seats, people) : PLANS[plan].seats

/** End of the month that `monthlyPeriodStart` begins. */
export const monthlyPeriodEnd = (first: Date, now: Date): Date => addMonths(first, monthsBetween(first, now) + 1)

/**
 * The last monthly anniversary of a date that is not after now: the same day of the month, or the month's last day when
 * the month is shorter.
 */
export const monthlyPeriodStart = (first: Date, now: Date): Date => addMonths(first, monthsBetween(first, now))

/** Whole months from one time to another; 0 when the second is earlier. */
function monthsBetween(first: Date, now: Date): number {
  const months = (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth()
  return Math.max(0, addMonths(first, months) > now ? months - 1 : months)
}

function addMonths(date: Date, months: number): Date {
  const moved = new Date(date)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  // JavaScript turns 31 January plus a month into 3 March; this corrects it to 28 February.
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0)
  return moved
}

/** A company's plan, its usage and its limits. */
export interface CompanyAccount {
  readonly subscription: SubscriptionRow
  readonly usage: Usage
  /** Bytes. */
  readonly storage_used: number
  /** Members and open invitations. */
  readonly seats_used: number
  readonly seats_allotted: number
  /** End of the current period; null on FREE. */
  readonly period_end: Date | null
  readonly over_limit: readonly OverLimit[]
}

/** Whether Stripe has reported the end of a subscription. Older reports about it may arrive later. */
export const hasEnded = async (db: Reader, id: string): Promise<boolean> =>
  (await db.selectFrom('stripe_events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
