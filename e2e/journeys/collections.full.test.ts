import { afterEach, expect, inject, test } from 'vitest'
import { createCollection as createByCall } from '../calls.ts'
import { addVideos } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, field, isInOrder, PATIENCE } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// What people do to a collection and its videos.
const product = connectProduct(inject('product'))

afterEach(noComplaints)

test('a video is deleted', async () => {
  const ada = await addPerson(product)
  const collection = await createByCall(product, ada, 'Ledgers')
  await addVideos(product, ada, collection, { file_name: 'Ledger.mp4' }, { file_name: 'Colours.mp4' })
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/collections`)
  await page.getByRole('link', { name: 'Explore Ledgers' }).click()
  await card(page, 'Colours.mp4').hover()
  await button(page, 'Delete: Colours.mp4').click()
  await isInOrder(page)
  await button(dialog(page), 'Delete').click()
  // An open dialog hides the cards.
  await dialog(page).waitFor({ state: 'detached' })
  await card(page, 'Colours.mp4').waitFor({ state: 'detached', timeout: PATIENCE })
  expect(await card(page, 'Ledger.mp4').count()).toBe(1)
})

test('a collection is renamed and deleted', async () => {
  const ada = await addPerson(product)
  await addVideos(product, ada, await createByCall(product, ada, 'Ledgers'), { file_name: 'Ledger.mp4' })
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/home`)
  await page.getByRole('link', { name: 'Collections', exact: true }).first().click()
  // The home screen, which has the same card, is there until the other one has loaded.
  await page.getByRole('heading', { level: 1, name: 'Collections', exact: true }).waitFor()
  await button(page, 'More for Ledgers').click()
  await page.getByRole('menuitem', { name: 'Rename Collection' }).click()
  await field(page, 'Name').fill('  Old ledgers ')
  await isInOrder(page)
  await button(dialog(page), 'Rename').click()
  await card(page, 'Old ledgers').waitFor()
  await isInOrder(page)
  await button(page, 'More for Old ledgers').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await button(dialog(page), 'Delete').click()
  await card(page, 'Old ledgers').waitFor({ state: 'detached' })
  await page.getByText('No collections yet').waitFor()
  await isInOrder(page)
})
