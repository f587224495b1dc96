import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { newAddress } from '../../seed/rows/people.ts'
import { type Account, createCollection, invite } from '../calls.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, chooseInUserMenu, dialog, field, isInOrder, logIn } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// An admin, and a member with a phone.
const product = connectProduct(inject('product'))
const PHONE = { width: 390, height: 844 } as const
let admin: Account

beforeEach(async () => {
  admin = await addPerson(product, { plan: 'TEAM' })
})
afterEach(noComplaints)

test('the link in the mail creates the account, and the member sees the collections of the company', async () => {
  await createCollection(product, admin, 'Field recordings')
  const member = { email: newAddress('grace'), password: randomBytes(9).toString('hex') }
  const link = await invite(product, admin, member.email)
  const page = await openPage(link, PHONE)
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

test('a key is made, shown once, and works for calls of the API until it is revoked', async () => {
  const page = await openPage('/home', { as: admin })
  await chooseInUserMenu(page, 'API keys')
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
