import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { ask, createCollection, videosOf } from '../calls.ts'
import { inDatabase } from '../database.ts'
import {
  addKettleFilms,
  clipOf,
  hear,
  type KettleFilms,
  kettles,
  momentIn,
  OTHER,
  placeOf,
  trimmable,
} from '../kettle-films.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { indexedSamples } from '../seeded.ts'
import { button, card, dialog, isInOrder, tabTo } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'

const product = connectProduct(inject('product'))
let films: KettleFilms
beforeEach(async () => {
  films = await addKettleFilms(product)
})
afterEach(noComplaints)

const NOT_HERE = 'This moment is not here. Its video was deleted, or you may not see it.'
const NO_REASONS = 'This search does not find the moment, so there are no reasons to show.'
const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' })
const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement)
const entries = (page: Page) => page.evaluate(() => history.length)

/** Opens a search as its owner, and the first moment of the film with four. */
async function openFirst(): Promise<Page> {
  const page = await openPage('/home', { as: films.owner })
  await page.goto(product.origin + films.search)
  await kettles(page).first().click()
  await trimmable(page)
  return page
}

/** The link of the second moment of the film in time. */
async function linkOfSecond(): Promise<string> {
  const page = await openFirst()
  while ((await placeOf(page)) !== '2 of 4') {
    const before = await placeOf(page)
    await page.keyboard.press(before === '1 of 4' ? 'n' : 'p')
    await expect.poll(() => placeOf(page)).not.toBe(before)
  }
  return page.url()
}

test('a stranger gets neither the moment nor the film', async () => {
  const link = await linkOfSecond()
  const stranger = await addPerson(product, { first_name: 'Mallory' })
  const { page } = await testBrowser({ as: stranger })
  const streams: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'media') streams.push(request.url())
  })
  await page.goto(link)
  await page.getByRole('heading', { name: 'Collection not found' }).waitFor()
  await isInOrder(page)
  await page.goto(link.replace(films.collection, 'all'))
  await page.getByText(NOT_HERE).waitFor()
  expect(await dialog(page).count()).toBe(0)
  await isInOrder(page)
  await button(page.getByRole('main'), 'Close').click()
  await page.getByText(NOT_HERE).waitFor({ state: 'detached' })
  expect(momentIn(page)).toEqual({ m: null, t: null })
  expect(streams).toEqual([])
  const { page: outside } = await testBrowser()
  await outside.goto(link)
  await outside.waitForURL('**/login?next=**')
})

test('a link opens after its film was renamed, heard again, and moved', async () => {
  const { owner, grace, film } = films
  const link = await linkOfSecond()
  await ask(product, owner, 'rename_video', { id: film, new_name: 'Taproom film, final cut' })
  await hear(product, film, 0.4)
  const page = await openPage(link, { as: grace })
  await page.getByRole('dialog', { name: 'Taproom film, final cut.mp4' }).waitFor()
  await expect.poll(() => placeOf(page)).toBe('2 of 4')
  await dialog(page)
    .getByText(/^Match \d of 5$/)
    .waitFor()
  const reels = await createCollection(product, owner, 'Reels')
  await ask(product, owner, 'move_videos', { index_id: reels, video_ids: [film] })
  await page.reload()
  await dialog(page).getByText(NO_REASONS).waitFor()
  await dialog(page).getByText('Reels').waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 8)
  await isInOrder(page)
  await page.goto(link.replace(films.collection, 'all'))
  await expect.poll(() => placeOf(page)).toBe('2 of 4')
})

test('two tabs with one moment do not disturb each other', async () => {
  const link = await linkOfSecond()
  const { context, page } = await testBrowser({ as: films.owner })
  const second = await context.newPage()
  await Promise.all([page.goto(link), second.goto(link)])
  await Promise.all([trimmable(page), trimmable(second)])
  await expect.poll(() => placeOf(page)).toBe('2 of 4')
  const clip = await clipOf(second)
  await page.keyboard.press('n')
  await expect.poll(() => placeOf(page)).toBe('3 of 4')
  await page.keyboard.press('k')
  await page.keyboard.press('.')
  await page.keyboard.press('o')
  await expect.poll(() => page.url()).not.toBe(link)
  await page.keyboard.press('Escape')
  await closed(page)
  expect(second.url()).toBe(link)
  expect([await placeOf(second), await clipOf(second)]).toEqual(['2 of 4', clip])
  await second.reload()
  await trimmable(second)
  expect(await clipOf(second)).toBe(clip)
})

test('the keyboard alone goes through the matches of a film and copies the link', async () => {
  const page = await openPage(films.search, { as: films.owner })
  await kettles(page).first().waitFor()
  const before = await entries(page)
  await tabTo(page, kettles(page).first())
  await page.keyboard.press('Enter')
  await trimmable(page)
  while ((await placeOf(page)) !== '1 of 4') {
    const place = await placeOf(page)
    await page.keyboard.press('p')
    await expect.poll(() => placeOf(page)).not.toBe(place)
  }
  const times = []
  for (const place of ['2 of 4', '3 of 4', '4 of 4']) {
    await page.keyboard.press('n')
    await expect.poll(() => placeOf(page)).toBe(place)
    times.push(Number(momentIn(page).t?.split('-')[0]))
  }
  expect(times).toEqual([...times].sort((one, other) => one - other))
  await page.waitForFunction((start) => (document.querySelector('video')?.currentTime ?? 0) >= start, times[2] ?? 0)
  expect(await entries(page)).toBe(before + 1)
  await tabTo(page, button(page, 'Copy link to this moment'))
  await page.keyboard.press('Enter')
  await page.getByText('Link copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await isInOrder(page)
  await tabTo(page, button(page, 'share the video'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Share Video' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Share Video' }).waitFor({ state: 'detached' })
  await dialog(page).waitFor()
  // The markers on the strip: Tab leads to one, arrow keys to the next.
  const last = page.getByRole('button', { name: /^Marker 4, / })
  await tabTo(page, last)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect.poll(() => placeOf(page)).toBe('3 of 4')
  await page.keyboard.press('Escape')
  await closed(page)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Play Tap/)
  await expect.poll(() => momentIn(page)).toEqual({ m: null, t: null })
})

test('closing leaves no entry behind: Back then leads to the page before', async () => {
  const page = await openFirst()
  await button(page, 'Next match').click()
  await expect.poll(() => momentIn(page).t).not.toBeNull()
  await button(dialog(page), 'Close').click()
  await closed(page)
  await expect.poll(() => page.url()).toBe(product.origin + films.search)
  await page.goBack()
  await page.waitForURL('**/home')
})

test.each([
  [1440, 900],
  [390, 844],
])('nothing is cut at %i px, with the link copied and for a moment without reasons', async (width, height) => {
  const link = await linkOfSecond()
  const { page } = await testBrowser({ as: films.grace, width, height })
  await page.goto(link)
  await trimmable(page)
  await button(page, 'Copy link to this moment').click()
  await page.getByText('Link copied').waitFor()
  await isInOrder(page)
  const cut = () =>
    dialog(page)
      .locator('.btn:not(.btn-icon), .trim-side, .copied > *, .meta, .result-name, .controls')
      .evaluateAll((all) =>
        all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
      )
  expect(await cut()).toEqual([])
  const outside = await dialog(page)
    .locator('button, a')
    .evaluateAll(
      (all, right) =>
        all
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > right)
          .map(({ ariaLabel, textContent }) => ariaLabel ?? textContent),
      width,
    )
  expect(outside).toEqual([])
  await page.goto(link.replace(/&t=.*/, '&t=5-7'))
  await dialog(page).getByText(NO_REASONS).waitFor()
  await isInOrder(page)
  expect(await cut()).toEqual([])
})

test('the player of a collection is in the address, too', async () => {
  const { owner, collection, other } = films
  const page = await openPage('/collections', { as: owner })
  const address = `${product.origin}/collections/${collection}`
  await page.goto(address)
  const play = button(card(page, OTHER), /^Play Flight/)
  await play.click()
  await dialog(page).waitFor()
  expect(momentIn(page)).toEqual({ m: other, t: null })
  await page.goBack()
  await closed(page)
  expect(page.url()).toBe(address)
  await expect.poll(() => hasFocus(play)).toBe(true)
  await page.goForward()
  await dialog(page).waitFor()
  await page.reload()
  await dialog(page).waitFor()
  await isInOrder(page)
  await page.keyboard.press('Escape')
  await closed(page)
  await expect.poll(() => page.url()).toBe(address)
  await page.goBack()
  await page.waitForURL('**/collections')
})

test('two moments in a row, and moments like a frame, have addresses', async () => {
  const question = new URLSearchParams({ q: '"polishes" >> "Ghent" 12s' })
  const page = await openPage(`/collections/${films.collection}/search?${question}`, { as: films.owner })
  await kettles(page).first().click()
  await trimmable(page)
  const { m, t } = momentIn(page)
  expect(m).toBe(films.film)
  await page.reload()
  await trimmable(page)
  await dialog(page).getByText('Match 1 of 1').waitFor()
  expect(momentIn(page)).toEqual({ m, t })

  const samples = await inDatabase(product, indexedSamples)
  const harbour = (await videosOf(product, films.owner, samples)).find(({ file_name }) => /harbour/.test(file_name))
  await page.goto(`${product.origin}/collections/${samples}/search?similar=${harbour?.id}@16`)
  await button(page, /^Play /)
    .first()
    .click()
  await trimmable(page)
  expect(new URL(page.url()).searchParams.get('similar')).toBe(`${harbour?.id}@16`)
  const clip = await clipOf(page)
  await page.reload()
  await dialog(page)
    .getByText(/^Match 1 of \d+$/)
    .waitFor()
  expect(await clipOf(page)).toBe(clip)
})

test('bad values in the address do no harm', async () => {
  const { search, film, owner } = films
  const page = await openPage(`${search}&m=${film}&t=soon`, { as: owner })
  await dialog(page).waitFor()
  await expect.poll(() => momentIn(page)).toEqual({ m: film, t: null })
  await page.goto(`${product.origin}${search}&m=${film}&t=8000-8003`)
  await trimmable(page)
  expect(await clipOf(page)).toBe('In0:27.0,Out0:30.0')
  await page.goto(`${product.origin}${search}&m=no-video&t=1-2`)
  await page.getByText(NOT_HERE).waitFor()
  await page.goto(`${product.origin}${search}&m=../x&t=1-2`)
  await kettles(page).first().waitFor()
  await expect.poll(() => momentIn(page)).toEqual({ m: null, t: null })
})
