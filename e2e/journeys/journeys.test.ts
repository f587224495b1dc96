import path from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { makeColours, makeSlide, SLIDE } from '../films.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, card, createCollection, field, indexed, isInOrder, searchFor, signUp, upload } from '../steps.ts'
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
