import { afterEach, expect, inject, test } from 'vitest'
import { addKettleFilms, clipOf, kettles, momentIn, placeOf, trimmable } from '../kettle-films.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, isInOrder } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

const product = connectProduct(inject('product'))
afterEach(noComplaints)

test('a moment keeps its trim over a reload, Back closes it, and a colleague opens its link', async () => {
  const { owner, grace, film, search } = await addKettleFilms(product)
  const { page } = await testBrowser({ as: owner })
  await page.goto(product.origin + search)
  await kettles(page).first().click()
  await trimmable(page)
  expect(momentIn(page)).toMatchObject({ m: film, t: expect.stringMatching(/^[\d.]+-[\d.]+$/) })
  const { t: own } = momentIn(page)
  await page.keyboard.press('k')
  await page.keyboard.press('.')
  await page.keyboard.press('.')
  await page.keyboard.press('i')
  await expect.poll(() => momentIn(page).t).not.toBe(own)
  await button(page, 'Copy link to this moment').click()
  await dialog(page)
    .getByText(/^Opens from \d:\d\d to \d:\d\d for everyone who can see Taproom\./)
    .waitFor()
  await isInOrder(page)
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(page.url())
  const [clip, place] = [await clipOf(page), await placeOf(page)]

  await page.reload()
  await trimmable(page)
  expect(page.url()).toBe(link)
  await expect.poll(() => placeOf(page)).toBe(place)
  expect(await clipOf(page)).toBe(clip)
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  expect(page.url()).toBe(product.origin + search)
  await page.goForward()
  await dialog(page).waitFor()

  const { page: hers } = await testBrowser({ as: grace, width: 390, height: 844 })
  await hers.goto(link)
  await expect.poll(() => placeOf(hers)).toBe(place)
  expect(await clipOf(hers)).toBe(clip)
  await hers.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await isInOrder(hers)
  await button(dialog(hers), 'Close').click()
  await dialog(hers).waitFor({ state: 'detached' })
  expect(hers.url()).toBe(product.origin + search)
})
