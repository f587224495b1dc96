import { afterEach, expect, inject, test } from 'vitest'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, field, isInOrder, logIn, logOut, signUp } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'

// People sign up and in.
const product = connectProduct(inject('product'))
afterEach(noComplaints)

test('somebody signs up with the mailed code, logs out, and logs in', async () => {
  const { page } = await testBrowser()
  const person = await signUp(page, product)
  await logOut(page)
  await logIn(page, person)
  await page.waitForURL('**/home')
})

test('a guarded address leads to the login screen and, after it, back', async () => {
  const page = await openPage('/collections?openCreateModal=true')
  await page.waitForURL(`**/login?next=${encodeURIComponent('/collections?openCreateModal=true')}`)
  await logIn(page, await addPerson(product))
  await page.getByRole('dialog', { name: 'Create new collection' }).waitFor()
  await page.waitForURL('**/collections')
  await isInOrder(page)
})

test('a wrong password is refused in one sentence that does not say which part was wrong', async () => {
  const { email } = await addPerson(product)
  const page = await openPage('/login')
  await logIn(page, { email, password: 'not this one' })
  const alert = page.getByRole('alert')
  await alert.waitFor()
  const sentence = await alert.textContent()
  await isInOrder(page)
  await logIn(page, { email: 'nobody@example.org', password: 'not this one' })
  await expect.poll(() => button(page.getByRole('main'), 'Sign in').getAttribute('aria-busy')).toBeNull()
  expect(await alert.textContent()).toBe(sentence)
})

test('a forgotten password is replaced with the mailed code', async () => {
  const { email } = await addPerson(product)
  const page = await openPage('/reset-password')
  await page.waitForURL('**/forgot-password')
  await isInOrder(page)
  await field(page, 'Email').fill(email)
  await button(page, 'Send code').click()
  await page.waitForURL('**/reset-password')
  await isInOrder(page)
  await field(page, 'Verification code').fill(await product.code(email))
  await field(page, 'New password').fill('short')
  await button(page, 'Reset password').click()
  await page.getByText('Password must be at least 8 characters long').waitFor()
  await field(page, 'New password').fill('yet another password')
  await button(page, 'Reset password').click()
  await page.waitForURL('**/login')
  await logIn(page, { email, password: 'yet another password' })
  await page.waitForURL('**/home')
})
