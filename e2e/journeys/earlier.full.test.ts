import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, signIn } from '../browser.ts'
import {
  type Account,
  ask,
  createAccount,
  createComment,
  createReviewCollection,
  startSession,
  uploadVideo,
  videosOf,
} from '../calls.ts'
import { makeFilms } from '../films.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, isInOrder, PATIENCE } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// Two versions of a film are open at once. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('earlier')
let ada: Account
let before: Browser
let after: Browser
let phone: Browser
let collection = ''
const versions: string[] = []

beforeAll(async () => {
  ;[ada, before, after, phone] = await Promise.all([
    createAccount(product),
    testBrowser(),
    testBrowser(),
    testBrowser({ width: 390, height: 844 }),
  ])
  await signIn(before.context, ada.storage)
  await signIn(after.context, (await startSession(product, ada)).storage)
  await signIn(phone.context, (await startSession(product, ada)).storage)
  collection = await createReviewCollection(product, ada, 'Cuts')
  const film = (await makeFilms(folder)).colours
  for (let number = 0; number < 2; number++) {
    versions.push(await uploadVideo(product, ada, collection, film, versions[0]))
    const deadline = Date.now() + PATIENCE
    while ((await videosOf(product, ada, collection)).some(({ status }) => status !== 'SUCCESS')) {
      if (Date.now() > deadline) throw new Error('The films were not ready in time')
      await wait(500)
    }
  }
}, 2 * PATIENCE)

oneJourney()
afterAll(() => Promise.all([before, after, phone].map((browser) => browser?.close())))

async function openVersion(page: Page, version: number): Promise<void> {
  await page.goto(`${product.origin}/quick-review/${ada.user_id}/${versions[version - 1]}`)
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
}
const marker = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Markers' }).getByRole('button', { name })
const earlier = (page: Page) => page.getByRole('region', { name: 'Open from earlier versions' })

test('a comment on the first version reaches the page of the second one, with a hollow marker', async () => {
  await openVersion(before.page, 1)
  await openVersion(after.page, 2)
  await createComment(product, ada, versions[1] ?? '', { content: 'Of the second', start_time: 6 })
  await marker(after.page, /^Marker 1, 0:06/).waitFor()
  await createComment(product, ada, versions[0] ?? '', { content: 'Too red', start_time: 2 })
  await earlier(after.page).getByText('Too red').waitFor()
  await marker(after.page, /^Marker v1, 0:02: Ada Lovelace: Too red/).waitFor()
  await isInOrder(after.page)
  await earlier(after.page).getByRole('checkbox').uncheck({ force: true })
  await marker(after.page, /^Marker v1/).waitFor({ state: 'detached' })
  await earlier(after.page).getByRole('checkbox').check({ force: true })
  await marker(after.page, /^Marker v1/).waitFor()
})

test('its changes arrive, too: other words, resolved, reopened', async () => {
  const { page } = before
  const entry = page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await button(entry, /^Edit: /).click()
  await page.getByRole('textbox', { name: 'Edit comment' }).fill('Far too red')
  await button(page, 'Save').click()
  await earlier(after.page).getByText('Far too red').waitFor()
  await button(entry, /^Resolve: /).click()
  await earlier(after.page).waitFor({ state: 'detached' })
  await button(entry, /^Reopen: /).click()
  await marker(after.page, /^Marker v1/).waitFor()
})

test('it is answered on the page of the second version, and its own page shows that', async () => {
  const answered = earlier(after.page).getByRole('listitem').first()
  await button(answered, /^Reply: /).click()
  await answered.getByRole('textbox', { name: /^Reply to/ }).fill('Cooler in the next cut')
  await button(answered, 'Reply').click()
  await answered.getByText('Cooler in the next cut').waitFor()
  await isInOrder(after.page)
  const entry = before.page.getByRole('list', { name: 'Comments' }).getByRole('listitem').first()
  await button(entry, 'Show 1 reply').click()
  await entry.getByText('Cooler in the next cut').waitFor()
  await button(entry, 'Hide 1 reply').click()
})

test('a sent comment gets a drawing on its own frame, and another one', async () => {
  const { page } = before
  const entry = page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  const board = page.getByRole('application', { name: /^Picture to draw on/ })
  const draw = async () => {
    for (const key of ['Space', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Space']) await page.keyboard.press(key)
  }
  await button(entry, /^Edit: /).click()
  await button(entry, 'Draw').click()
  await board.waitFor()
  expect(await page.evaluate(() => document.querySelector('video')?.currentTime)).toBeCloseTo(2, 0)
  await draw()
  await page.keyboard.press('Escape')
  await isInOrder(page)
  await button(entry, 'Save').click()
  await page.getByRole('img', { name: /^Drawing: an arrow/ }).waitFor()
  await button(entry, /^Edit: /).click()
  await button(entry, 'Edit drawing').click()
  await board.waitFor()
  await page.keyboard.press('r')
  await draw()
  await page.keyboard.press('Escape')
  await button(entry, 'Save').click()
  await page.getByRole('img', { name: /^Drawing: an arrow and a rectangle/ }).waitFor()
})

test('on a phone, the versions are a sheet at the bottom', async () => {
  const { page } = phone
  await openVersion(page, 2)
  await button(page, /^v2, one of 2 versions/).click()
  const sheet = dialog(page)
  await sheet.getByText('Compare').waitFor()
  await isInOrder(page)
  const { x, y, width, height } = (await sheet.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect([x, Math.round(width), Math.round(y + height)]).toEqual([8, 374, 836])
})

test('when the open version is deleted, another one is offered, and the unsent comment goes along', async () => {
  const { page } = after
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('Still to say')
  await ask(product, ada, 'delete_video', { id: versions[1] })
  await page.getByRole('heading', { name: 'Version 2 was deleted' }).waitFor()
  await isInOrder(page)
  await page.getByRole('link', { name: 'Go to version 1' }).click()
  const box = page.getByRole('textbox', { name: 'Comment', exact: true })
  await box.waitFor()
  expect(await box.inputValue()).toBe('Still to say')
})
