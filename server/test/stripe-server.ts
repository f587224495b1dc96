import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the API: for example `POST /v1/prices` and its form, or its query. */
export interface StripeCall {
  readonly call: string
  readonly form: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
}

/**
 * A server on loopback that answers the product's few calls like Stripe's API; it stores prices and one subscription.
 * Unknown calls get an error in Stripe's format.
 */
export async function startStripeServer() {
  const asked: StripeCall[] = []
  const prices: { id: string; lookup_key: string; metadata: { footnote_plan: string } }[] = []
  const subscriptions = new Map<string, object>()
  let broken = false
  let declining = false

  function answerOf(call: string, form: Record<string, string>, query: URLSearchParams): object | null {
    const [, id = ''] = /^\w+ \/v1\/subscriptions\/(\w+)$/.exec(call) ?? []
    if (call === 'GET /v1/prices')
      return { object: 'list', data: prices.filter((price) => price.lookup_key === query.get('lookup_keys[0]')) }
    if (call === 'POST /v1/prices') {
      const metadata = { footnote_plan: form['metadata[footnote_plan]'] ?? '' }
      const price = { id: `price_${prices.length}`, lookup_key: form.lookup_key ?? '', metadata }
      prices.push(price)
      return { object: 'price', ...price }
    }
    if (call === 'POST /v1/checkout/sessions')
      return { object: 'checkout.session', id: 'cs_1', url: 'https://checkout.stripe.test/cs_1' }
    if (call === 'POST /v1/billing_portal/sessions')
      return { object: 'billing_portal.session', url: `https://portal.stripe.test/${form.customer}` }
    const subscription = subscriptions.get(id)
    if (!subscription) return null
    const price = prices.find((known) => known.id === form['items[0][price]'])
    const changed = {
      ...subscription,
      ...(form.cancel_at_period_end ? { cancel_at_period_end: form.cancel_at_period_end === 'true' } : {}),
      ...(price && 'items' in subscription ? { items: withPrice(subscription.items, price) } : {}),
    }
    subscriptions.set(id, changed)
    return changed
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const url = new URL(request.url ?? '/', 'http://stripe.test')
    const body = new URLSearchParams(Buffer.concat(parts).toString())
    const form = Object.fromEntries([...url.searchParams, ...body])
    const call = `${request.method} ${url.pathname}`
    asked.push({ call, form, headers: request.headers })
    const declined = declining && form.proration_behavior === 'always_invoice'
    if (declined && form.payment_behavior === 'error_if_incomplete') {
      response.writeHead(402, { 'content-type': 'application/json' })
      const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' }
      return response.end(JSON.stringify({ error }))
    }
    const answer = broken ? null : answerOf(call, form, url.searchParams)
    // Like Stripe, changes the plan and leaves the amount owed when a charge fails, unless the request asks for an
    // error.
    const changed = answer && declined ? { ...answer, status: 'past_due' } : answer
    response.writeHead(changed ? 200 : 404, { 'content-type': 'application/json' })
    const error = { type: 'invalid_request_error', message: `No such thing: ${call}` }
    response.end(JSON.stringify(changed ?? { error: broken ? error : { ...error, code: 'resource_missing' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    asked,
    subscriptions,
    url: `http://127.0.0.1:${port}`,
    /** Whether to refuse every call from now on. */
    break(now: boolean) {
      broken = now
    },
    /** Whether to decline the card from now on for immediate charges. */
    decline(now: boolean) {
      declining = now
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function withPrice(items: unknown, price: object): object {
  const { data } = items as { readonly data: readonly object[] }
  return { data: data.map((item) => ({ ...item, price })) }
}
