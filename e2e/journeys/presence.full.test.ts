import { PRESENT } from '@footnote/contract/shared/limits.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { findBarriers, scrollsSideways } from '../barriers.ts'
import type { Browser } from '../browser.ts'
import { createShareLink } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { addMember } from '../people.ts'
import { connectProduct } from '../product.ts'
import { addReview, guestPage, junPage, openVideo, ownerPage, type Review, say } from '../review-page.ts'
import { button, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

const product = connectProduct(inject('product'))
let review: Review

beforeEach(async () => {
  review = await addReview(product)
})
afterEach(noComplaints)

const present = (page: Page) => button(page, /^Also here: /)
async function memberBrowser(first_name: string, last_name: string): Promise<Browser> {
  const member = await addMember(product, review.owner, { first_name, last_name })
  const browser = await testBrowser({ as: member })
  await browser.page.goto(review.address)
  await openVideo(browser.page)
  return browser
}
/** Milliseconds until the button of a page has a name, or is gone. Within two seconds: presence.shared.test.ts. */
async function waitFor(page: Page, name: string | null): Promise<number> {
  const began = performance.now()
  if (name === null) await present(page).waitFor({ state: 'detached', timeout: 60_000 })
  else await button(page, name).waitFor({ timeout: 60_000 })
  return performance.now() - began
}

test('two members see each other, and that one closes the tab', async () => {
  const ada = await ownerPage(review)
  const { page: mara } = await memberBrowser('Mara', 'Lindqvist')
  await waitFor(ada, 'Also here: Mara Lindqvist')
  await waitFor(mara, 'Also here: Ada Lovelace')
  await present(ada).click()
  await ada.getByRole('dialog', { name: 'Also here' }).getByText('Mara Lindqvist').waitFor()
  await isInOrder(ada)
  await ada.keyboard.press('Escape')
  await mara.close()
  await waitFor(ada, null)
})

test('a page without a network leaves within 40 s, and comes back with the network', async () => {
  const ada = await ownerPage(review)
  const { page: mara, complaints } = await memberBrowser('Mara', 'Lindqvist')
  await waitFor(ada, 'Also here: Mara Lindqvist')
  await mara.context().setOffline(true)
  expect(await waitFor(ada, null)).toBeLessThan(PRESENT.gone * 1_000)
  await mara.context().setOffline(false)
  await waitFor(ada, 'Also here: Mara Lindqvist')
  await waitFor(mara, 'Also here: Ada Lovelace')
  expect(complaints.splice(0).filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('guests see how many others there are; members see the names that guests gave', async () => {
  const ada = await ownerPage(review)
  const jun = await junPage(review)
  const viewer = await guestPage(review, 'viewer')
  await waitFor(ada, 'Also here: 2 guests')
  await say(jun, 'Who is here?', ada)
  await waitFor(ada, 'Also here: Jun (guest) and 1 more')
  for (const page of [jun, viewer]) {
    await page.getByText('You and 2 others').waitFor()
    expect(await page.locator('.review-tools').innerText()).not.toMatch(/Ada|Lovelace|Jun/)
    expect(await findBarriers(page)).toEqual([])
  }
})

test.each(drawnCases([390, 1440]))('many people take no height of a page of %i px', async (width) => {
  const { owner, video } = review
  const { page } = await testBrowser({ as: owner, width, height: 844 })
  const link = await createShareLink(product, owner, video, 'viewer')
  const guest = await testBrowser({ width, height: 844 })
  await page.goto(review.address)
  await guest.page.goto(product.origin + link)
  await Promise.all([openVideo(page), openVideo(guest.page)])
  const height = async (one: Page) => (await one.locator('.review-tools').boundingBox())!.height
  await guest.page.getByText('You and 1 other', { exact: true }).waitFor()
  const before = [await height(page), await height(guest.page)]
  for (const [first, last] of [
    ['Mara', 'Lindqvist'],
    ['Tomás', 'Rey'],
    ['Ines', 'Okafor'],
    ['Jun', 'Watanabe'],
  ] as const)
    await memberBrowser(first, last)
  await waitFor(page, 'Also here: Ines Okafor, Jun Watanabe, Mara Lindqvist, Tomás Rey, and 1 more')
  await guest.page.getByText('You and 5 others').waitFor()
  expect([await height(page), await height(guest.page)]).toEqual(before)
  await page.locator('.present-more[data-count="+2"]').waitFor()
  for (const [who, shown] of [
    ['member', page],
    ['guest', guest.page],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await shown.emulateMedia({ colorScheme })
      expect(await findBarriers(shown)).toEqual([])
      expect(await scrollsSideways(shown)).toBe(false)
      if (process.env.PICTURES)
        await shown.screenshot({ path: `${process.env.PICTURES}/${who}-${width}-${colorScheme}.png` })
    }
  await inDatabase(product, async (db) => {
    const rows = await db.selectFrom('presence').selectAll().where('video_id', '=', video).execute()
    expect(rows).toHaveLength(6)
  })
})
