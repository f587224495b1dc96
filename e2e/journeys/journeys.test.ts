import path from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { createCollection as createByCall } from '../calls.ts'
import { makeColours, makeSlide, SLIDE } from '../films.ts'
import { addVideos } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import {
  button,
  card,
  createCollection,
  dialog,
  field,
  indexed,
  isInOrder,
  PATIENCE,
  searchFor,
  signUp,
  upload,
} from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// The way of one person: an account, a collection, videos, and an answer that plays.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('journeys')

afterEach(noComplaints)

test('a visitor signs up with the mailed code', async () => {
  const { page } = await testBrowser()
  await page.goto(product.origin)
  await page.getByRole('heading', { name: 'Ask Your Videos Anything.' }).waitFor()
  await page.getByRole('link', { name: 'Get Started For Free' }).first().click()
  await page.waitForURL('**/signup')
  await isInOrder(page)
  await signUp(page, product)
  await page.getByRole('heading', { name: 'Search your videos' }).waitFor()
  await isInOrder(page)
})

test('the tutorial leads through three steps and returns when it is reset', async () => {
  const { page } = await testBrowser({ as: await addPerson(product), storage: { tutorialCompleted: 'false' } })
  await page.goto(`${product.origin}/home`)
  const tutorial = page.getByRole('region', { name: 'Tutorial' })
  await button(tutorial, 'Next').click()
  await button(tutorial, 'Next').click()
  await button(tutorial, 'Done').click()
  await tutorial.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Search your videos' }).waitFor()
  expect(await tutorial.count()).toBe(0)
  await button(page, /^User menu/).click()
  await page.getByRole('menuitem', { name: 'Reset Tutorial' }).click()
  await button(tutorial, 'Skip').click()
  await tutorial.waitFor({ state: 'detached' })
})

test('two videos are uploaded to a new collection and indexed; a query from home finds them, and a result plays', async () => {
  const [slide, colours] = [path.join(folder, 'Ledger.mp4'), path.join(folder, 'Colours.mp4')]
  await Promise.all([makeSlide(slide), makeColours(colours)])
  const { page } = await testBrowser({ as: await addPerson(product) })
  await createCollection(page, product, 'Ledgers')
  await page.getByText('No videos yet').waitFor()
  await isInOrder(page)
  await upload(page, slide, colours)
  await page.getByRole('region', { name: 'Uploads' }).waitFor()
  await card(page, 'Ledger.mp4').waitFor()
  await isInOrder(page)
  await Promise.all([indexed(page, 'Ledger.mp4'), indexed(page, 'Colours.mp4')])
  await isInOrder(page)
  await button(page, 'Notifications, 2 unread').waitFor()

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await button(page, /^Collection: /).click()
  await page.getByRole('menuitemradio', { name: 'Ledgers' }).click()
  await field(page, 'Search').fill(SLIDE)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?q=Harvest/)
  const results = page.getByRole('button', { name: /^Play / })
  await results.first().waitFor()
  expect((await searchFor(page, 'red', 'Visual'))[0]).toMatchObject({ video_name: 'Colours.mp4', types: ['visual'] })
  expect((await searchFor(page, 'harvest ledger', 'Text in video'))[0]).toMatchObject({ types: ['ocr'] })
  const [said] = await searchFor(page, 'open the window', 'Conversation')
  expect(said).toMatchObject({ video_name: 'Ledger.mp4', types: ['speech'] })
  await results.first().click()
  await page.waitForFunction((start) => (document.querySelector('video')?.currentTime ?? 0) > start, said!.start_time)
})

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
