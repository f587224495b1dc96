import { beforeAll, expect, inject, test } from 'vitest'
import { connectProduct } from '../product.ts'
import { button, field, isInOrder, logIn, logOut, type Person, signUp } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

const product = connectProduct(inject('product'))
const browser = await testBrowser()
let person: Person

beforeAll(async () => {
  person = await signUp(browser.page, product)
})

test('a form names each missing field, and sends nothing', async () => {
  const { page } = browser
  await logOut(page)
  await page.goto(`${product.origin}/signup`)
  await button(page, 'Create account').click()
  await page.getByRole('alert').first().waitFor()
  expect(await page.getByRole('alert').count()).toBeGreaterThanOrEqual(4)
  await isInOrder(page)
  await field(page, 'Email').fill('nobody')
  await page.getByText('Invalid email address').waitFor()
})

test('a wrong password is refused in one sentence that does not say which part was wrong', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/login`)
  await logIn(page, { ...person, password: 'not this one' })
  const alert = page.getByRole('alert')
  await alert.waitFor()
  const sentence = await alert.textContent()
  await isInOrder(page)
  await logIn(page, { email: 'nobody@example.org', password: 'not this one' })
  await expect.poll(() => button(page.getByRole('main'), 'Sign in').getAttribute('aria-busy')).toBeNull()
  expect(await alert.textContent()).toBe(sentence)
})

test('a guarded address leads to the login screen and, after it, back', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/collections?openCreateModal=true`)
  await page.waitForURL(`**/login?next=${encodeURIComponent('/collections?openCreateModal=true')}`)
  await logIn(page, person)
  await page.getByRole('dialog', { name: 'Create new collection' }).waitFor()
  await page.waitForURL('**/collections')
  await isInOrder(page)
  await page.keyboard.press('Escape')
})

test('logging out in one tab signs the other tab out', async () => {
  const other = await browser.context.newPage()
  await other.goto(`${product.origin}/home`)
  await other.getByRole('heading', { name: 'Search your videos' }).waitFor()
  await logOut(browser.page)
  await other.waitForURL(/\/login/)
  await other.close()
})

test('logging in never leads to an address outside', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/login?next=${encodeURIComponent('//example.org/home')}`)
  await logIn(page, person)
  await page.waitForURL(`${product.origin}/home`)
})

test('a password is changed, and only the new one lets in', async () => {
  const { page } = browser
  await button(page, /^User menu/).click()
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await button(page, /^User menu/).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await field(page, 'Current password').fill(person.password)
  await field(page, 'New password').fill('a new password')
  await field(page, 'Confirm password').fill('another password')
  await button(page, 'Change password').click()
  await page.getByText('Passwords do not match').waitFor()
  await isInOrder(page)
  await field(page, 'Confirm password').fill('a new password')
  await button(page, 'Change password').click()
  await page.getByText('Password changed successfully!').waitFor()
  await logOut(page)
  await page.goto(`${product.origin}/login`)
  await logIn(page, person)
  await page.getByRole('alert').waitFor()
  person = { ...person, password: 'a new password' }
  await logIn(page, person)
  await page.waitForURL('**/home')
  await logOut(page)
})

test('a forgotten password is replaced with the mailed code', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/reset-password`)
  await page.waitForURL('**/forgot-password')
  await isInOrder(page)
  const earlier = await product.code(person.email)
  await field(page, 'Email').fill(person.email)
  await button(page, 'Send code').click()
  await page.waitForURL('**/reset-password')
  await isInOrder(page)
  await expect.poll(() => product.code(person.email)).not.toBe(earlier)
  await field(page, 'Verification code').fill(await product.code(person.email))
  await field(page, 'New password').fill('short')
  await button(page, 'Reset password').click()
  await page.getByText('Password must be at least 8 characters long').waitFor()
  await field(page, 'New password').fill('yet another password')
  await button(page, 'Reset password').click()
  await page.waitForURL('**/login')
  await logIn(page, { ...person, password: 'yet another password' })
  await page.waitForURL('**/home')
})

test('an address that leads nowhere says so, signed in and out', async () => {
  const { page } = browser
  for (const address of ['/nothing-here', '/collections/1/2/3']) {
    await page.goto(product.origin + address)
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    await isInOrder(page)
  }
  await page.goto(`${product.origin}/home`)
  await logOut(page)
  await page.goto(`${product.origin}/nothing-here`)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await isInOrder(page)
})

test('a code can be requested again after 15 seconds', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/signup`)
  const email = 'grace@example.org'
  await field(page, 'First name').fill('Grace')
  await field(page, 'Last name').fill('Hopper')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a long password')
  await button(page, 'Create account').click()
  await page.waitForURL('**/verification')
  const first = await product.code(email)
  await button(page, /^Resend code in \d+s$/).waitFor()
  await isInOrder(page)
  await button(page, 'Verify').click()
  await page.getByText('Please enter the verification code.').waitFor()
  await button(page, 'Resend code').click()
  await page.getByText('Verification code sent successfully!').waitFor()
  await button(page, /^Resend code in \d+s$/).waitFor()
  await isInOrder(page)
  expect(await product.code(email)).toMatch(/^\d{8}$/)
  await field(page, 'Verification code').fill(first === '00000000' ? '00000001' : '00000000')
  await button(page, 'Verify').click()
  await page.getByRole('alert').last().waitFor()
})

test('the console has no errors', () => expect(browser.complaints).toEqual([]))
