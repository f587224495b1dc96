import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { newAddress } from '../../seed/rows/people.ts'
import type { Account } from '../calls.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, chooseInUserMenu, dialog, field, fileOf, isInOrder, logIn } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// A person changes what the product knows about them, takes it away, and leaves.
const product = connectProduct(inject('product'))
let ada: Account

beforeEach(async () => {
  ada = await addPerson(product)
})
afterEach(noComplaints)

test('mails are chosen kind by kind, and the choice is kept', async () => {
  const page = await openPage('/home', { as: ada })
  await chooseInUserMenu(page, 'Notification settings')
  const box = page.getByLabel('Comments by mail', { exact: true })
  const before = await box.isChecked()
  await box.click()
  await expect.poll(() => box.isChecked()).toBe(!before)
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect.poll(() => box.isChecked()).toBe(!before)
  await isInOrder(page)
})

test('a name and an address are changed, the address with the code mailed to it', async () => {
  const page = await openPage('/home', { as: ada })
  await chooseInUserMenu(page, 'Account')
  await field(page, 'First name').fill('Augusta')
  await button(page, 'Save name').click()
  await page.getByText('Your name is changed.').waitFor()
  await button(page, 'User menu: Augusta Lovelace').waitFor()
  const email = newAddress('augusta')
  await field(page, 'New e-mail').fill(email)
  await field(page, 'Password').fill(ada.password)
  await button(page, 'Send code').click()
  await field(page, 'Verification code').fill(await product.code(email))
  await button(page, 'Change e-mail').click()
  await page.getByText('Your e-mail address is changed.').waitFor()
  await isInOrder(page)
})

test('the data of an account comes as a ZIP, by a notification', async () => {
  const page = await openPage('/account', { as: ada })
  await button(page, 'Download my data').click()
  await page.getByText(/A notification will bring it/).waitFor()
  await button(page, /^Notifications, /).click({ timeout: 120_000 })
  const entry = page.getByRole('listitem').filter({ hasText: 'Your data is ready for download' })
  await entry.waitFor({ timeout: 120_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    entry.getByRole('link', { name: 'Download' }).click(),
  ])
  expect((await readFile(await fileOf(download))).subarray(0, 2).toString()).toBe('PK')
  await page.keyboard.press('Escape')
})

test('signing out everywhere ends this session, too', async () => {
  const page = await openPage('/account', { as: ada })
  await button(page, 'Sign out everywhere').click()
  await page.waitForURL('**/login')
  await logIn(page, ada)
  await page.waitForURL('**/home')
})

test('an account is deleted with its password, and is gone', async () => {
  const page = await openPage('/home', { as: ada })
  await chooseInUserMenu(page, 'Account')
  await button(page, 'Delete my account').click()
  await dialog(page).getByLabel('Password', { exact: true }).fill('not the password')
  await button(dialog(page), 'Delete my account').click()
  await dialog(page).getByRole('alert').first().waitFor()
  await isInOrder(page)
  await dialog(page).getByLabel('Password', { exact: true }).fill(ada.password)
  await button(dialog(page), 'Delete my account').click()
  await page.waitForURL('**/login')
  await logIn(page, ada)
  await page.getByRole('alert').waitFor()
})
