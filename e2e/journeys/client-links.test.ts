import { afterEach, beforeEach, inject, test } from 'vitest'
import { connectProduct } from '../product.ts'
import { addReview, box, comments, openVideo, ownerPage, type Review } from '../review-page.ts'
import { button, dialog, field, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// A link for a client: its maker locks it, and a stranger opens it.
const product = connectProduct(inject('product'))
let review: Review

beforeEach(async () => {
  review = await addReview(product)
})
afterEach(noComplaints)

test('a stranger opens a link with its password, gives a name, comments and approves', async () => {
  const page = await ownerPage(review)
  await button(page, 'Share').click()
  await button(dialog(page), /^Permission: /).click()
  await page.getByRole('menuitemradio', { name: /^Approver/ }).click()
  await button(dialog(page), 'More settings').click()
  await dialog(page).getByLabel('Name', { exact: true }).fill('Autumn launch')
  await dialog(page).getByText('Password', { exact: true }).click()
  await button(dialog(page), 'Suggest a password').click()
  const password = await dialog(page).getByRole('textbox', { name: 'Password', exact: true }).inputValue()
  await button(dialog(page), /^E-mail of guests/).click()
  await page.getByRole('menuitemradio', { name: /^Required/ }).click()
  await isInOrder(page)
  await button(dialog(page), 'Generate Link').click()
  const link = await dialog(page).getByLabel('Link', { exact: true }).inputValue()
  await page.keyboard.press('Escape')

  const { page: guest } = await testBrowser({ width: 390, height: 844 })
  await guest.goto(link)
  await guest.getByRole('heading', { name: 'Autumn launch' }).waitFor()
  await isInOrder(guest)
  await field(guest, 'Password').fill(password)
  await field(guest, 'Your name').fill('Kim Aalto')
  await field(guest, 'E-mail').fill('kim@northlane.example')
  await guest.keyboard.press('Enter')
  await openVideo(guest)
  await guest.getByText('You are Kim Aalto (guest)').waitFor()
  await box(guest).fill('Hold this two beats longer.')
  await button(comments(guest), 'Comment').click()
  await comments(page).getByText('Kim Aalto').waitFor()
  await button(guest, 'Approve or request changes').click()
  await guest.getByRole('menuitem', { name: 'Approve' }).click()
  await button(dialog(guest), /^Approve/).click()
  await button(page, /^Approvals: .*Approved/).waitFor()
})
