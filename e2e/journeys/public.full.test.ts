import { expect, inject, test } from 'vitest'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { signIn } from '../browser.ts'
import { createAccount } from '../calls.ts'
import { connectProduct } from '../product.ts'
import { button, field, isInOrder } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

const product = connectProduct(inject('product'))
const browser = await testBrowser()

const PAGES = [
  ['/', 'Ask Your Videos Anything.'],
  ['/quick-search', 'Video Search'],
  ['/quick-review', 'Quick Review'],
  ['/quick-gen', 'Content studio'],
  ['/use-cases', 'Use Cases'],
  ['/use-cases/university-statistics', 'A statistics class marks its video presentations together'],
  ['/use-cases/teaching-kitchen', 'A teaching kitchen assesses what the hands did'],
  ['/use-cases/documentary-desk', 'A documentary desk logs its rushes by asking'],
  ['/use-cases/lecture-archive', 'A physics archive that answers with the minute'],
  ['/pricing', 'Pricing'],
  ['/team', 'Team'],
  ['/about', 'About'],
  ['/login', 'Sign in'],
  ['/signup', 'Create your account'],
] as const

test.each(drawnCases(PAGES, { share: 1 / 2 }))(
  '%s is a complete page before its script runs, and the same page afterwards',
  async (address, heading) => {
    const answer = await fetch(product.origin + address)
    const html = await answer.text()
    expect(html).toContain(
      `<link rel="canonical" href="${product.origin.replace('127.0.0.1', 'localhost')}${address}"/>`,
    )
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html).not.toMatch(/__(SITE|CSP)_/)
    const { page, complaints } = browser
    await page.goto(product.origin + address)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    const drawn = await page.getByRole('main').innerText()
    // If the program found another page than its own, it would render everything again and log an error.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#root > *') ?? {}).some((k) => /^__react/.test(k)),
    )
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('main').innerText()).toBe(drawn)
    expect(complaints).toEqual([])
    await isInOrder(page)
  },
)

test('input that is sent before the program runs is neither lost nor put into the address', async () => {
  const { page } = browser
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${product.origin}/login`)
  await field(page, 'Email').fill('nobody@example.org')
  await field(page, 'Password').fill('something')
  await field(page, 'Password').press('Enter')
  release()
  await page.getByRole('alert').waitFor()
  expect(await field(page, 'Email').inputValue()).toBe('nobody@example.org')
  expect(page.url()).toBe(`${product.origin}/login`)
  await page.unroute('**/assets/*.js')
})

test('the tab keeps a name while the program of the next screen loads', async () => {
  const own = await testBrowser()
  const { page } = own
  try {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.goto(`${product.origin}/pricing`)
    await page.waitForLoadState('networkidle')
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('link', { name: 'Get Started For Free' }).first().click()
    await page.waitForURL('**/signup')
    await expect.poll(() => page.title()).toBe('Footnote')
    release()
    await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor()
    await expect.poll(() => page.title()).toBe('Sign up · Footnote')
  } finally {
    await own.close()
  }
})

test('a screen shows its bar and heading while its program loads, only to signed-in people', async () => {
  const own = await testBrowser()
  const { page } = own
  try {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`${product.origin}/home`, { waitUntil: 'commit' })
    await page.locator('#root').waitFor({ state: 'attached' })
    expect(await page.getByText('Search your videos').count()).toBe(0)
    await signIn(own.context, (await createAccount(product)).storage)
    await page.goto(`${product.origin}/home`, { waitUntil: 'commit' })
    await page.getByText('Search your videos').waitFor()
    release()
    await page.getByRole('heading', { level: 1, name: 'Search your videos' }).waitFor()
    expect(await page.getByText('Search your videos').count()).toBe(1)
  } finally {
    await own.close()
  }
})

test('the products are behind one button, and Escape closes it', async () => {
  const { page } = browser
  await page.goto(product.origin)
  await page.waitForLoadState('networkidle')
  await button(page, 'Products').click()
  await page.keyboard.press('Escape')
  expect(await button(page, 'Products').getAttribute('aria-expanded')).toBe('false')
  await button(page, 'Products').click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Review/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Quick Review' }).waitFor()
  await expect.poll(() => page.title()).toBe('Quick Review · Footnote')
})

test('a category shows its own use cases, and an unknown one leads back to all', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/use-cases`)
  await page.waitForLoadState('networkidle')
  await button(page, 'Assessment').click()
  expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'A teaching kitchen assesses what the hands did',
  ])
  await page.goto(`${product.origin}/use-cases/none`)
  await page.getByRole('heading', { name: 'Use Case Not Found' }).waitFor()
  await page.getByRole('link', { name: 'Back to Use Cases' }).click()
  await page.waitForURL('**/use-cases')
})

test('the next page starts at its top, and Back returns to the place before', async () => {
  const { page } = browser
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  await page.goto(`${product.origin}/use-cases`)
  await page.waitForLoadState('networkidle')
  const last = page.getByRole('main').locator('a[href^="/use-cases/"]').last()
  await last.scrollIntoViewIfNeeded()
  const left = await scrolled()
  expect(left).toBeGreaterThan(0)
  await last.click()
  await page.waitForURL(/\/use-cases\/.+/)
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect.poll(scrolled).toBe(left)
})

test('a visitor who chooses a plan must log in first', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/pricing`)
  await page.waitForLoadState('networkidle')
  await button(page, 'Choose Pro').click()
  await page.getByText('Please log in to subscribe to a plan').waitFor()
  await page.waitForURL('**/login')
})

test('a person without an invitation reads how to get one', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/onboarding`)
  await page.getByRole('link', { name: 'Write a mail' }).waitFor()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ask Your Videos Anything.' }).waitFor()
})

test('a signed-in user sees their own bar on public pages', async () => {
  const account = await createAccount(product)
  const own = await testBrowser()
  try {
    const { page, context, complaints } = own
    await context.addInitScript((storage) => {
      for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value)
    }, account.storage)
    await page.goto(`${product.origin}/about`)
    await button(page, /^User menu/).waitFor()
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor()
    expect(complaints).toEqual([])
  } finally {
    await own.close()
  }
})
