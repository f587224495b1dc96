import path from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { createCollection } from '../calls.ts'
import { makeColours } from '../films.ts'
import { addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { addReview, comments, END, openVideo, transcript } from '../review-page.ts'
import { button, card, dialog, field, indexed, isInOrder, upload } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// Collections of videos for review, and the ways from a collection to a review and back.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('review')

afterEach(noComplaints)

test('the home page leads to a new review collection, and a video is uploaded to it', async () => {
  const { page } = await testBrowser({ as: await addPerson(product) })
  await page.goto(`${product.origin}/home`)
  await page.getByRole('link', { name: 'QuickReview' }).click()
  await page.waitForURL('**/quick-review/home')
  await page.getByText('No collections yet').waitFor()
  // A tooltip opens on keyboard focus, but not on the focus after a press.
  await page.keyboard.press('Tab')
  await button(page, 'What is a collection?').focus()
  await page.getByRole('tooltip', { name: /library of videos/ }).waitFor()
  await isInOrder(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const explanation = await page.locator('.tip').boundingBox()
  expect(explanation!.x + explanation!.width).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${product.origin}/quick-review/home?openCreateModal=true`)
  await field(page, 'Name').fill('First cut')
  expect(new URL(page.url()).search).toBe('')
  await isInOrder(page)
  await button(dialog(page), 'Create').click()
  // The new collection asks for its first videos.
  await page.getByRole('dialog', { name: 'Upload Videos' }).waitFor()
  await page.goto(`${product.origin}/quick-review/home`)
  await button(page, 'More for First cut').click()
  await page.getByRole('menuitem', { name: 'Rename Collection' }).click()
  await field(page, 'Name').fill('Ledger films')
  await button(dialog(page), 'Rename').click()
  await page.getByRole('link', { name: 'Explore Ledger films' }).click()
  await page.waitForURL('**/quick-review/collections/*')
  const film = path.join(folder, 'Colours.mp4')
  await makeColours(film)
  await upload(page, film)
  await indexed(page, 'Colours.mp4')
  expect(await page.getByRole('link', { name: 'Search', exact: true }).count()).toBe(0)
  await isInOrder(page)
})

test('the card of a video opens its review: the video, its transcript and no comments yet', async () => {
  const { owner, collection } = await addReview(product)
  const { page } = await testBrowser({ as: owner })
  await page.goto(`${product.origin}/quick-review/collections/${collection}`)
  await card(page, 'Ledger.mp4').getByRole('link', { name: 'Review Ledger.mp4' }).click()
  await page.waitForURL(/\/quick-review\/[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
  await openVideo(page)
  await transcript(page).getByText('captain').first().waitFor()
  await comments(page).waitFor()
  await isInOrder(page)
})

test('a search video is opened in review by its owner, and an open page says when it is deleted', async () => {
  const owner = await addPerson(product)
  const searched = await createCollection(product, owner, 'Searched')
  await addVideo(product, owner, searched, { file_name: 'Colours.mp4' })
  const { context, page } = await testBrowser({ as: owner })
  await page.goto(`${product.origin}/collections/${searched}`)
  await card(page, 'Colours.mp4').hover()
  await page.getByRole('link', { name: 'Quick Review: Colours.mp4' }).click()
  await openVideo(page)
  await isInOrder(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await openVideo(other)
  await page.getByRole('link', { name: 'Searched' }).click()
  await page.waitForURL(/\/collections\/[0-9a-f-]{36}$/)
  await card(page, 'Colours.mp4').hover()
  await button(page, 'Delete: Colours.mp4').click()
  await button(dialog(page), 'Delete').click()
  await other.getByRole('heading', { name: 'This video was deleted' }).waitFor({ timeout: END })
  await isInOrder(other)
})

test('a review collection is deleted with its videos, and their addresses say so', async () => {
  const { page } = await testBrowser({ as: (await addReview(product)).owner })
  await page.goto(`${product.origin}/quick-review/home`)
  await page.getByRole('link', { name: 'Explore Ledger films' }).click()
  await card(page, 'Ledger.mp4').waitFor()
  const gone = page.url()
  await page.goBack()
  await button(page, 'More for Ledger films').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await isInOrder(page)
  await button(dialog(page), 'Delete').click()
  await page.getByText('No collections yet').waitFor()
  await page.goto(gone)
  await page.getByRole('heading', { name: 'Collection Not Found' }).waitFor()
  await isInOrder(page)
})
