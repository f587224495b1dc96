import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, createCollection, sampleReview } from '../calls.ts'
import { inDatabase } from '../database.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { indexedSamples } from '../seeded.ts'
import { button, dialog } from '../steps.ts'
import { noComplaints, openPage } from '../test-browser.ts'

// Controls show that they have the focus, and fit the screen.
const product = connectProduct(inject('product'))
let ada: Account

beforeEach(async () => {
  ada = await addPerson(product)
})
afterEach(noComplaints)

test('a focus from a pointer has no ring, and the next key shows it', async () => {
  await createCollection(product, ada, 'Harvest')
  const page = await openPage('/collections', { as: ada })
  const ring = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  await button(page, 'More for Harvest').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page).waitFor()
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  expect(await ring()).toBe('none')
  await page.keyboard.press('Tab')
  expect(await ring()).toBe('solid')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})

test('every control of the player is visible on a phone, in a match and in a review', async () => {
  const samples = await inDatabase(product, indexedSamples)
  const page = await openPage(`/collections/${samples}/search?q=harbour`, { as: ada })
  /** Labels of controls that extend beyond the player. */
  const cutOff = () =>
    page
      .locator('.controls')
      .evaluate((row) =>
        [...row.querySelectorAll('button')]
          .filter((control) => control.getBoundingClientRect().right > row.getBoundingClientRect().right)
          .map((control) => control.getAttribute('aria-label')),
      )
  await button(page, /^Play /)
    .first()
    .click()
  await button(page, 'Full screen').waitFor()
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await cutOff(), `${width} pixels`).toEqual([])
  }
  await page.goto(product.origin + (await sampleReview(product, ada)))
  await button(page, 'Full screen').waitFor()
  expect(await cutOff()).toEqual([])
})
