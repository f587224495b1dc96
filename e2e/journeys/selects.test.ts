import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type Account, addPieces, ask, createReviewCollection, createSelects } from '../calls.ts'
import { addVideos } from '../library.ts'
import { addMember, addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, PATIENCE } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// From moments of two videos to a cut that goes to review.
const product = connectProduct(inject('product'))
const NAME = 'First minute'
let ada: Account
let pieces: Parameters<typeof addPieces>[3]

beforeEach(async () => {
  ada = await addPerson(product, { plan: 'TEAM' })
  const rushes = await createReviewCollection(product, ada, 'Rushes')
  const files = [{ file_name: 'harbour.mp4' }, { film: 'reel.mp4', file_name: 'kitchen.mp4' }]
  const [harbour = '', kitchen = ''] = await addVideos(product, ada, rushes, ...files)
  pieces = [
    { video_id: harbour, start_frame: 10, end_frame: 40, note: 'Boats' },
    { video_id: kitchen, start_frame: 60, end_frame: 90, note: 'Lemons' },
    { video_id: harbour, start_frame: 70, end_frame: 99, note: 'Evening' },
  ]
})
afterEach(noComplaints)

const read = (id: string) => ask<Selects>(product, ada, `selects/${id}`)
const strip = (page: Page) => page.getByRole('slider', { name: 'Timeline' })
const row = (page: Page, number: number) => page.getByRole('listitem').nth(number - 1)

test('selects are begun, the keyboard sorts their pieces, and undo takes it back; the server has each state', async () => {
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/selects`)
  await page.getByText('No selects yet').waitFor()
  await button(page, 'Create selects').first().click()
  await dialog(page).getByLabel('Name').fill(NAME)
  await button(dialog(page), 'Create').click()
  await page.getByText('No pieces yet').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const saved = async () =>
    (await read(id)).items.map(({ note, start_frame, end_frame }) => `${note} ${start_frame}-${end_frame}`)
  await addPieces(product, ada, id, pieces)
  await page.reload()
  await strip(page).waitFor()
  await button(row(page, 3), 'Move piece 3').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('status').filter({ hasText: 'Piece 3 is now 2 of 3' }).waitFor()
  await expect.poll(saved).toEqual(['Boats 10-40', 'Evening 70-99', 'Lemons 60-90'])
  expect(await button(row(page, 2), 'Move piece 2').evaluate((grip) => grip === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+z')
  await expect.poll(saved).toEqual(['Boats 10-40', 'Lemons 60-90', 'Evening 70-99'])
})

test('the pieces play in their order, and a rendering goes to review', async () => {
  const id = await createSelects(product, ada, NAME, pieces)
  const { page } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/selects/${id}`)
  const seen = await strip(page).evaluateHandle((slider) => {
    const texts: string[] = []
    const look = () => texts.push(slider.getAttribute('aria-valuetext') ?? '')
    new MutationObserver(look).observe(slider, { attributeFilter: ['aria-valuetext'] })
    return texts
  })
  await page.keyboard.press(' ')
  await button(page, 'Pause').waitFor()
  await button(page, 'Play').waitFor()
  const numbers = (await seen.jsonValue()).map((text) => /piece (\d)/.exec(text)?.[1])
  expect(numbers.filter((number, place) => number !== numbers[place - 1])).toEqual(['1', '2', '3'])

  await button(page, 'Render').click()
  await dialog(page).getByRole('radio', { name: 'A video to review' }).check()
  await button(dialog(page), 'Render').click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Rendered: version 1' }).waitFor({ timeout: PATIENCE })
  expect((await read(id)).rendered?.version).toBe(1)
})

test('another member sees the selects on a phone, and cannot change them', async () => {
  const id = await createSelects(product, ada, NAME, pieces)
  const bo = await addMember(product, ada, { first_name: 'Bo', last_name: 'Lind' })
  const { page } = await testBrowser({ as: bo, width: 390, height: 844 })
  await page.goto(`${product.origin}/selects`)
  await page.getByRole('link', { name: `Open ${NAME}` }).click()
  await strip(page).waitFor()
  expect(await page.getByRole('listitem').count()).toBe(3)
  expect(await button(page, /^Move piece/).count()).toBe(0)
  const { revision, items } = await read(id)
  const refused = await fetch(`${product.origin}/api/selects/${id}/items`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${bo.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      revision,
      items: items.map(({ id, start_frame, end_frame, note }) => ({ id, start_frame, end_frame, note })),
    }),
  })
  expect(refused.status).toBe(403)
})
