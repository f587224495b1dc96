import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { COMPARE_MODES } from '../../web/src/player/compare/compare-mode.ts'
import { type Account, ask, createComment, createReviewCollection } from '../calls.ts'
import { addVersion, addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { posted } from '../review-page.ts'
import { button, isInOrder } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'

// The owner of a film compares its two versions, which have the same pictures.
const product = connectProduct(inject('product'))
const FILM = { film: 'Kitchen notes: a lemon tart.mp4', file_name: 'kitchen.mp4' } as const
/** Frames a second of the film. */
const RATE = 25
let account: Account
let older: string
let newer: string

beforeEach(async () => {
  account = await addPerson(product)
  const collection = await createReviewCollection(product, account, 'Cuts')
  older = await addVideo(product, account, collection, FILM)
  newer = await addVersion(product, account, collection, older, FILM)
  await createComment(product, account, newer, { content: 'Of the newer version', start_time: 4 })
  await createComment(product, account, older, { content: 'Of the older version', start_time: 6 })
})
afterEach(noComplaints)

const review = () => `${product.origin}/quick-review/${account.user_id}/${newer}`
const comparison = (other = older) => `${review()}/compare?with=${other}`
const open = (address: string): Promise<Page> => openPage(address, { as: account, storage: { player_time: 'frames' } })
/** Opens the comparison, stopped, with the older version twelve frames ahead. @param place the rest of its address */
async function openAhead(place = ''): Promise<Page> {
  const page = await open(`${comparison()}&offset=12&t=4.06${place}`)
  await expect.poll(() => frames(page)).toEqual([101, 113])
  return page
}
const search = (page: Page) => new URL(page.url()).searchParams

/** Frames of both elements, once neither seeks. */
const frames = async (page: Page): Promise<readonly number[] | null> => {
  const times = await page.locator('video').evaluateAll((all) =>
    all.map((video) => {
      const { seeking, currentTime } = video as HTMLVideoElement
      return seeking ? null : currentTime
    }),
  )
  return times.every((time) => time !== null) ? times.map((time) => Math.floor((time as number) * RATE)) : null
}

test('the list of versions leads to the comparison, at the same time', async () => {
  const page = await open(`${review()}?t=4.02`)
  await page.getByText('Of the newer version').waitFor()
  await page.keyboard.press('v')
  await page.getByRole('link', { name: 'Compare v2 with v1' }).click()
  await page.getByRole('heading', { name: 'Compare v2 with v1' }).waitFor()
  expect(search(page).get('with')).toBe(older)
  await expect.poll(() => frames(page)).toEqual([100, 100])
  await isInOrder(page)
})

test('keys step both, move the second by frames, and choose the mode; the address keeps it all', async () => {
  const page = await open(`${comparison()}&t=4.02`)
  await expect.poll(() => frames(page)).toEqual([100, 100])
  await page.keyboard.press('.')
  await expect.poll(() => frames(page)).toEqual([101, 101])
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => frames(page)).toEqual([101, 113])
  await page.getByText('+12 frames').waitFor()
  for (const [key, mode] of [
    ['w', 'Wipe'],
    ['x', 'Difference'],
    ['s', 'Side by side'],
    ['w', 'Wipe'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => page.getByRole('radio', { name: mode }).isChecked()).toBe(true)
  }
  const line = page.getByRole('slider', { name: 'Wipe' })
  await line.press('Shift+ArrowRight')
  await line.press('ArrowLeft')
  expect(await line.getAttribute('aria-valuenow')).toBe('59')
  await expect.poll(() => Object.fromEntries(search(page))).toMatchObject({ mode: 'wipe', at: '0.59', offset: '12' })
  await expect.poll(() => Number(search(page).get('t'))).toBeCloseTo(101 / RATE, 2)
  await page.reload()
  await expect.poll(() => frames(page)).toEqual([101, 113])
  expect(await line.getAttribute('aria-valuenow')).toBe('59')
})

test('both play together, and stop on frames that belong together', async () => {
  const page = await openAhead()
  await page.keyboard.press(' ')
  await expect
    .poll(() => page.locator('video').evaluateAll((all) => all.every((video) => !(video as HTMLVideoElement).paused)))
    .toBe(true)
  await expect.poll(async () => ((await frames(page)) ?? [0])[0]).toBeGreaterThan(125)
  await page.keyboard.press(' ')
  await expect
    .poll(async () => {
      const [one = 0, two = 0] = (await frames(page)) ?? []
      return two - one
    })
    .toBe(12)
})

test('one version is heard at a time, and a held key puts the second in the place of the first', async () => {
  const page = await openAhead('&mode=wipe')
  const muted = () => page.locator('video').evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).muted))
  expect(await muted()).toEqual([false, true])
  await page.keyboard.press('a')
  await expect.poll(muted).toEqual([true, false])
  await page.keyboard.press('m')
  await expect.poll(muted).toEqual([true, true])
  await page.keyboard.press('w')
  await page.keyboard.press('.')
  await page.keyboard.press('s')
  await expect.poll(() => search(page).get('mode') ?? 'side').toBe('side')
  expect(await muted(), 'a sound that was turned off stays off').toEqual([true, true])
  await page.keyboard.press(',')
  await page.keyboard.press('m')
  await expect.poll(muted).toEqual([true, false])
  await page.keyboard.down('q')
  await expect.poll(() => page.locator('.compare-picture[data-flipped]').count()).toBe(1)
  await page.keyboard.up('q')
  await expect.poll(() => page.locator('.compare-picture[data-flipped]').count()).toBe(0)
})

test('the comments of both versions are in tabs, and one of the second leads both to its place', async () => {
  const page = await openAhead()
  await page.getByRole('tab', { name: /^v1/ }).click()
  await page.getByText('Of the older version').waitFor()
  expect(await page.getByText('Of the newer version').count()).toBe(0)
  await page.getByText('Of the older version').click()
  await expect.poll(() => frames(page)).toEqual([138, 150])
})

test('tabs count open comments, and a marker of the other version leads to its comment', async () => {
  const page = await openAhead()
  await page.getByRole('tab', { name: 'v2 1 open', selected: true }).waitFor()
  await page.getByText('on v2', { exact: true }).waitFor()
  await page.getByRole('button', { name: /Of the older version/ }).click()
  await page.getByRole('tab', { name: 'v1 1 open', selected: true }).waitFor()
  await page.getByText('on v1', { exact: true }).waitFor()
  await expect.poll(() => frames(page)).toEqual([138, 150])
})

test('somebody who draws sees the whole picture of that version, and the comment keeps the drawing', async () => {
  const page = await openAhead('&mode=wipe')
  for (const [version, id, flipped] of [
    ['v2', newer, 0],
    ['v1', older, 1],
  ] as const) {
    await page.getByRole('tab', { name: new RegExp(`^${version}`) }).click()
    await button(page, 'Draw').click()
    const board = page.getByRole('application', { name: /^Picture to draw on/ })
    await board.waitFor()
    expect(await page.locator('.wipe-handle').count()).toBe(0)
    expect(await page.locator('.compare-picture[data-flipped]').count()).toBe(flipped)
    const { x, y } = (await board.boundingBox())!
    await page.mouse.move(x + 60, y + 60)
    await page.mouse.down()
    await page.mouse.move(x + 160, y + 120, { steps: 4 })
    await page.mouse.up()
    await page.getByText('An arrow', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Comment' }).fill(`Drawn on ${version}`)
    await button(page, 'Comment').click()
    await posted(page, `Drawn on ${version}`).waitFor()
    await page.getByRole('tab', { name: `${version} 2 open` }).waitFor()
    const { items } = await ask<{ items: Comment[] }>(product, account, `quick-review/comments/${id}`)
    expect(items).toContainEqual(expect.objectContaining({ content: `Drawn on ${version}`, has_drawing: true }))
  }
})

test('beside the end of a longer version, the shorter one says that it has ended', async () => {
  const page = await open(`${comparison()}&offset=60&t=30`)
  await page.getByText('v1 has ended').waitFor()
})

test('every mode is in order on a wide screen and on a phone', async () => {
  const { page } = await testBrowser({ as: account })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const mode of COMPARE_MODES) {
      await page.goto(`${comparison()}&mode=${mode}`)
      await button(page, 'Play').waitFor()
      await page.getByText('Of the newer version').waitFor()
      await isInOrder(page)
    }
  }
})

test('a version that is not there says so, and leads back to the review', async () => {
  const { page } = await testBrowser({ as: account })
  for (const other of [newer, 'c0ffee00-0000-4000-8000-000000000000']) {
    await page.goto(comparison(other))
    await page.getByText('This version is not here').waitFor()
  }
  await isInOrder(page)
  await page.getByRole('link', { name: 'Open the review' }).click()
  await page.waitForURL(review())
})
