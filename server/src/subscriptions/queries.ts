import { PLANS, type PlanType } from '@footnote/contract/limits.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** What a company has used of its plan. */
export interface Usage {
  readonly plan: PlanType
  /** Start of the period that the minutes are counted in; null where they are given once. */
  readonly period_start: Date | null
  /** Seconds of video charged in the period. */
  readonly used_seconds: number
  /** Seconds that the plan allows in the period. */
  readonly allotted_seconds: number
}

/**
 * Counts what a company was charged in the present period. Free minutes are given once, the others' each month, counted
 * from the day on which the plan began.
 * @param now the present
 */
export async function usageOf(db: Kysely<Tables>, companyId: string, now: Date): Promise<Usage> {
  const subscription = await db
    .selectFrom('subscriptions')
    .select(['plan', 'period_start'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const plan = subscription?.plan ?? 'FREE'
  const period_start = subscription && plan !== 'FREE' ? monthlyPeriodStart(subscription.period_start, now) : null
  const { seconds } = await db
    .selectFrom('usage_charges')
    .select((charge) => charge.fn.coalesce(charge.fn.sum<number>('seconds'), charge.val(0)).as('seconds'))
    .where('company_id', '=', companyId)
    .$if(period_start !== null, (query) => query.where('created_at', '>=', period_start as Date))
    .executeTakeFirstOrThrow()
  return { plan, period_start, used_seconds: seconds, allotted_seconds: PLANS[plan].minutes * 60 }
}

/**
 * The last monthly return of a day that is not after now: the day of the month is kept, or the month's last day where it
 * has no such day.
 */
export function monthlyPeriodStart(first: Date, now: Date): Date {
  const months = (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth()
  const candidate = addMonths(first, Math.max(0, months))
  return candidate > now ? addMonths(first, Math.max(0, months - 1)) : candidate
}

function addMonths(date: Date, months: number): Date {
  const moved = new Date(date)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  // 31 January and a month is 3 March in JavaScript; it is meant to be 28 February.
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0)
  return moved
}
