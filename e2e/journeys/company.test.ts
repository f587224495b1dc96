import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Browser } from '../browser.ts'
import { endPeriod } from '../database.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { button, createCollection, dialog, field, fileOf, isInOrder, logIn, type Person, signUp } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// An admin, and a member in a second browser. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const member: Person = {
  email: `grace.${randomBytes(4).toString('hex')}@example.org`,
  password: randomBytes(9).toString('hex'),
}
const browser = await testBrowser()
let other: Browser
let admin: Person

beforeAll(async () => {
  other = await testBrowser({ width: 390, height: 844 })
  admin = await signUp(browser.page, product)
})

oneJourney()

afterAll(() => other?.close())

const open = async (entry: string) => {
  await button(browser.page, /^User menu/).click()
  await browser.page.getByRole('menuitem', { name: entry }).click()
}
const toast = (words: string) => browser.page.getByRole('region', { name: 'Messages' }).getByText(words)
const row = (email: string) => browser.page.getByRole('row', { name: email })

test('a plan is changed to a larger one at once, because nothing is paid here', async () => {
  const { page } = browser
  await createCollection(page, product, 'Field recordings')
  await open('Subscription')
  await page.getByText('The free plan has no billing period.').waitFor()
  await isInOrder(page)
  await button(page, 'Upgrade to Team').click()
  await button(dialog(page), 'Upgrade to Team').click()
  await toast('Your plan is Team now.').waitFor()
  await page.getByText(/^Renews on /).waitFor()
  expect(await button(page, 'Downgrade to Pro').isVisible()).toBe(true)
  await page.getByText('4 left, then $8 per additional user').waitFor()
  await page.getByText('5 team members, $8 per additional user').waitFor()
  await isInOrder(page)
})

test('an address that cannot be invited gets a message, and stays in its field', async () => {
  const { page } = browser
  await open('Company')
  await page.getByRole('heading', { name: 'Team' }).waitFor()
  const addresses = page.getByLabel('E-mail addresses')
  await button(page, 'Add User').click()
  expect(await page.getByRole('alert').count()).toBe(0)
  await addresses.fill('nobody')
  await button(page, 'Add User').click()
  await page.getByText('Invalid email address').waitFor()
  const thousand = Array.from({ length: 1000 }, (_, place) => `person${place}@example.org`).join('\n')
  await addresses.fill(thousand)
  await button(page, 'Add User').click()
  await page.getByText(/At most 100 people/).waitFor()
  expect(await addresses.inputValue()).toBe(thousand)
  await isInOrder(page)
})

test('somebody is invited, twice, and is listed as pending', async () => {
  const { page } = browser
  await page.getByLabel('E-mail addresses').fill(member.email)
  await button(page, 'Add User').click()
  await row(member.email).getByText('Pending').waitFor()
  const first = await product.link(member.email)
  await button(page, `Resend Invite: ${member.email}`).click()
  await toast('Verification email sent successfully.').waitFor()
  await expect.poll(() => product.link(member.email)).not.toBe(first)
  await other.page.goto(first)
  await other.page
    .getByText('Invalid or expired token. Please contact your workspace admin for a new invite.')
    .waitFor()
  await isInOrder(page)
})

test('the link in the mail creates the account, and the member sees the collections of the company', async () => {
  const { page } = other
  await page.goto(await product.link(member.email))
  await button(page, 'Join').click()
  await page.getByText('First Name is required').waitFor()
  await field(page, 'First name').fill('Grace')
  await field(page, 'Last name').fill('Hopper')
  await field(page, 'Password').fill(member.password)
  await field(page, 'Confirm password').fill('something else')
  await button(page, 'Join').click()
  await page.getByText('Passwords do not match').waitFor()
  await isInOrder(page)
  await field(page, 'Confirm password').fill(member.password)
  await button(page, 'Join').click()
  await page.waitForURL('**/login')
  await logIn(page, member)
  await page.waitForURL('**/home')
  await page.goto(`${product.origin}/collections`)
  await page.getByRole('link', { name: 'Explore Field recordings' }).waitFor()
})

test('a member sees the company without its actions', async () => {
  const { page } = other
  await page.goto(`${product.origin}/company`)
  await page.getByText('you', { exact: true }).waitFor()
  expect(await button(page, 'Add User').count()).toBe(0)
  expect(await button(page, /^Actions for/).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Change plan' }).count()).toBe(0)
  await isInOrder(page)
  await page.goto(`${product.origin}/subscription`)
  await page.getByText('An admin of your company can change the plan.').waitFor()
  expect(await button(page, /^(Upgrade|Downgrade|Cancel)/).count()).toBe(0)
  await isInOrder(page)
  await page.goto(`${product.origin}/pricing`)
  await page.getByText('An admin of your company can change the plan.').waitFor()
  expect(await button(page, /^(Upgrade|Downgrade|Keep|Choose)/).count()).toBe(0)
  await isInOrder(page)
  await page.goto(`${product.origin}/company?tab=indexing`)
  await page.getByRole('heading', { name: 'Team' }).waitFor()
  expect(await page.getByRole('tab', { name: 'Indexing' }).count()).toBe(0)
})

test('the admin is notified of it, and makes the member an admin', async () => {
  const { page } = browser
  await page.reload()
  await row(member.email).getByText('Active').waitFor()
  await button(page, /^Notifications, /).click()
  await page.getByText('Grace Hopper accepted your invitation').waitFor()
  await page.keyboard.press('Escape')
  await button(page, `Make admin: ${member.email}`).click()
  await row(member.email).getByText('Admin', { exact: true }).waitFor()
})

test('an admin sees the engines, and pauses and resumes indexing again', async () => {
  const { page } = browser
  await page.getByRole('tab', { name: 'Indexing' }).click()
  await page.getByText('Objects, people and colours').first().waitFor()
  await isInOrder(page)
  await button(page, 'Pause').click()
  await button(page, 'Resume').waitFor()
  await page.reload()
  await page
    .getByText(/paused/i)
    .first()
    .waitFor()
  await isInOrder(page)
  await button(page, 'Resume').click()
  await button(page, 'Pause').waitFor()
  await page.getByRole('tab', { name: 'Company' }).click()
})

test('a subscription is cancelled at the end of its period, and then kept', async () => {
  const { page } = browser
  await page.getByRole('link', { name: 'Change plan' }).click()
  await button(page, 'Cancel subscription').click()
  await isInOrder(page)
  await button(dialog(page), 'Cancel subscription').click()
  await toast('Subscription cancelled successfully').waitFor()
  await page.getByText(/^Becomes Free on /).waitFor()
  await page.getByText('downgrading').waitFor()
  await page.goto(`${product.origin}/pricing`)
  await button(page, 'Next plan').waitFor()
  await button(page, 'Keep Team').click()
  await button(page, 'Current plan').waitFor()
  await page.goto(`${product.origin}/subscription`)
  await page.getByText(/^Renews on /).waitFor()
})

test('after a downgrade a member without a seat can only read, sees why, and works again after an upgrade', async () => {
  const { page } = browser
  await button(page, 'Cancel subscription').click()
  await button(dialog(page), 'Cancel subscription').click()
  await page.getByText(/^Becomes Free on /).waitFor()
  await endPeriod(product, admin.email)
  await other.page.goto(`${product.origin}/collections?openCreateModal=true`)
  await other.page.getByText('You have no seat in this plan.').waitFor()
  await field(other.page, 'Name').fill('Second unit')
  await button(dialog(other.page), 'Create').click()
  await dialog(other.page).getByRole('alert').getByText('Ask an admin for a larger plan.').waitFor()
  await isInOrder(other.page)
  await other.page.keyboard.press('Escape')
  await other.page.getByRole('link', { name: 'Explore Field recordings' }).click()
  await other.page.getByText('No videos yet').waitFor()
  expect(await button(other.page, 'Upload Videos').count()).toBe(0)
  await page.goto(`${product.origin}/company`)
  await row(member.email).getByText('Read-only').waitFor()
  await page.getByText('You have too few seats.', { exact: true }).waitFor()
  await isInOrder(page)
  await page.getByRole('link', { name: 'See plans' }).click()
  await page.getByText('Nothing is deleted').waitFor()
  await button(page, 'Upgrade to Team').click()
  await button(dialog(page), 'Upgrade to Team').click()
  await toast('Your plan is Team now.').waitFor()
  await other.page.reload()
  await button(other.page, 'Upload Videos').waitFor()
  expect(await other.page.getByText('You have no seat in this plan.').count()).toBe(0)
})

test('a key is made, shown once, and works for calls of the API until it is revoked', async () => {
  const { page } = browser
  await open('API keys')
  await button(page, 'Create API key').click()
  await field(page, 'Name').fill('Nightly import')
  await button(dialog(page), 'Create').click()
  const key = await page.getByLabel('API key', { exact: true }).inputValue()
  await button(page, 'Copy API key').click()
  await page.getByText('Key copied to clipboard!').waitFor()
  await isInOrder(page)
  await button(page, 'Done').click()
  expect(await page.content()).not.toContain(key)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const list = async () => (await fetch(`${product.origin}/api/indexes`, { headers })).status
  expect(await list()).toBe(200)
  const body = JSON.stringify({ index_name: 'x', process_visual: true, process_ocr: false, process_audio: false })
  const refused = await fetch(`${product.origin}/api/create_index`, { method: 'POST', headers, body })
  expect(refused.status).toBe(403)
  await button(page, 'Revoke Nightly import').click()
  await button(dialog(page), 'Revoke').click()
  await page.getByText('No API keys yet').waitFor()
  expect(await list()).toBe(401)
})

test('mails are chosen kind by kind, and the choice is kept', async () => {
  const { page } = browser
  await open('Notification settings')
  const box = page.getByLabel('Comments by mail')
  const before = await box.isChecked()
  await box.click()
  await expect.poll(() => box.isChecked()).toBe(!before)
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect.poll(() => box.isChecked()).toBe(!before)
  await isInOrder(page)
})

test('a name and an address are changed, the address with the code mailed to it', async () => {
  const { page } = browser
  await open('Account')
  await field(page, 'First name').fill('Augusta')
  await button(page, 'Save name').click()
  await page.getByText('Your name is changed.').waitFor()
  await button(page, 'User menu: Augusta Lovelace').waitFor()
  const email = `augusta.${randomBytes(4).toString('hex')}@example.org`
  await field(page, 'New e-mail').fill(email)
  await field(page, 'Password').fill(admin.password)
  await button(page, 'Send code').click()
  await field(page, 'Verification code').fill(await product.code(email))
  await button(page, 'Change e-mail').click()
  await page.getByText('Your e-mail address is changed.').waitFor()
  await isInOrder(page)
  admin = { ...admin, email }
})

test('the data of an account comes as a ZIP, by a notification', async () => {
  const { page } = browser
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
  const { page } = browser
  await button(page, 'Sign out everywhere').click()
  await page.waitForURL('**/login')
  await logIn(page, admin)
  await page.waitForURL('**/home')
})

test('an account is deleted with its password, and is gone', async () => {
  const { page } = browser
  await open('Account')
  await button(page, 'Delete my account').click()
  await dialog(page).getByLabel('Password', { exact: true }).fill('not the password')
  await button(dialog(page), 'Delete my account').click()
  await dialog(page).getByRole('alert').first().waitFor()
  await isInOrder(page)
  await dialog(page).getByLabel('Password', { exact: true }).fill(admin.password)
  await button(dialog(page), 'Delete my account').click()
  await page.waitForURL('**/login')
  await logIn(page, admin)
  await page.getByRole('alert').waitFor()
})

test('an invitation is removed, and its link with it', async () => {
  const { page } = other
  const invited = 'alan@example.org'
  await page.goto(`${product.origin}/company`)
  await page.getByLabel('E-mail addresses').fill(invited)
  await button(page, 'Add User').click()
  const link = await product.link(invited)
  await button(page, `Actions for ${invited}`).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await isInOrder(page)
  await button(dialog(page), 'Remove').click()
  await button(page, `Actions for ${invited}`).waitFor({ state: 'detached' })
  await browser.page.goto(link)
  await browser.page
    .getByText('Invalid or expired token. Please contact your workspace admin for a new invite.')
    .waitFor()
})

test('the other admin is still there, and the consoles have no errors', async () => {
  const { page } = other
  await page.goto(`${product.origin}/company`)
  await page.getByText('grace.', { exact: false }).first().waitFor()
  expect([...browser.complaints, ...other.complaints]).toEqual([])
})
