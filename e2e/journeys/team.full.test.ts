import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { newAddress } from '../../seed/rows/people.ts'
import { type Account, ask, createCollection, createMember } from '../calls.ts'
import { endPeriod } from '../database.ts'
import { addMember, addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, chooseInUserMenu, dialog, field, isInOrder, message } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// An admin invites and manages a team, pauses its indexing, and changes its plan.
const product = connectProduct(inject('product'))
const PHONE = { width: 390, height: 844 } as const
const GRACE = { first_name: 'Grace', last_name: 'Hopper' } as const
let admin: Account

beforeEach(async () => {
  admin = await addPerson(product, { plan: 'TEAM' })
})
afterEach(noComplaints)

const row = (page: Page, email: string) => page.getByRole('row', { name: email })

test('an address that cannot be invited gets a message, and stays in its field', async () => {
  const page = await openPage('/home', { as: admin })
  await chooseInUserMenu(page, 'Company')
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
  const page = await openPage('/company', { as: admin })
  const email = newAddress('grace')
  await page.getByLabel('E-mail addresses').fill(email)
  await button(page, 'Add User').click()
  await row(page, email).getByText('Pending').waitFor()
  const first = await product.link(email)
  await button(page, `Resend Invite: ${email}`).click()
  await message(page, 'Verification email sent successfully.').waitFor()
  await expect.poll(() => product.link(email)).not.toBe(first)
  const invited = await openPage(first, PHONE)
  await invited.getByText('Invalid or expired token. Please contact your workspace admin for a new invite.').waitFor()
  await isInOrder(page)
})

test('an invitation is removed, and its link with it', async () => {
  const page = await openPage('/company', { as: admin, ...PHONE })
  const invited = newAddress('grace')
  await page.getByLabel('E-mail addresses').fill(invited)
  await button(page, 'Add User').click()
  const link = await product.link(invited)
  await button(page, `Actions for ${invited}`).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await isInOrder(page)
  await button(dialog(page), 'Remove').click()
  await button(page, `Actions for ${invited}`).waitFor({ state: 'detached' })
  const opened = await openPage(link)
  await opened.getByText('Invalid or expired token. Please contact your workspace admin for a new invite.').waitFor()
})

test('the admin is notified when somebody joins, and makes the member an admin', async () => {
  const member = await createMember(product, admin, GRACE)
  const page = await openPage('/company', { as: admin })
  await row(page, member.email).getByText('Active').waitFor()
  await button(page, /^Notifications, /).click()
  await page.getByText('Grace Hopper accepted your invitation').waitFor()
  await page.keyboard.press('Escape')
  await button(page, `Make admin: ${member.email}`).click()
  await row(page, member.email).getByText('Admin', { exact: true }).waitFor()
})

test('a member sees the company without its actions', async () => {
  const page = await openPage('/company', { as: await addMember(product, admin, GRACE), ...PHONE })
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

test('an admin sees the engines, and pauses and resumes indexing again', async () => {
  const page = await openPage('/company', { as: admin })
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

test('another admin is still there when one has deleted the account', async () => {
  const other = await addMember(product, admin, GRACE)
  await ask(product, admin, 'company/make_admin', { email: other.email })
  await ask(product, admin, 'delete_account', { password: admin.password })
  const page = await openPage('/company', { as: other, ...PHONE })
  await page.getByText('grace.', { exact: false }).first().waitFor()
  expect(await row(page, admin.email).count()).toBe(0)
})

test('a plan is changed to a larger one at once, because nothing is paid here', async () => {
  const page = await openPage('/home', { as: await addPerson(product) })
  await chooseInUserMenu(page, 'Subscription')
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

test('a plan is changed after a dialog that names its price or its losses', async () => {
  const page = await openPage('/subscription', { as: await addPerson(product) })
  await button(page, 'Upgrade to Team').click()
  await dialog(page).getByText('$39 a month in place of $0.', { exact: false }).waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Keep Free').click()
  await page.getByText('The free plan has no billing period.').waitFor()
  await button(page, 'Upgrade to Team').click()
  await button(dialog(page), 'Upgrade to Team').click()
  await button(page, 'Downgrade to Free').click()
  await dialog(page).getByText('5 seats, for 1', { exact: false }).waitFor()
  await button(dialog(page), 'Keep Team').click()
  await page.getByText(/^Renews on /).waitFor()
})

test('the page of plans becomes the person’s own', async () => {
  const page = await openPage('/pricing', { as: admin })
  await page.getByText('Your current plan: Team').waitFor()
})

test('a subscription is cancelled at the end of its period, and then kept', async () => {
  const page = await openPage('/company', { as: admin })
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
  await ask(product, admin, 'subscription/cancel', {})
  await endPeriod(product, admin.email)
  const theirs = await openPage('/collections?openCreateModal=true', { as: member, ...PHONE })
  await theirs.getByText('You have no seat in this plan.').waitFor()
  await field(theirs, 'Name').fill('Second unit')
  await button(dialog(theirs), 'Create').click()
  await dialog(theirs).getByRole('alert').getByText('Ask an admin for a larger plan.').waitFor()
  await isInOrder(theirs)
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('link', { name: 'Explore Field recordings' }).click()
  await theirs.getByText('No videos yet').waitFor()
  expect(await button(theirs, 'Upload Videos').count()).toBe(0)
  const page = await openPage('/company', { as: admin })
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
