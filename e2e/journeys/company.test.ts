// Past 250 lines: all that an admin and a member do with their company and their accounts.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, ask, createCollection, createMember, invite } from '../calls.ts'
import { endPeriod } from '../database.ts'
import { addMember, addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, field, fileOf, isInOrder, logIn, message } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// An admin, and a member with a phone.
const product = connectProduct(inject('product'))
const PHONE = { width: 390, height: 844 } as const
const GRACE = { first_name: 'Grace', last_name: 'Hopper' } as const
let admin: Account

beforeEach(async () => {
  admin = await addPerson(product, { plan: 'TEAM' })
})
afterEach(noComplaints)

const newAddress = () => `grace.${randomBytes(4).toString('hex')}@example.org`
const row = (page: Page, email: string) => page.getByRole('row', { name: email })
const at = async (page: Page, address: string): Promise<Page> => {
  await page.goto(product.origin + address)
  return page
}
const adminAt = async (address: string) => at((await testBrowser({ as: admin })).page, address)
const memberAt = async (member: Account, address: string) =>
  at((await testBrowser({ as: member, ...PHONE })).page, address)

/** Opens an entry of the user menu. */
async function open(page: Page, entry: string): Promise<void> {
  await button(page, /^User menu/).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a plan is changed to a larger one at once, because nothing is paid here', async () => {
  admin = await addPerson(product)
  const page = await adminAt('/home')
  await open(page, 'Subscription')
  await page.getByText('The free plan has no billing period.').waitFor()
  await isInOrder(page)
  await button(page, 'Upgrade to Team').click()
  await button(dialog(page), 'Upgrade to Team').click()
  await message(page, 'Your plan is Team now.').waitFor()
  await page.getByText(/^Renews on /).waitFor()
  expect(await button(page, 'Downgrade to Pro').isVisible()).toBe(true)
  await page.getByText('4 left, then $8 per additional user').waitFor()
  await page.getByText('5 team members, $8 per additional user').waitFor()
  await isInOrder(page)
})

test('an address that cannot be invited gets a message, and stays in its field', async () => {
  const page = await adminAt('/home')
  await open(page, 'Company')
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
  const page = await adminAt('/company')
  const email = newAddress()
  await page.getByLabel('E-mail addresses').fill(email)
  await button(page, 'Add User').click()
  await row(page, email).getByText('Pending').waitFor()
  const first = await product.link(email)
  await button(page, `Resend Invite: ${email}`).click()
  await message(page, 'Verification email sent successfully.').waitFor()
  await expect.poll(() => product.link(email)).not.toBe(first)
  const invited = await testBrowser(PHONE)
  await invited.page.goto(first)
  await invited.page
    .getByText('Invalid or expired token. Please contact your workspace admin for a new invite.')
    .waitFor()
  await isInOrder(page)
})

test('the link in the mail creates the account, and the member sees the collections of the company', async () => {
  await createCollection(product, admin, 'Field recordings')
  const member = { email: newAddress(), password: randomBytes(9).toString('hex') }
  const link = await invite(product, admin, member.email)
  const { page } = await testBrowser(PHONE)
  await page.goto(link)
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
  const page = await memberAt(await addMember(product, admin, GRACE), '/company')
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
  const member = await createMember(product, admin, GRACE)
  const page = await adminAt('/company')
  await row(page, member.email).getByText('Active').waitFor()
  await button(page, /^Notifications, /).click()
  await page.getByText('Grace Hopper accepted your invitation').waitFor()
  await page.keyboard.press('Escape')
  await button(page, `Make admin: ${member.email}`).click()
  await row(page, member.email).getByText('Admin', { exact: true }).waitFor()
})

test('an admin sees the engines, and pauses and resumes indexing again', async () => {
  const page = await adminAt('/company')
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
})

test('a subscription is cancelled at the end of its period, and then kept', async () => {
  const page = await adminAt('/company')
  await page.getByRole('link', { name: 'Change plan' }).click()
  await button(page, 'Cancel subscription').click()
  await isInOrder(page)
  await button(dialog(page), 'Cancel subscription').click()
  await message(page, 'Subscription cancelled successfully').waitFor()
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
  const member = await addMember(product, admin, GRACE)
  await createCollection(product, admin, 'Field recordings')
  const page = await adminAt('/subscription')
  await button(page, 'Cancel subscription').click()
  await button(dialog(page), 'Cancel subscription').click()
  await page.getByText(/^Becomes Free on /).waitFor()
  await endPeriod(product, admin.email)
  const theirs = await memberAt(member, '/collections?openCreateModal=true')
  await theirs.getByText('You have no seat in this plan.').waitFor()
  await field(theirs, 'Name').fill('Second unit')
  await button(dialog(theirs), 'Create').click()
  await dialog(theirs).getByRole('alert').getByText('Ask an admin for a larger plan.').waitFor()
  await isInOrder(theirs)
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('link', { name: 'Explore Field recordings' }).click()
  await theirs.getByText('No videos yet').waitFor()
  expect(await button(theirs, 'Upload Videos').count()).toBe(0)
  await page.goto(`${product.origin}/company`)
  await row(page, member.email).getByText('Read-only').waitFor()
  await page.getByText('You have too few seats.', { exact: true }).waitFor()
  await isInOrder(page)
  await page.getByRole('link', { name: 'See plans' }).click()
  await page.getByText('Nothing is deleted').waitFor()
  await button(page, 'Upgrade to Team').click()
  await button(dialog(page), 'Upgrade to Team').click()
  await message(page, 'Your plan is Team now.').waitFor()
  await theirs.reload()
  await button(theirs, 'Upload Videos').waitFor()
  expect(await theirs.getByText('You have no seat in this plan.').count()).toBe(0)
})

test('a key is made, shown once, and works for calls of the API until it is revoked', async () => {
  const page = await adminAt('/home')
  await open(page, 'API keys')
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
  const page = await adminAt('/home')
  await open(page, 'Notification settings')
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
  const page = await adminAt('/home')
  await open(page, 'Account')
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
})

test('the data of an account comes as a ZIP, by a notification', async () => {
  const page = await adminAt('/account')
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
  const page = await adminAt('/account')
  await button(page, 'Sign out everywhere').click()
  await page.waitForURL('**/login')
  await logIn(page, admin)
  await page.waitForURL('**/home')
})

test('an account is deleted with its password, and is gone', async () => {
  const page = await adminAt('/home')
  await open(page, 'Account')
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
  const page = (await testBrowser({ as: admin, ...PHONE })).page
  await page.goto(`${product.origin}/company`)
  const invited = newAddress()
  await page.getByLabel('E-mail addresses').fill(invited)
  await button(page, 'Add User').click()
  const link = await product.link(invited)
  await button(page, `Actions for ${invited}`).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await isInOrder(page)
  await button(dialog(page), 'Remove').click()
  await button(page, `Actions for ${invited}`).waitFor({ state: 'detached' })
  const opened = (await testBrowser()).page
  await opened.goto(link)
  await opened.getByText('Invalid or expired token. Please contact your workspace admin for a new invite.').waitFor()
})

test('another admin is still there when one has deleted the account', async () => {
  const other = await addMember(product, admin, GRACE)
  await ask(product, admin, 'company/make_admin', { email: other.email })
  await ask(product, admin, 'delete_account', { password: admin.password })
  const page = await memberAt(other, '/company')
  await page.getByText('grace.', { exact: false }).first().waitFor()
  expect(await row(page, admin.email).count()).toBe(0)
})
