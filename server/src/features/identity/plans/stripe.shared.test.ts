import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'
import {
  stripeEvent as event,
  type SubscriptionFacts,
  sendStripeEvent,
  stripeSubscription,
} from '../../../../test/stripe-events.ts'
import { startStripeServer } from '../../../../test/stripe-server.ts'

const SECRET = 'whsec_of_a_test'
const stripe = new Stripe('sk_test_of_a_test')
const server = await startStripeServer()
const keys = { STRIPE_SECRET_KEY: 'sk_test_of_a_test', STRIPE_WEBHOOK_SECRET: SECRET }
const api = await startProduct({ settings: { ...keys, STRIPE_API_URL: server.url } })
afterAll(async () => {
  await api.close()
  await server.close()
})

const now = () => Math.floor(Date.now() / 1000)
const DAY = 86_400

const subscription = (person: Person, facts?: SubscriptionFacts) =>
  stripeSubscription({ company_id: person.company_id, key: person.id }, facts)
const send = (payload: string, header?: string | null) => sendStripeEvent(api.base, SECRET, payload, header)
const current = async (person: Person) => (await api.get('/api/subscription/current', person)).json
const change = (person: Person, plan_type: string) => api.post('/api/subscription/change-plan', { plan_type }, person)
const eventType = (type: string) => `customer.subscription.${type}`

test('people pay on Stripe’s page, and the plan starts when Stripe reports the payment', async () => {
  const admin = await api.person()
  expect((await api.get('/api/site')).json.stripe).toBe(true)
  expect((await api.post('/api/subscription/portal', {}, admin)).json.code).toBe('payments_off')
  const answer = await change(admin, 'PRO')
  expect(answer.json).toMatchObject({ checkout_url: 'https://checkout.stripe.test/cs_1', status: null })
  const { form } = server.asked.at(-1)!
  expect(form).toMatchObject({
    ...{ mode: 'subscription', client_reference_id: admin.company_id, customer_email: admin.email },
    ...{ 'line_items[0][quantity]': '1', 'subscription_data[metadata][company_id]': admin.company_id },
  })
  expect(server.asked.find(({ call }) => call === 'POST /v1/prices')?.form).toMatchObject({
    ...{ currency: 'usd', unit_amount: '1200', 'recurring[interval]': 'month' },
  })
  expect((await current(admin)).type).toBe('FREE')
  const session = { client_reference_id: admin.company_id, customer: `cus_${admin.id}`, metadata: {} }
  expect((await send(event('checkout.session.completed', session))).status).toBe(200)
  await send(event(eventType('created'), subscription(admin, { status: 'incomplete' })))
  expect((await current(admin)).type).toBe('FREE')
  await send(event(eventType('updated'), subscription(admin)))
  const pro = await current(admin)
  expect(pro).toMatchObject({ type: 'PRO', status: 'active', portal: true })
  expect(Math.abs(pro.current_period_end - now() - 29 * DAY)).toBeLessThan(60)
  const portal = await api.post('/api/subscription/portal', {}, admin)
  expect(portal.json).toEqual({ url: `https://portal.stripe.test/cus_${admin.id}` })
})

test('Stripe’s library sends no facts about this machine', async () => {
  const before = server.asked.length
  // The library would send the measurements of one call with the next.
  for (const plan of ['PRO', 'TEAM']) await change(await api.person(), plan)
  const asked = server.asked.slice(before)
  expect(asked.length).toBeGreaterThan(1)
  for (const { headers } of asked) {
    expect(headers).not.toHaveProperty('x-stripe-client-telemetry')
    const agent = JSON.parse(String(headers['x-stripe-client-user-agent']))
    expect(Object.keys(agent).filter((name) => ['platform', 'telemetry_id', 'uname'].includes(name))).toEqual([])
  }
})

test('an event that is unsigned, changed, signed by another key or signed long ago is refused', async () => {
  const admin = await api.person()
  const payload = event(eventType('updated'), subscription(admin))
  const header = (secret: string, timestamp?: number) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret, ...(timestamp ? { timestamp } : {}) })
  const refused = [
    await send(payload, null),
    await send(payload, 'nonsense'),
    await send(payload, header('whsec_of_somebody_else')),
    await send(payload, header(SECRET, now() - 3_600)),
    await send(payload.replace('"PRO"', '"TEAM"'), header(SECRET)),
    await send('', header(SECRET)),
  ]
  for (const { status, json } of refused) expect([status, json.code]).toEqual([400, 'webhook_refused'])
  expect((await current(admin)).type).toBe('FREE')
})

test('a signed event of another form, or of a time to come, is refused', async () => {
  const admin = await api.person()
  const good = JSON.parse(event(eventType('updated'), subscription(admin)))
  const of = (object: unknown) => ({ ...good, data: { object } })
  const odd = [
    ...[[], null, 7, 'text', {}],
    ...[
      { ...good, data: null },
      { ...good, created: 'x' },
      { ...good, created: 1e300 },
      { ...good, id: ['evt'] },
    ],
    ...[
      { ...good, id: 'evt\u0000' },
      { ...good, created: now() + 11 * 3_600 },
    ],
    ...[of(null), of([]), of({}), of({ ...good.data.object, items: null }), of({ ...good.data.object, customer: 7 })],
    { ...JSON.parse(event('checkout.session.completed', {})), data: { object: 'session' } },
  ]
  for (const payload of odd) {
    const { status, json } = await send(JSON.stringify(payload))
    expect([payload, status, json.code]).toEqual([payload, 400, 'webhook_refused'])
  }
  const payload = JSON.stringify(good)
  const early = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: now() + 11 * 3_600 })
  expect((await send(payload, early)).status).toBe(400)
  expect((await current(admin)).type).toBe('FREE')
  expect((await send(payload)).json.message).toBe('Taken')
})

test('an event that arrives many times, at once or later, has one effect', async () => {
  const admin = await api.person()
  const payload = event(eventType('updated'), subscription(admin))
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(payload)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers.filter(({ json }) => json.message === 'Taken')).toHaveLength(1)
  await send(event(eventType('deleted'), subscription(admin, { status: 'canceled' })))
  expect((await send(payload)).json.message).toBe('Taken before')
  expect((await current(admin)).type).toBe('FREE')
})

test('the result is the same for every order of the events', async () => {
  const story = (person: Person) => [
    event(eventType('created'), subscription(person), 50),
    event(eventType('updated'), subscription(person, { plan: 'TEAM' }), 40),
    event(eventType('updated'), subscription(person, { plan: 'TEAM', status: 'past_due' }), 30),
    event(eventType('updated'), subscription(person, { plan: 'TEAM', cancel: true }), 20),
  ]
  for (const order of [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [2, 0, 3, 1],
    [1, 3, 0, 2],
  ]) {
    const admin = await api.person()
    const events = story(admin)
    for (const place of order) await send(events[place]!)
    expect(await current(admin)).toMatchObject({ type: 'TEAM', status: 'downgrading', next_plan: 'FREE' })
  }
  for (const order of [
    [0, 1, 4],
    [4, 1, 0],
    [1, 4, 0],
  ]) {
    const admin = await api.person()
    const events = [...story(admin), event(eventType('deleted'), subscription(admin, { status: 'canceled' }))]
    for (const place of order) await send(events[place]!)
    expect(await current(admin)).toMatchObject({ type: 'FREE', status: 'active', next_plan: null })
  }
})

test('a failed payment shows, and a renewal brings the next period and its minutes', async () => {
  const admin = await api.person()
  await send(event(eventType('updated'), subscription(admin, { start: -31, end: -1 }), 90))
  await send(event(eventType('updated'), subscription(admin, { status: 'past_due', start: -31, end: -1 }), 60))
  expect((await current(admin)).status).toBe('past_due')
  const used = { company_id: admin.company_id, user_id: admin.id, file_name: 'a.mp4', seconds: 600, bytes: 1 }
  const created_at = new Date(Date.now() - 5 * DAY * 1000)
  await api.db
    .insertInto('usage_charges')
    .values({ ...used, video_id: randomUUID(), created_at })
    .execute()
  await send(event(eventType('updated'), subscription(admin, { start: -1, end: 29 }), 30))
  const renewed = await current(admin)
  expect([renewed.status, renewed.current_usage.minutes_used]).toEqual(['active', 0])
})

test('an upgrade is charged at once; a smaller plan and a cancellation wait for the end of the paid period', async () => {
  const admin = await api.person()
  const paid = subscription(admin)
  server.subscriptions.set(paid.id, paid)
  await send(event(eventType('created'), paid))
  expect((await change(admin, 'TEAM')).json).toMatchObject({ status: 'active', checkout_url: null })
  expect(server.asked.at(-1)!.form).toMatchObject({ proration_behavior: 'always_invoice' })
  expect(await current(admin)).toMatchObject({ type: 'TEAM', status: 'active' })
  expect((await change(admin, 'PRO')).json.status).toBe('downgrading')
  expect(server.asked.at(-1)!.form).toMatchObject({ proration_behavior: 'none' })
  const waiting = { type: 'TEAM', status: 'downgrading', next_plan: 'PRO' }
  expect(await current(admin)).toMatchObject(waiting)
  // Stripe's later events about it change nothing.
  await send(event(eventType('updated'), server.subscriptions.get(paid.id)!))
  expect(await current(admin)).toMatchObject(waiting)
  expect((await change(admin, 'TEAM')).json.status).toBe('active')
  await api.post('/api/subscription/cancel', {}, admin)
  expect(await current(admin)).toMatchObject({ type: 'TEAM', status: 'downgrading', next_plan: 'FREE' })
})

test('an upgrade whose payment is declined is refused with a clear sentence, and nothing changes', async () => {
  const admin = await api.person()
  const paid = subscription(admin)
  server.subscriptions.set(paid.id, paid)
  await send(event(eventType('created'), paid))
  server.decline(true)
  try {
    const refused = await change(admin, 'TEAM')
    expect([refused.status, refused.json.code]).toEqual([409, 'payments_failed'])
    expect(refused.json.detail).toContain('The payment was declined')
  } finally {
    server.decline(false)
  }
  expect(await current(admin)).toMatchObject({ type: 'PRO', status: 'active' })
  expect((await change(admin, 'TEAM')).json.status).toBe('active')
})

/** The subscriptions of a customer who paid on two open pages: first for PRO, which Stripe keeps, then for TEAM. */
function paidTwice(admin: Person, first_id: string, second_id: string) {
  const first = subscription(admin, { id: first_id })
  server.subscriptions.set(first.id, first)
  return { first, second: subscription(admin, { plan: 'TEAM', id: second_id }) }
}

test('a customer who pays on two open pages gets the later plan, and the earlier one ends', async () => {
  const admin = await api.person()
  const { first, second } = paidTwice(admin, 'sub_first', 'sub_second')
  await send(event(eventType('created'), first, 20))
  const payload = event(eventType('created'), second, 10)
  server.break(true)
  expect((await send(payload)).status).toBe(409)
  expect((await current(admin)).type).toBe('PRO')
  server.break(false)
  // Stripe repeats events that were not accepted.
  expect((await send(payload)).json.message).toBe('Taken')
  expect((await current(admin)).type).toBe('TEAM')
  expect(server.asked.at(-1)).toMatchObject({ call: 'DELETE /v1/subscriptions/sub_first', form: { prorate: 'true' } })
  await send(event(eventType('deleted'), { ...first, status: 'canceled' }))
  expect((await current(admin)).type).toBe('TEAM')
})

test('a customer who pays on two pages gets the later plan, even when the earlier payment is reported last', async () => {
  const admin = await api.person()
  const { first, second } = paidTwice(admin, 'sub_slow', 'sub_quick')
  await send(event(eventType('created'), second, 10))
  expect((await send(event(eventType('created'), first, 20))).json.message).toBe('Taken')
  expect((await current(admin)).type).toBe('TEAM')
  expect(server.asked.at(-1)).toMatchObject({ call: 'DELETE /v1/subscriptions/sub_slow', form: { prorate: 'true' } })
})

test('a customer who subscribes again gets the new plan, even when the old one’s end was reported first', async () => {
  const admin = await api.person()
  await send(event(eventType('created'), subscription(admin, { id: 'sub_old' }), 90))
  await send(event(eventType('deleted'), subscription(admin, { id: 'sub_old', status: 'canceled' }), 30))
  await send(event(eventType('created'), subscription(admin, { plan: 'TEAM', id: 'sub_new' }), 40))
  expect((await current(admin)).type).toBe('TEAM')
  // This report about the old one is older than its end.
  await send(event(eventType('updated'), subscription(admin, { id: 'sub_old' }), 35))
  expect((await current(admin)).type).toBe('TEAM')
})

test('withdrawing a cancellation keeps the plan, even when it is reported after the end of the period', async () => {
  const admin = await api.person()
  const period = { start: -31, end: -1 }
  await send(event(eventType('created'), subscription(admin, period), 31 * DAY))
  await send(event(eventType('updated'), subscription(admin, { ...period, cancel: true }), 10 * DAY))
  expect((await current(admin)).type).toBe('FREE')
  await send(event(eventType('updated'), subscription(admin, period), 5 * DAY))
  expect((await current(admin)).type).toBe('PRO')
  await send(event(eventType('updated'), subscription(admin, { start: -1, end: 29 }), DAY))
  expect(await current(admin)).toMatchObject({ type: 'PRO', status: 'active' })
  await send(event(eventType('deleted'), subscription(admin, { status: 'canceled' })))
  expect((await current(admin)).type).toBe('FREE')
})

test('a plan whose payment Stripe stopped retrying becomes free until it is paid, and ends with the account', async () => {
  const admin = await api.person()
  const owed = subscription(admin, { status: 'unpaid' })
  server.subscriptions.set(owed.id, owed)
  await send(event(eventType('updated'), subscription(admin, { status: 'past_due' }), 30))
  expect(await current(admin)).toMatchObject({ type: 'PRO', status: 'past_due' })
  await send(event(eventType('updated'), owed, 20))
  expect(await current(admin)).toMatchObject({ type: 'FREE', status: 'active', portal: true })
  await send(event(eventType('updated'), subscription(admin), 10))
  expect((await current(admin)).type).toBe('PRO')
  await send(event(eventType('updated'), owed))
  expect((await api.post('/api/delete_account', { password: PASSWORD }, admin)).status).toBe(200)
  expect(server.asked.at(-1)!.call).toBe(`DELETE /v1/subscriptions/${owed.id}`)
})

test('an event of another company, of an unknown kind or of another subscription changes nothing', async () => {
  const [admin, other] = [await api.person(), await api.person()]
  await send(event(eventType('updated'), subscription(admin, { plan: 'TEAM' }), 20))
  await send(event(eventType('deleted'), subscription(admin, { status: 'canceled', id: 'sub_before' })))
  expect((await current(admin)).type).toBe('TEAM')
  const stranger = { ...subscription(admin), id: 'sub_y', customer: 'cus_y', metadata: { company_id: randomUUID() } }
  for (const [type, object] of [
    [eventType('updated'), stranger],
    [eventType('updated'), { ...stranger, metadata: {} }],
    ['charge.succeeded', {}],
  ] as const)
    expect((await send(event(type, object))).status).toBe(200)
  expect((await current(other)).type).toBe('FREE')
})

test('when Stripe does not answer properly, the caller gets a clear message and nothing changes', async () => {
  const admin = await api.person()
  server.break(true)
  try {
    const refused = await change(admin, 'PRO')
    expect([refused.status, refused.json.code]).toEqual([409, 'payments_failed'])
  } finally {
    server.break(false)
  }
  expect((await current(admin)).type).toBe('FREE')
})

test('with BILLING=off the product never calls Stripe and refuses its events, whatever keys are set', async () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_of_a_test', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: server.url }
  const free = await startProduct({ settings: { ...keys, BILLING: 'off' } })
  try {
    const admin = await free.person()
    const before = server.asked.length
    const change = await free.post('/api/subscription/change-plan', { plan_type: 'PRO' }, admin)
    expect([change.status, change.json.code]).toEqual([409, 'billing_off'])
    const payload = event(eventType('updated'), subscription(admin))
    expect((await sendStripeEvent(free.base, SECRET, payload)).status).toBe(404)
    expect(server.asked.length).toBe(before)
  } finally {
    await free.close()
  }
})
