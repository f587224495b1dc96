import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'

const DAY = 86_400
/** Only signs; it sends no requests. */
const stripe = new Stripe('sk_test_of_a_test')
const now = () => Math.floor(Date.now() / 1000)

export interface SubscriptionFacts {
  readonly plan?: 'PRO' | 'TEAM'
  readonly status?: string
  readonly cancel?: boolean
  readonly id?: string
  /** Days from now. */
  readonly start?: number
  readonly end?: number
}

/** A subscription in Stripe's format. @param of its company, which also gives its ids */
export const stripeSubscription = (
  of: { readonly company_id: string; readonly key: string },
  { plan = 'PRO', status = 'active', ...facts }: SubscriptionFacts = {},
) => ({
  object: 'subscription',
  id: facts.id ?? `sub_${of.key.replaceAll('-', '')}`,
  customer: `cus_${of.key}`,
  status,
  cancel_at_period_end: facts.cancel ?? false,
  metadata: { company_id: of.company_id, plan },
  items: {
    data: [
      {
        id: 'si_1',
        price: { id: 'price_x', metadata: { footnote_plan: plan } },
        current_period_start: now() + (facts.start ?? -1) * DAY,
        current_period_end: now() + (facts.end ?? 29) * DAY,
      },
    ],
  },
})

/** The body of an event. @param age seconds since Stripe made it */
export const stripeEvent = (type: string, object: object, age = 0, id = `evt_${randomUUID()}`): string =>
  JSON.stringify({ id, object: 'event', type, created: now() - age, data: { object } })

/** Sends an event to a product, signed by Stripe's own library. @param header another signature, or null for none */
export async function sendStripeEvent(origin: string, secret: string, payload: string, header?: string | null) {
  const signature = header === undefined ? stripe.webhooks.generateTestHeaderString({ payload, secret }) : header
  const answer = await fetch(`${origin}/api/stripe/webhook`, {
    method: 'POST',
    body: payload,
    headers: { 'content-type': 'application/json', ...(signature ? { 'stripe-signature': signature } : {}) },
  })
  return { status: answer.status, json: await answer.json() }
}
