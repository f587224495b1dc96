import { afterEach, expect, inject, test } from 'vitest'
import { newAddress } from '../../seed/rows/people.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, chooseInUserMenu, field, isInOrder, logIn, logOut } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'

// The forms before an account opens, and the ways out of it.
const product = connectProduct(inject('product'))
afterEach(noComplaints)

test('a form names each missing field, and sends nothing', async () => {
  const page = await openPage('/signup')
  await button(page, 'Create account').click()
  await page.getByRole('alert').first().waitFor()
  expect(await page.getByRole('alert').count()).toBeGreaterThanOrEqual(4)
  await isInOrder(page)
  await field(page, 'Email').fill('nobody')
  await page.getByText('Invalid email address').waitFor()
})

test('logging out in one tab signs the other tab out', async () => {
  const { context, page } = await testBrowser({ as: await addPerson(product) })
  const other = await context.newPage()
  await Promise.all([page, other].map((tab) => tab.goto(`${product.origin}/home`)))
  await other.getByRole('heading', { name: 'Search your videos' }).waitFor()
  await logOut(page)
  await other.waitForURL(/\/login/)
})

test('logging in never leads to an address outside', async () => {
  const person = await addPerson(product)
  const page = await openPage(`/login?next=${encodeURIComponent('//example.org/home')}`)
  await logIn(page, person)
  await page.waitForURL(`${product.origin}/home`)
})

test('a password is changed, and only the new one lets in', async () => {
  const person = await addPerson(product)
  const page = await openPage('/home', { as: person })
  await button(page, /^User menu/).click()
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await chooseInUserMenu(page, 'Change password')
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
  await logIn(page, { ...person, password: 'a new password' })
  await page.waitForURL('**/home')
})

test('an address that leads nowhere says so, signed in and out', async () => {
  const page = await openPage('/nothing-here', { as: await addPerson(product) })
  const says = async () => {
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    await isInOrder(page)
  }
  await says()
  await page.goto(`${product.origin}/collections/1/2/3`)
  await says()
  await page.goto(`${product.origin}/home`)
  await logOut(page)
  await page.goto(`${product.origin}/nothing-here`)
  await says()
})

test('a code can be requested again after 15 seconds, and replaces the code before and the message about it', async () => {
  const page = await openPage('/signup')
  const email = newAddress('grace')
  await field(page, 'First name').fill('Grace')
  await field(page, 'Last name').fill('Hopper')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a long password')
  await button(page, 'Create account').click()
  await page.waitForURL('**/verification')
  const first = await product.code(email)
  const code = field(page, 'Verification code')
  const fillOtherCode = async (sent: string) => {
    await code.fill(sent === '00000000' ? '00000001' : '00000000')
    await button(page, 'Verify').click()
    await page.getByRole('alert').getByText('This code is wrong or no longer valid.').waitFor()
  }
  await button(page, /^Resend code in \d+s$/).waitFor()
  await isInOrder(page)
  await button(page, 'Verify').click()
  await page.getByText('Please enter the verification code.').waitFor()
  await fillOtherCode(first)
  await button(page, 'Resend code').click()
  await page.getByText('Verification code sent successfully!').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await code.inputValue()).toBe('')
  await button(page, /^Resend code in \d+s$/).waitFor()
  await isInOrder(page)
  await expect.poll(() => product.code(email)).not.toBe(first)
  const second = await product.code(email)
  expect(second).toMatch(/^\d{8}$/)
  await fillOtherCode(second)
})
