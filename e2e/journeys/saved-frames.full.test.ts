import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Notification } from '@footnote/contract/nouns/personal/notifications.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ffmpeg, H264, NUMBERED, numberIn } from '../../server/test/made-media.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { unzipped } from '../../server/test/unzipped.ts'
import { type Browser, signIn } from '../browser.ts'
import {
  type Account,
  allIndexed,
  ask,
  createAccount,
  createReviewCollection,
  startSession,
  uploadVideo,
} from '../calls.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, fileOf, isInOrder, PATIENCE } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// People take pictures out of a video. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('saved-frames')
const [RATE, FRAME] = [25, 42]
let account: Account
let desk: Browser
let phone: Browser
let guest: Browser
let video: string
/** A red rectangle below the numbers. */
const drawing = { v: 1, shapes: [{ t: 'rect', c: 'red', w: 0.01, p: [0.25, 0.6, 0.75, 0.9] }] }

beforeAll(async () => {
  const file = path.join(folder, 'harbour.mp4')
  const reel = `color=gray:s=640x360:r=${RATE}:d=4,${NUMBERED}`
  await ffmpeg('-f', 'lavfi', '-i', reel, ...H264, '-g', '10', '-movflags', '+faststart', file)
  ;[account, desk, phone, guest] = await Promise.all([
    createAccount(product),
    testBrowser(),
    testBrowser({ width: 390, height: 844 }),
    testBrowser(),
  ])
  await signIn(desk.context, account.storage)
  await signIn(phone.context, (await startSession(product, account)).storage)
  const collection = await createReviewCollection(product, account, 'Rushes')
  video = await uploadVideo(product, account, collection, file)
  await allIndexed(product, account, collection, PATIENCE)
  const start_time = (FRAME + 0.5) / RATE
  await ask(product, account, `quick-review/create-comment/${video}`, { content: 'Here', start_time, drawing })
}, 2 * PATIENCE)

afterAll(() => Promise.all([desk, phone, guest].map((browser) => browser?.close())))

async function openAt(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => {
    const element = document.querySelector('video')
    return element && element.readyState >= 2 && !element.seeking
  })
}
const openReview = (page: Page) =>
  openAt(page, `${product.origin}/quick-review/${account.user_id}/${video}?t=${((FRAME + 0.5) / RATE).toFixed(3)}`)

/** Share of the pixels along the rectangle's upper edge that are red. */
async function redLine(picture: Buffer): Promise<number> {
  const { width = 1, height = 1 } = await sharp(picture).metadata()
  const edge = {
    left: Math.round(0.3 * width),
    top: Math.round(0.6 * height),
    width: Math.round(0.4 * width),
    height: 1,
  }
  const { data } = await sharp(picture).removeAlpha().extract(edge).raw().toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += 3) if ((data[at] ?? 0) > 180 && (data[at + 1] ?? 255) < 110) red += 1
  return red / (data.length / 3)
}

/** Presses something that saves the frame on the screen, and checks the file. */
async function savesFrame(page: Page, press: () => Promise<unknown>): Promise<void> {
  const [saved] = await Promise.all([page.waitForEvent('download'), press()])
  expect(saved.suggestedFilename()).toBe('harbour 00-00-01-17.png')
  const picture = await readFile(await fileOf(saved))
  const { width, height } = await sharp(picture).metadata()
  expect([width, height, await numberIn(picture)]).toEqual([640, 360, FRAME])
  expect(await redLine(picture)).toBeGreaterThan(0.95)
}

test('P and the menu of the player save the frame on the screen with its drawing, in the size of the video', async () => {
  const { page } = desk
  await openReview(page)
  await page.getByRole('img', { name: /^Drawing: / }).waitFor()
  await savesFrame(page, () => page.keyboard.press('p'))
  await button(page, /^Settings/).click()
  await isInOrder(page)
  await savesFrame(page, () => page.getByRole('menuitem', { name: 'Save frame' }).click())
})

test('on a phone the menu saves the frame, too', async () => {
  const { page } = phone
  await openReview(page)
  await page.getByRole('img', { name: /^Drawing: / }).waitFor()
  await button(page, /^Settings/).tap()
  await savesFrame(page, () => page.getByRole('menuitem', { name: 'Save frame' }).tap())
})

test('stills of the comments arrive by a notification, and the ZIP has the exact frame with its drawing', async () => {
  for (const { page } of [desk, phone]) {
    await openReview(page)
    await button(page, 'Export comments').click()
    await isInOrder(page)
    await dialog(page)
      .getByRole('radio', { name: /^Stills/ })
      .check()
    await dialog(page).getByText('the frame of the comment that the list shows').waitFor()
    await isInOrder(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  }
  const { page } = desk
  await button(page, 'Export comments').click()
  await dialog(page)
    .getByRole('radio', { name: /^Stills/ })
    .check()
  await button(dialog(page), 'Make stills').click()
  await page.getByText('Your stills are being made.').waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  let made: Notification | undefined
  await expect
    .poll(
      async () => {
        const { notifications } = await ask<{ notifications: Notification[] }>(product, account, 'get_notifications')
        made = notifications.find(({ type }) => type === 'EXPORT')
        return made?.download_file ?? null
      },
      { timeout: PATIENCE },
    )
    .not.toBeNull()
  await page.reload()
  await button(page, /^Notifications/).click()
  const entry = page.getByRole('listitem').filter({ hasText: '[Stills] are ready for download' })
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    entry.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('harbour v1 stills.zip')
  const stills = unzipped(await readFile(await fileOf(saved)))
  expect([...stills.keys()]).toEqual(['v1 00-00-01-17 1 Ada Lovelace.png'])
  for (const picture of stills.values()) {
    expect(await numberIn(picture)).toBe(FRAME)
    expect(await redLine(picture)).toBeGreaterThan(0.95)
  }
})

test('the keyboard alone exports the comments for Resolve, with the number of the frame', async () => {
  const { page } = desk
  await openReview(page)
  await button(page, 'Export comments').focus()
  await page.keyboard.press('Enter')
  // The dialog opens with the format used last. Formats come before what else can be chosen.
  await dialog(page).getByRole('radio', { checked: true }).first().focus()
  const resolve = dialog(page).getByRole('radio', { name: /^DaVinci Resolve/ })
  while (!(await resolve.isChecked())) await page.keyboard.press('ArrowRight')
  const [saved] = await Promise.all([page.waitForEvent('download'), button(dialog(page), 'Export').press('Enter')])
  expect(saved.suggestedFilename()).toBe('harbour v1 comments.edl')
  const [title, , , event] = (await readFile(await fileOf(saved), 'utf8')).split('\r\n')
  expect([title, event]).toEqual(['TITLE: harbour', expect.stringContaining('01:00:01:17 01:00:01:18')])
  await dialog(page).waitFor({ state: 'detached' })
})

test('a guest saves a frame, but gets no stills', async () => {
  const { page } = guest
  const link = { permission: 'approver' }
  const { share_url } = await ask<{ share_url: string }>(
    product,
    account,
    `sharing_router/create-share-link/${video}`,
    link,
  )
  await openAt(page, share_url)
  await page.getByText('Here', { exact: true }).first().waitFor()
  await button(page, 'Export comments').click()
  await dialog(page).getByText('DaVinci Resolve').waitFor()
  expect(await dialog(page).getByText('Stills', { exact: true }).count()).toBe(0)
  await page.keyboard.press('Escape')
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('p')])
  expect(await numberIn(await readFile(await fileOf(saved)))).toBe(0)
})
