import http from 'node:http'
import https from 'node:https'
import { PLAN_ORDER, PLANS, type PlanType, PRICES } from '@footnote/contract/shared/limits.ts'
import type Stripe from 'stripe'
import type { Config } from '../../../platform/config.ts'
import { ProductError } from '../../../platform/errors.ts'
import { readStripeEvent, refuseEarly, type StripeEvent, type StripeSubscription } from './stripe-shapes.ts'

type PaidPlan = Exclude<PlanType, 'FREE'>

/**
 * When Stripe charges a change. `paid`: at once, and the change fails if the payment does. `now`: at once, and an
 * unpaid amount is owed, as for seats already in use. `renewal`: from the next period on.
 */
export type Charge = 'paid' | 'now' | 'renewal'

/** The buyer, the plan and the seats. */
export interface Order {
  readonly company_id: string
  readonly plan: PaidPlan
  /** Members and open invitations. TEAM charges for those beyond its included seats. */
  readonly people: number
  readonly customer_id: string | null
  /** Prefills the form for a customer that Stripe does not know yet. */
  readonly email: string
}

/** The calls to Stripe that the product needs. */
export interface Payments {
  /** @returns the address of Stripe's payment page */
  checkout(order: Order): Promise<string>
  /** Changes the plan and the seats, and withdraws a cancellation. */
  change(subscriptionId: string, plan: PaidPlan, people: number, when: Charge): Promise<Stripe.Subscription>
  /** Ends a subscription at the end of its period. */
  cancel(subscriptionId: string): Promise<Stripe.Subscription>
  /** Ends a subscription at once, unless it has ended already. */
  end(subscriptionId: string): Promise<void>
  /** Ends a replaced subscription at once, and credits the unused part of its payment. */
  replace(subscriptionId: string): Promise<void>
  /** @returns the address of Stripe's page for managing payments */
  portal(customerId: string): Promise<string>
  /**
   * @throws ProductError webhook_refused for an event that is unsigned, changed, signed more than five minutes ago or
   * from now, or of another form
   */
  readEvent(body: Buffer, signature: string | undefined): StripeEvent
}

/** Key by which the product finds the prices that it created. */
const priceKey = (what: PaidPlan | 'seat') => `footnote_${what.toLowerCase()}_${PRICES[what]}_usd_month`
const PRODUCT_NAMES = { PRO: 'Footnote Pro', TEAM: 'Footnote Team', seat: 'Footnote Team: further user' } as const

const DECLINED = 'The payment was declined, so your plan has not changed. Please check your card, then try again.'

/** Stripe's own address (docs.stripe.com/api). */
const STRIPE_API = 'https://api.stripe.com'

/** @throws ProductError payments_failed from each call that Stripe does not answer or refuses */
export async function openPayments(
  { secret_key, webhook_secret, api_url }: NonNullable<Config['stripe']>,
  public_url: string,
): Promise<Payments> {
  const { default: StripeClient } = await import('stripe')
  const server = serverAt(new URL(api_url ?? STRIPE_API))
  // Unlike the library's own agents, Node's use the proxies of the environment.
  const { globalAgent: httpAgent } = server.protocol === 'http' ? http : https
  const settings = { ...server, httpAgent, maxNetworkRetries: 2, timeout: 20_000, telemetry: false }
  const stripe = new StripeClient(secret_key, settings)

  async function asked<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request()
    } catch (error) {
      const detail = error instanceof StripeClient.errors.StripeCardError ? { detail: DECLINED } : {}
      throw Object.assign(new ProductError('payments_failed', detail), { cause: error })
    }
  }

  const unlessEnded = (request: () => Promise<void>): Promise<void> =>
    asked(async () => {
      try {
        await request()
      } catch (error) {
        if (!(error instanceof StripeClient.errors.StripeError && error.code === 'resource_missing')) throw error
      }
    })

  /** The id of a monthly price. Creates the price in Stripe if it is missing. */
  async function priceOf(what: PaidPlan | 'seat'): Promise<string> {
    const key = priceKey(what)
    const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 })
    if (data[0]) return data[0].id
    const price = await stripe.prices.create(
      {
        lookup_key: key,
        currency: 'usd',
        unit_amount: PRICES[what] * 100,
        recurring: { interval: 'month' },
        product_data: { name: PRODUCT_NAMES[what] },
        metadata: { footnote_plan: what },
      },
      { idempotencyKey: key },
    )
    return price.id
  }

  /** The monthly items: the plan, and TEAM's additional seats. */
  async function linesOf(plan: PaidPlan, people: number): Promise<{ price: string; quantity: number }[]> {
    const further = plan === 'TEAM' ? Math.max(0, people - PLANS.TEAM.seats) : 0
    const lines = [{ price: await priceOf(plan), quantity: 1 }]
    return further > 0 ? [...lines, { price: await priceOf('seat'), quantity: further }] : lines
  }

  return {
    checkout: (order) =>
      asked(async () => {
        const metadata = { company_id: order.company_id, plan: order.plan }
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          client_reference_id: order.company_id,
          line_items: await linesOf(order.plan, order.people),
          metadata,
          subscription_data: { metadata },
          success_url: `${public_url}/subscription?checkout=done`,
          cancel_url: `${public_url}/pricing`,
          ...(order.customer_id ? { customer: order.customer_id } : { customer_email: order.email }),
        })
        if (!session.url) throw new Error('Stripe answered without an address.')
        return session.url
      }),

    change: (id, plan, people, when) =>
      asked(async () => {
        const before = await stripe.subscriptions.retrieve(id)
        const lines = await linesOf(plan, people)
        const kept = before.items.data.map((item, place) => ({ id: item.id, ...(lines[place] ?? { deleted: true }) }))
        return await stripe.subscriptions.update(id, {
          items: [...kept, ...lines.slice(kept.length)],
          cancel_at_period_end: false,
          proration_behavior: when === 'renewal' ? 'none' : 'always_invoice',
          // Otherwise Stripe would change the plan before it can charge the card, and try to collect the money later.
          ...(when === 'paid' ? { payment_behavior: 'error_if_incomplete' } : {}),
          metadata: { ...before.metadata, plan },
        })
      }),

    cancel: (id) => asked(() => stripe.subscriptions.update(id, { cancel_at_period_end: true })),
    end: (id) => unlessEnded(async () => void (await stripe.subscriptions.cancel(id))),
    replace: (id) =>
      unlessEnded(async () => {
        // Only a paid period has an unused part to credit.
        const { status } = await stripe.subscriptions.retrieve(id)
        const paid = status === 'active' || status === 'trialing'
        await stripe.subscriptions.cancel(id, paid ? { prorate: true, invoice_now: true } : {})
      }),

    portal: (customer) =>
      asked(async () => {
        const return_url = `${public_url}/subscription`
        return (await stripe.billingPortal.sessions.create({ customer, return_url })).url
      }),

    readEvent(body, signature = '') {
      const now = new Date()
      let event: unknown
      try {
        event = stripe.webhooks.constructEvent(body, signature, webhook_secret)
      } catch {
        throw new ProductError('webhook_refused')
      }
      // The library refuses late signatures only.
      refuseEarly(Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]), now)
      return readStripeEvent(event, now)
    },
  }
}

function serverAt({ protocol, hostname, port }: URL): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const plain = protocol === 'http:'
  return { protocol: plain ? 'http' : 'https', host: hostname, port: Number(port || (plain ? 80 : 443)) }
}

/** The plan of a subscription, by its price, or by the order in its metadata. */
export function planOf(subscription: StripeSubscription): PaidPlan | null {
  const names = [
    ...subscription.items.data.flatMap(({ price }) => [price.metadata?.footnote_plan, price.lookup_key?.split('_')[1]]),
    subscription.metadata?.plan,
  ]
  for (const name of names) {
    const plan = PLAN_ORDER.find((known) => known === name?.toUpperCase())
    if (plan && plan !== 'FREE') return plan
  }
  return null
}
