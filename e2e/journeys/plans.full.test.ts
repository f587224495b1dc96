import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendStripeEvent, stripeEvent, stripeSubscription } from '../../server/test/stripe-events.ts'
import { startStripeServer } from '../../server/test/stripe-server.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import type { Browser } from '../browser.ts'
import { createAccount } from '../calls.ts'
import { makeFilms } from '../films.ts'
import { type Product, startProduct } from '../product.ts'
import { button, createCollection, dialog, field, indexed, isInOrder, signUp, upload } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// Products with other settings than the product of the other journeys.
const folder = await temporaryFolder('plans')
const toast = (page: Page, words: string) => page.getByRole('region', { name: 'Messages' }).getByText(words)

describe('with Stripe', () => {
  const SECRET = 'whsec_of_a_journey'
  let stripe: Awaited<ReturnType<typeof startStripeServer>>
  let product: Product
  let browser: Browser
  let page: Page
  let whose: Parameters<typeof stripeSubscription>[0]

  beforeAll(async () => {
    stripe = await startStripeServer()
    const keys = { STRIPE_SECRET_KEY: 'sk_test_of_a_journey', STRIPE_WEBHOOK_SECRET: SECRET }
    product = await startProduct({ ...keys, STRIPE_API_URL: stripe.url })
    browser = await testBrowser()
    page = browser.page
    // The test has no pages of Stripe, so each shows its host.
    await page.route('https://*.stripe.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<h1>${new URL(route.request().url()).host}</h1>` }),
    )
    await signUp(page, product)
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await stripe?.close()
  })

  /** The form of the last request to Stripe for a call. */
  const formOf = (call: string) => stripe.asked.findLast((asked) => asked.call === call)?.form ?? {}
  const tell = (kind: string, subscription: object, header?: string) =>
    sendStripeEvent(product.origin, SECRET, stripeEvent(`customer.subscription.${kind}`, subscription), header)
  /** The subscription of this company in the stand-in. */
  const held = () => [...stripe.subscriptions.values()].at(-1)!

  test('an upgrade leads to the payment page, and changes nothing before the payment', async () => {
    await page.goto(`${product.origin}/pricing`)
    await page.getByText('Your current plan: Free').waitFor()
    await isInOrder(page)
    await button(page, 'Upgrade to Pro').click()
    await button(dialog(page), 'Upgrade to Pro').click()
    await page.getByRole('heading', { name: 'checkout.stripe.test' }).waitFor()
    const order = formOf('POST /v1/checkout/sessions')
    expect(order.success_url).toBe(`${product.origin}/subscription?checkout=done`)
    expect(order.cancel_url).toBe(`${product.origin}/pricing`)
    whose = { company_id: order.client_reference_id ?? '', key: 'journey' }
    await page.goto(order.cancel_url ?? '')
    await page.getByText('Your current plan: Free').waitFor()
  })

  test('after the payment the plan changes when Stripe’s event arrives, and nobody else’s event counts', async () => {
    await page.goto(formOf('POST /v1/checkout/sessions').success_url ?? '')
    await page.getByText('The plan changes as soon as the payment is confirmed.').waitFor()
    await isInOrder(page)
    const paid = stripeSubscription(whose)
    stripe.subscriptions.set(paid.id, paid)
    expect((await tell('updated', paid, 't=1,v1=forged')).status).toBe(400)
    expect(await button(page, 'Upgrade to Pro').isVisible()).toBe(true)
    expect((await tell('updated', paid)).status).toBe(200)
    await page.getByText(/^Renews on /).waitFor()
    await button(page, 'Downgrade to Free').waitFor()
    await isInOrder(page)
  })

  test('payments are managed in Stripe’s portal', async () => {
    await button(page, 'Manage payment').click()
    await page.getByRole('heading', { name: 'portal.stripe.test' }).waitFor()
    expect(formOf('POST /v1/billing_portal/sessions').return_url).toBe(`${product.origin}/subscription`)
    await page.goto(`${product.origin}/subscription`)
  })

  test('a larger plan is charged at once', async () => {
    await button(page, 'Upgrade to Team').click()
    await button(dialog(page), 'Upgrade to Team').click()
    await toast(page, 'Your plan is Team now.').waitFor()
    await button(page, 'Downgrade to Pro').waitFor()
    expect(formOf('POST /v1/subscriptions/sub_journey')).toMatchObject({ proration_behavior: 'always_invoice' })
    expect((await tell('updated', held())).status).toBe(200)
  })

  test('a cancelled plan lasts to the end of its period, and then the plan is Free and limited', async () => {
    await button(page, 'Cancel subscription').click()
    await isInOrder(page)
    await button(dialog(page), 'Cancel subscription').click()
    await toast(page, 'Subscription cancelled successfully').waitFor()
    await page.getByText(/^Becomes Free on /).waitFor()
    expect(formOf('POST /v1/subscriptions/sub_journey')).toMatchObject({ cancel_at_period_end: 'true' })
    await tell('updated', held())
    await page.reload()
    await page.getByText(/^Becomes Free on /).waitFor()
    await tell('deleted', { ...held(), status: 'canceled' })
    await page.reload()
    await page.getByText('The free plan has no billing period.').waitFor()
    await isInOrder(page)
  })

  test('when Stripe does not answer, a message says so, and the plan stays', async () => {
    stripe.break(true)
    await button(page, 'Upgrade to Pro').click()
    await button(dialog(page), 'Upgrade to Pro').click()
    await toast(page, 'The payment service could not be reached. Please try again in a moment.').waitFor()
    await dialog(page).getByText('The plan was not changed.').waitFor()
    await button(dialog(page), 'Keep Free').click()
    stripe.break(false)
    await page.getByText('The free plan has no billing period.').waitFor()
    expect(browser.complaints).toEqual([])
  })
})

describe('without plans', () => {
  let product: Product
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    product = await startProduct({ BILLING: 'off' })
    browser = await testBrowser()
    page = browser.page
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  /** Nothing visible mentions plans or leads to them. */
  async function speaksOfNoPlan(): Promise<void> {
    const words = await page.locator('body').innerText()
    expect(words, page.url()).not.toMatch(/pricing\b(?! page)|subscription|upgrade|downgrade|credits|\bplan\b|\$\d/i)
    for (const address of ['/pricing', '/subscription'])
      expect(await page.locator(`a[href="${address}"]:visible`).count(), `${page.url()} leads to ${address}`).toBe(0)
  }

  test('a visitor sees no prices, and the page of prices is not found', async () => {
    for (const address of ['/', '/quick-search', '/quick-review', '/use-cases', '/use-cases/university-statistics']) {
      await page.goto(product.origin + address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await speaksOfNoPlan()
    }
    await page.goto(`${product.origin}/pricing`)
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
    const answer = await fetch(`${product.origin}/sitemap.xml`)
    expect(await answer.text()).not.toContain('/pricing')
  })

  test('a signed-in user sees no plan and no limit', async () => {
    await signUp(page, product)
    await button(page, /^User menu/).click()
    await page.getByRole('menuitem', { name: 'Company' }).waitFor()
    await speaksOfNoPlan()
    await page.keyboard.press('Escape')
    for (const address of ['/subscription', '/pricing']) {
      await page.goto(product.origin + address)
      await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
    }
    await page.goto(`${product.origin}/company`)
    await page.getByText('No limit').first().waitFor()
    await field(page, 'E-mail addresses').fill('grace@example.org, alan@example.org')
    await button(page, 'Add User').click()
    await page.getByRole('row', { name: 'alan@example.org' }).getByText('Pending').waitFor()
    await speaksOfNoPlan()
    await isInOrder(page)
  })

  test('the usage history still lists videos with date, uploader, minutes and size', async () => {
    const { slide } = await makeFilms(folder)
    await createCollection(page, product, 'Ledgers')
    await upload(page, slide)
    await indexed(page, 'Ledger.mp4')
    await speaksOfNoPlan()
    await page.goto(`${product.origin}/company?tab=usage`)
    const row = page.getByRole('row', { name: 'Ledger.mp4' })
    await row.getByText('Ada Lovelace').waitFor()
    expect(await row.innerText()).toMatch(/\b0\.[12]\b/)
    await speaksOfNoPlan()
    await isInOrder(page)
    await page.goto(`${product.origin}/company`)
    expect(await page.getByRole('region', { name: 'Minutes' }).innerText()).toContain('No limit')
    const other = await createAccount(product)
    const answer = await fetch(`${product.origin}/api/subscription/change-plan`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ plan_type: 'PRO' }),
    })
    expect(((await answer.json()) as { code: string }).code).toBe('billing_off')
    expect(browser.complaints).toEqual([])
  })
})
