import type { CurrentUsage, OverLimit, Subscription } from '@footnote/contract/nouns/identity/plans.ts'
import { PLAN_ORDER, PLANS, type PlanType, PRICES } from '@footnote/contract/shared/limits.ts'
import { formatDate, formatStorage } from '@footnote/contract/shared/timecode.ts'

export const PLAN_NAMES: Readonly<Record<PlanType, string>> = { FREE: 'Free', PRO: 'Pro', TEAM: 'Team' }

/** Contents of a plan in a line. */
export const CONTENTS: Readonly<Record<PlanType, string>> = {
  FREE: `5GB storage, ${PLANS.FREE.minutes} minutes once, 30-day retention`,
  PRO: `1TB storage, ${PLANS.PRO.minutes} minutes a month, unlimited sharing and retention`,
  TEAM: `3TB storage, ${PLANS.TEAM.minutes.toLocaleString('en-US')} minutes a month, ${PLANS.TEAM.seats} team members, $${PRICES.seat} per additional user`,
}

const minutesOf = (plan: PlanType): string =>
  `${PLANS[plan].minutes.toLocaleString('en-US')} minutes ${plan === 'FREE' ? 'once' : 'a month'}`
const DAY = 86_400

/** Losses of a change to a smaller plan, a line each. @param used the company's present usage */
export function lossesOf(from: PlanType, to: PlanType, used: CurrentUsage): string[] {
  const [before, after] = [PLANS[from], PLANS[to]]
  const over =
    used.storage_used > after.storage ? `: you use ${formatStorage(used.storage_used)}, so nothing can be added` : ''
  const members = used.seats_used - after.seats
  const seats = members > 0 ? `: ${members} of your ${used.seats_used} people can then only watch and search` : ''
  return [
    `${minutesOf(from)}, for ${minutesOf(to)}`,
    `${formatStorage(before.storage)} of storage, for ${formatStorage(after.storage)}${over}`,
    ...(before.seats > after.seats ? [`${before.seats} seats, for ${after.seats}${seats}`] : []),
    ...(after.retention === null || before.retention !== null
      ? []
      : [`unlimited retention: a collection can no longer be opened ${after.retention / DAY} days after it was made`]),
  ]
}

/** Colour of a subscription's status: green, yellow, or grey for all others. */
export const statusKind = (status: string): 'ok' | 'warn' | 'idle' =>
  status === 'active' ? 'ok' : status === 'past_due' ? 'warn' : 'idle'

/** A status in words. */
export const statusWords = (status: string): string => status.replaceAll('_', ' ')

/** Label of a plan's button for a company on another plan. */
export const wayTo = (from: PlanType, to: PlanType): 'Upgrade' | 'Downgrade' =>
  PLAN_ORDER.indexOf(to) > PLAN_ORDER.indexOf(from) ? 'Upgrade' : 'Downgrade'

/** The same for a company that may keep its plan, or whose plan is unknown. */
export const wayWords = (from: PlanType | null, to: PlanType): 'Upgrade' | 'Downgrade' | 'Keep' | 'Choose' =>
  from === null ? 'Choose' : from === to ? 'Keep' : wayTo(from, to)

/** Says what happens at the end of the period; null for a plan without periods. */
export function periodWords({ current_period_end, next_plan }: Subscription): string | null {
  if (current_period_end === null) return null
  const date = formatDate(new Date(current_period_end * 1000))
  return next_plan ? `Becomes ${PLAN_NAMES[next_plan]} on ${date}` : `Renews on ${date}`
}

const OVER: Readonly<Record<OverLimit, string>> = {
  storage: 'Delete videos or choose a larger plan to add more.',
  minutes: 'You can index more when your minutes renew, or with a larger plan.',
  seats: 'You cannot invite anybody. Members without a seat can only watch and search.',
}

/** For a member without a seat: no other limit matters to them. */
const NO_SEAT = [
  'Your company has too few seats, and you have none. Nothing is deleted.',
  'You can watch and search everything, but change nothing. Ask an admin for a larger plan.',
]

const OVER_FACT: Readonly<Record<OverLimit, string>> = {
  storage: 'Your storage is over its limit.',
  minutes: 'Your minutes are used up.',
  seats: 'You have too few seats.',
}

/** Names the exceeded limit in one line on a phone. @param readOnly the viewer has no seat */
export function overLimitFact(limits: readonly OverLimit[], readOnly: boolean): string {
  if (readOnly) return 'You have no seat in this plan.'
  const [only, ...others] = limits
  return only && others.length === 0 ? OVER_FACT[only] : 'Your plan is over its limits.'
}

/**
 * Says that limits are exceeded and that nothing is lost, then the consequences, a line each.
 * @param readOnly the viewer has no seat
 */
export const overLimitLines = (limits: readonly OverLimit[], readOnly: boolean): string[] =>
  readOnly
    ? NO_SEAT
    : [
        `Your company uses more ${new Intl.ListFormat('en').format(limits)} than its plan has. Nothing is deleted.`,
        ...limits.map((limit) => OVER[limit]),
      ]
