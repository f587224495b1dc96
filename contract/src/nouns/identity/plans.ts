import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Message } from '../../calls/problems.ts'
import { PLAN_ORDER } from '../../shared/limits.ts'

export const PlanName = z.enum(PLAN_ORDER, { error: 'There is no such plan' })
/** Paid; behind with a payment; or moving to a smaller plan when the period ends. */
export const SubscriptionStatus = z.enum(['active', 'past_due', 'downgrading'])

/**
 * A limit that the company exceeds, for example after a downgrade. It loses nothing, but cannot add anything until
 * there is room.
 */
export const OverLimit = z.enum(['storage', 'minutes', 'seats'])
export type OverLimit = z.infer<typeof OverLimit>

/** What a company uses and how much it may use. Limits are null without billing. */
export const CurrentUsage = z.object({
  minutes_used: z.number(),
  minutes_allotted: z.nullable(z.number()),
  /** Bytes. */
  storage_used: z.number(),
  storage_limit: z.nullable(z.number()),
  /** Members and open invitations. */
  seats_used: z.number(),
  /** Seats of the plan. TEAM pays for each seat beyond its five. */
  seats_allotted: z.nullable(z.number()),
})
export type CurrentUsage = z.infer<typeof CurrentUsage>

export const Subscription = z.object({
  type: PlanName,
  status: SubscriptionStatus,
  /** Unix seconds; null on FREE, which has no periods. */
  current_period_end: z.nullable(z.number()),
  /** The plan that follows when the period ends; null unless the status is downgrading. */
  next_plan: z.nullable(PlanName),
  /** Minutes of the plan. Null without billing; so are the limits that follow. */
  processing_minutes: z.nullable(z.number()),
  /** Bytes of the plan. */
  storage: z.nullable(z.number()),
  current_usage: CurrentUsage,
  over_limit: z.array(OverLimit),
  /** Whether the viewer has no seat. Admins keep their seats first, then the earliest members. */
  read_only: z.boolean(),
  /** Whether the company can manage payments in Stripe's customer portal. */
  portal: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

export const subscriptions = endpointsOf('Subscription', {
  current: {
    method: 'GET',
    path: '/api/subscription/current',
    access: 'session',
    summary: "The company's plan and its usage",
    response: Subscription,
  },
  changePlan: {
    method: 'POST',
    path: '/api/subscription/change-plan',
    access: 'session',
    summary: 'Change the plan: now, at the end of the period, or after payment at the answered address',
    body: z.object({ plan_type: PlanName }),
    response: z.object({
      checkout_url: z.nullable(z.string()),
      status: z.nullable(SubscriptionStatus),
      message: z.string(),
    }),
  },
  cancel: {
    method: 'POST',
    path: '/api/subscription/cancel',
    access: 'session',
    summary: 'Go back to the free plan at the end of the period',
    response: Message,
  },
  portal: {
    method: 'POST',
    path: '/api/subscription/portal',
    access: 'session',
    summary: "Address of Stripe's customer portal",
    response: z.object({ url: z.string() }),
  },
  webhook: {
    method: 'POST',
    path: '/api/stripe/webhook',
    access: 'public',
    summary: "Receives Stripe's signed events: handles each once, in any order",
    raw: 'An event, signed in the Stripe-Signature header',
    response: Message,
  },
})

export const usage = endpointsOf('Usage', {
  get: {
    method: 'GET',
    path: '/api/get_usage',
    access: 'user',
    summary: 'Minutes used and allotted in the period; null without billing',
    response: z.object({ usage: z.nullable(z.number()), minutes_allotted: z.nullable(z.number()) }),
  },
})
