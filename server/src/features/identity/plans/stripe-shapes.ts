import * as z from 'zod/mini'
import { ProductError } from '../../../platform/errors.ts'

/** An id, or the kind of an event: Stripe's have up to 255 of these characters (docs.stripe.com/upgrades). */
const Name = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[\w.-]+$/))
/** The last second of the year 9999. */
const LAST = 253_402_300_799
/** Seconds since 1970. */
const Time = z.int().check(z.gte(0), z.lte(LAST))
const Metadata = z.nullish(z.record(z.string(), z.string()))
/** A thing that Stripe gives by its id or in full. */
const Thing = z.nullish(z.union([Name, z.object({ id: Name })]))

/** What the product reads of a subscription. */
const StripeSubscription = z.object({
  id: Name,
  status: Name,
  customer: Thing,
  metadata: Metadata,
  cancel_at_period_end: z.boolean(),
  cancel_at: z.nullish(Time),
  items: z.object({
    data: z.array(
      z.object({
        price: z.object({ lookup_key: z.nullish(z.string()), metadata: Metadata }),
        current_period_start: Time,
        current_period_end: Time,
      }),
    ),
  }),
})
export type StripeSubscription = z.infer<typeof StripeSubscription>

/** What the product reads of a checkout. */
const StripeCheckout = z.object({
  client_reference_id: z.nullish(z.string()),
  customer: Thing,
  metadata: Metadata,
})
export type StripeCheckout = z.infer<typeof StripeCheckout>

/** An event of any kind. */
const Head = z.object({ id: Name, type: Name, created: Time, data: z.object({ object: z.unknown() }) })

/** An event, with what the product reads of it; null for a kind that it does not read. */
export interface StripeEvent {
  readonly id: string
  readonly type: string
  /** Seconds since 1970. */
  readonly created: number
  readonly subscription: StripeSubscription | null
  readonly checkout: StripeCheckout | null
}

/** Seconds that Stripe's clock may be before ours; as many as its library lets it be behind. */
const EARLY = 300

/** Kinds of events about a subscription that the product reads. */
const SUBSCRIPTION = /^customer\.subscription\.(?:created|updated|deleted)$/

const UNREADABLE = 'This event has not the form of Stripe’s events.'
const TOO_EARLY = 'This event is of a time to come. See to the clock of this server.'

/**
 * Reads an event whose signature is right.
 * @throws ProductError webhook_refused for another form, and for a time to come
 */
export function readStripeEvent(body: unknown, now: Date): StripeEvent {
  const { id, type, created, data } = parsed(Head, body)
  refuseEarly(created, now)
  return {
    ...{ id, type, created },
    subscription: SUBSCRIPTION.test(type) ? parsed(StripeSubscription, data.object) : null,
    checkout: type === 'checkout.session.completed' ? parsed(StripeCheckout, data.object) : null,
  }
}

/** @param time seconds since 1970 @throws ProductError webhook_refused */
export function refuseEarly(time: number, now: Date): void {
  if (time > now.getTime() / 1000 + EARLY) throw new ProductError('webhook_refused', { detail: TOO_EARLY })
}

function parsed<T extends z.ZodMiniType>(shape: T, value: unknown): z.infer<T> {
  const { success, data } = shape.safeParse(value)
  if (!success) throw new ProductError('webhook_refused', { detail: UNREADABLE })
  return data as z.infer<T>
}
