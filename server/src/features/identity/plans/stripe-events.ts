import { PLAN_ORDER, type PlanType } from '@footnote/contract/shared/limits.ts'
import type { Kysely, Transaction, Updateable } from 'kysely'
import { type Database, isId } from '../../../platform/db/database.ts'
import type { Subscriptions, Tables } from '../../../platform/db/schema.ts'
import { applyDowngrades } from './commands.ts'
import { planOf } from './payments.ts'
import { hasEnded, type SubscriptionRow } from './queries.ts'
import type { StripeCheckout, StripeEvent, StripeSubscription } from './stripe-shapes.ts'

const seconds = (time: number): Date => new Date(time * 1000)
const idOf = (thing: string | { readonly id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)
const rank = (plan: PlanType): number => PLAN_ORDER.indexOf(plan)

/** Statuses of a subscription that is paid, or whose payment Stripe retries. */
const LIVE: readonly string[] = ['active', 'trialing', 'past_due']
/** Statuses of a subscription that has ended for good. */
const ENDED: readonly string[] = ['canceled', 'incomplete_expired']
/** Stripe has stopped retrying the payment. A later payment restores the subscription. */
const GIVEN_UP = 'unpaid'
/** Period ends closer than this count as equal, in milliseconds: Stripe's clock counts whole seconds. */
const SAME_END = 86_400_000

/** An event replaces a subscription that may still be charged, and that has to end first. */
class Replaces extends Error {
  readonly id: string

  constructor(id: string) {
    super('The event replaces a subscription.')
    this.id = id
  }
}

/**
 * Applies an event of Stripe once, however often it arrives. Skips it if a newer event of the same subscription was
 * applied.
 * Stripe guarantees neither the order nor a single delivery of events (docs.stripe.com/webhooks).
 * @param replace ends a replaced subscription; if that fails, nothing changes and Stripe sends the event again
 * @returns whether the event was new
 */
export async function takeEvent(
  db: Database,
  event: StripeEvent,
  replace: (subscriptionId: string) => Promise<void>,
): Promise<boolean> {
  const ended = new Set<string>()
  for (;;)
    try {
      return await applyOnce(db, event, ended)
    } catch (error) {
      if (!(error instanceof Replaces)) throw error
      // Stripe may take long, so it is asked between two transactions, and the second one applies the event.
      await replace(error.id)
      ended.add(error.id)
    }
}

/** @param ended ids of replaced subscriptions that have ended @throws Replaces for another one, and applies nothing */
const applyOnce = (db: Database, event: StripeEvent, ended: ReadonlySet<string>): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const created_at = seconds(event.created)
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('stripe_events')
      .values({ id: event.id, type: event.type, created_at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return false
    const replaced = await applyEvent(transaction, event, created_at)
    if (replaced && !ended.has(replaced)) throw new Replaces(replaced)
    return true
  })

/** @returns the id of a replaced subscription that may still be charged */
async function applyEvent(
  transaction: Transaction<Tables>,
  event: StripeEvent,
  created_at: Date,
): Promise<string | null> {
  const { checkout, subscription } = event
  if (checkout) await linkCheckout(transaction, checkout)
  return subscription ? await takeSubscription(transaction, subscription, created_at) : null
}

/** @returns the id of a replaced subscription that may still be charged */
async function takeSubscription(
  transaction: Transaction<Tables>,
  subscription: StripeSubscription,
  created_at: Date,
): Promise<string | null> {
  const { id, status } = subscription
  const row = await lockSubscription(transaction, {
    company_id: subscription.metadata?.company_id ?? null,
    subscription_id: id,
    customer_id: idOf(subscription.customer),
  })
  if (!row || (await hasEnded(transaction, id))) return null
  const ends = ENDED.includes(status)
  if (ends) await rememberEnd(transaction, id, created_at)
  const { stripe_subscription_id: known, stripe_event_at, plan } = row
  const older = stripe_event_at !== null && created_at < stripe_event_at
  if (known === null || known === id) {
    if (ends || !older) await applySubscription(transaction, row, subscription, created_at)
    return null
  }
  if (!LIVE.includes(status)) return null
  // A customer who pays on two open pages has two subscriptions and would pay both. The one with the newest event
  // stays.
  if (older && plan !== 'FREE') return id
  await applySubscription(transaction, row, subscription, created_at)
  return (await hasEnded(transaction, known)) ? null : known
}

/**
 * Records that a subscription has ended, by its own id. The plan FREE does not show this: the period may be over by our
 * clock while somebody has resumed the subscription at Stripe.
 */
const rememberEnd = async (transaction: Transaction<Tables>, id: string, created_at: Date): Promise<void> =>
  void (await transaction.insertInto('stripe_events').values({ id, type: 'subscription ended', created_at }).execute())

/** Stores the customer of a checkout; the subscription's own events name the plan. */
async function linkCheckout(transaction: Transaction<Tables>, session: StripeCheckout): Promise<void> {
  const company_id = session.client_reference_id ?? session.metadata?.company_id ?? null
  const customer_id = idOf(session.customer)
  const row = await lockSubscription(transaction, { company_id, subscription_id: null, customer_id })
  if (!row || !customer_id) return
  await save(transaction, row.company_id, { stripe_customer_id: customer_id })
}

/** Finds the company of a subscription, and locks its row until the end of the transaction. */
async function lockSubscription(
  transaction: Transaction<Tables>,
  known: {
    readonly company_id: string | null
    readonly subscription_id: string | null
    readonly customer_id: string | null
  },
): Promise<SubscriptionRow | undefined> {
  const { company_id, subscription_id, customer_id } = known
  const found = await transaction
    .selectFrom('subscriptions')
    .select('company_id')
    .where((row) =>
      company_id !== null && isId(company_id)
        ? row('company_id', '=', company_id)
        : row.or([row('stripe_subscription_id', '=', subscription_id), row('stripe_customer_id', '=', customer_id)]),
    )
    .executeTakeFirst()
  if (!found) return undefined
  await applyDowngrades(transaction, new Date(), found.company_id)
  return await transaction
    .selectFrom('subscriptions')
    .selectAll()
    .where('company_id', '=', found.company_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

const save = async (db: Kysely<Tables>, companyId: string, change: Updateable<Subscriptions>): Promise<void> =>
  void (await db.updateTable('subscriptions').set(change).where('company_id', '=', companyId).execute())

/**
 * Updates a company's plan from its Stripe subscription. A smaller plan within the period starts at its end, since the
 * larger one has been paid for.
 * @param created_at time of the event; null for the answer to one of our own calls
 */
export async function applySubscription(
  db: Kysely<Tables>,
  row: SubscriptionRow,
  subscription: StripeSubscription,
  created_at: Date | null,
): Promise<void> {
  const own = row.stripe_subscription_id === null || row.stripe_subscription_id === subscription.id
  const at = created_at ? { stripe_event_at: created_at } : {}
  const ids = { stripe_subscription_id: subscription.id, stripe_customer_id: idOf(subscription.customer), ...at }
  if (ENDED.includes(subscription.status) || subscription.status === GIVEN_UP) {
    if (!own) return
    const free = {
      plan: 'FREE',
      status: 'active',
      next_plan: null,
      period_end: null,
      period_start: new Date(),
    } as const
    return await save(db, row.company_id, { ...ids, ...(row.plan === 'FREE' ? {} : free) })
  }
  const paid = planOf(subscription)
  const period = subscription.items.data[0]
  if (!LIVE.includes(subscription.status) || !paid || !period) return
  const period_end = seconds(period.current_period_end)
  const samePeriod = row.period_end !== null && period_end.getTime() <= row.period_end.getTime() + SAME_END
  const kept = own && samePeriod && rank(paid) < rank(row.plan)
  const next_plan = subscription.cancel_at_period_end || subscription.cancel_at ? 'FREE' : kept ? paid : null
  await save(db, row.company_id, {
    ...ids,
    plan: kept ? row.plan : paid,
    next_plan,
    status: next_plan ? 'downgrading' : subscription.status === 'past_due' ? 'past_due' : 'active',
    period_start: seconds(period.current_period_start),
    period_end,
  })
}
