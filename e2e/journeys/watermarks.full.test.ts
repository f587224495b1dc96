import type { Page } from 'playwright-core'
import { afterEach, expect, inject, test } from 'vitest'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { createReviewCollection } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { openVideo } from '../review-page.ts'
import { button, dialog, isInOrder } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// A link whose guests see a watermark: its maker chooses it, and changes it while a guest watches.
const product = connectProduct(inject('product'))
/** Milliseconds in which an open page shows a change, and in which files follow. */
const PAGE = 3_000
const MEDIA = 10_000
/** Milliseconds in which a copy of a short film is made on a busy machine. */
const COPY = 240_000
const FAULT = 'The watermark could not be drawn.'
afterEach(noComplaints)

/** Chooses where guests see the watermark, in the form that is open. */
async function chooseWatermark(page: Page, where: string): Promise<void> {
  await button(dialog(page), /^Watermark: /).click()
  await page.getByRole('menuitemradio', { name: where }).click()
}
/** Changes the watermark of the only link. */
async function change(page: Page, where: string): Promise<void> {
  await button(dialog(page), /^Settings: /).click()
  await chooseWatermark(page, where)
  await button(dialog(page), 'Save').click()
  await button(dialog(page), /^Settings: /).waitFor()
}
const sourceOf = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentSrc ?? '')
const isDead = (address: string) =>
  expect.poll(async () => (await fetch(address)).status, { timeout: MEDIA }).toBeGreaterThanOrEqual(400)
const playsFrom = (page: Page, part: RegExp) => expect.poll(() => sourceOf(page), { timeout: COPY }).toMatch(part)
/** Of the file names: the copy of a link, and every other file. */
const MARKED = /marked/

test.each(drawnCases([1440, 390]))(
  'a watermark in the picture is prepared, fails, is tried again, and gives way to others, %i px wide',
  async (width) => {
    const size = { width, height: 900 }
    const ada = await addPerson(product)
    const collection = await createReviewCollection(product, ada, 'Cuts')
    const video = await addVideo(product, ada, collection, { film: 'reel.mp4', file_name: 'Taproom.mp4' })
    const maker = await openPage(`/quick-review/${ada.user_id}/${video}`, { as: ada, ...size })
    await button(maker, 'Share').click()
    await button(dialog(maker), 'More settings').click()
    await chooseWatermark(maker, 'In the picture')
    await button(dialog(maker), 'Generate Link').click()
    const text = dialog(maker).getByLabel('Text in the picture', { exact: true })
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true')
    await isInOrder(maker)
    await text.fill('Northlane, not for passing on')
    await button(dialog(maker), 'Generate Link').click()
    const link = await dialog(maker).getByLabel('Link', { exact: true }).inputValue()
    await dialog(maker).getByText('1 of 1 is being prepared.').waitFor()
    await isInOrder(maker)

    const guest = await openPage(link, { ...size, storage: { 'footnote.guest_name': 'Kim Aalto' } })
    await guest.getByText('This video is being prepared.').or(guest.locator('video')).first().waitFor()
    await isInOrder(guest)
    await dialog(maker).getByText('1 of 1 is being prepared.').waitFor({ state: 'detached', timeout: COPY })
    await playsFrom(guest, MARKED)
    await openVideo(guest)
    expect(await guest.locator('svg.watermark').count()).toBe(0)
    await isInOrder(maker)

    await change(maker, 'Over the picture')
    await dialog(maker).getByText('Watermark over the picture').waitFor()
    await guest.locator('svg.watermark').waitFor({ timeout: PAGE })
    await expect.poll(() => sourceOf(guest), { timeout: MEDIA }).not.toMatch(MARKED)
    await openVideo(guest)
    await isInOrder(guest)
    const clean = await sourceOf(guest)
    await change(maker, 'None')
    await guest.locator('svg.watermark').waitFor({ state: 'detached', timeout: PAGE })
    expect(await sourceOf(guest)).toBe(clean)

    await change(maker, 'In the picture')
    await isDead(clean)
    await playsFrom(guest, MARKED)
    const marked = await sourceOf(guest)
    await inDatabase(product, (db) =>
      db
        .updateTable('marked_copies')
        .set({ state: 'FAILED', storage_key: null, poster_key: null, error: FAULT })
        .where('video_id', '=', video)
        .execute(),
    )
    await isDead(marked)
    await maker.reload()
    await button(maker, 'Share').click()
    await dialog(maker).getByText('1 could not be prepared.').waitFor()
    await isInOrder(maker)
    await guest.reload()
    await guest.getByText(FAULT).waitFor()
    await isInOrder(guest)
    await button(dialog(maker), /^Try again: /).click()
    await dialog(maker).getByText('1 of 1 is being prepared.').waitFor()
    await dialog(maker).getByText('could not be prepared').waitFor({ state: 'detached' })
    await guest.getByText(FAULT).waitFor({ state: 'detached', timeout: PAGE })
    await playsFrom(guest, MARKED)
    await openVideo(guest)
    await dialog(maker).getByText('1 of 1 is being prepared.').waitFor({ state: 'detached', timeout: COPY })
  },
)
