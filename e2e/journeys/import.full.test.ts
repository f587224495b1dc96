import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ffmpeg, H264, NUMBERED } from '../../server/test/made-media.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { findBarriers } from '../barriers.ts'
import { type Browser, signIn } from '../browser.ts'
import {
  type Account,
  createAccount,
  createReviewCollection,
  createShareLink,
  startSession,
  uploadVideo,
  videosOf,
} from '../calls.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, PATIENCE } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// People bring comments from other programs. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('import')
let account: Account
let desk: Browser
let phone: Browser
let guest: Browser
let video: string

beforeAll(async () => {
  const file = path.join(folder, 'harbour.mp4')
  const reel = `color=gray:s=640x360:r=25:d=4,${NUMBERED}`
  await ffmpeg('-f', 'lavfi', '-i', reel, ...H264, '-g', '10', '-movflags', '+faststart', file)
  ;[account, desk, phone, guest] = await Promise.all([
    createAccount(product),
    testBrowser(),
    testBrowser({ width: 390, height: 844, theme: 'dark' }),
    testBrowser(),
  ])
  await signIn(desk.context, account.storage)
  await signIn(phone.context, (await startSession(product, account)).storage)
  const collection = await createReviewCollection(product, account, 'Rushes')
  video = await uploadVideo(product, account, collection, file)
  const deadline = Date.now() + PATIENCE
  while ((await videosOf(product, account, collection)).some(({ status }) => status !== 'SUCCESS')) {
    if (Date.now() > deadline) throw new Error('The film was not ready in time')
    await wait(500)
  }
}, 2 * PATIENCE)

oneJourney()
afterAll(() => Promise.all([desk, phone, guest].map((browser) => browser?.close())))

const review = () => `${product.origin}/quick-review/${account.user_id}/${video}`
const marker = (number: string, label: string, after: string, note: string) =>
  `${number}  001      V     C        ${label} ${after} ${label} ${after}  \r\n${note}\r\n\r\n`
const MARKERS = [
  'TITLE: harbour\r\nFCM: NON-DROP FRAME\r\n\r\n',
  marker('001', '01:00:01:00', '01:00:01:01', 'Logo is too small |C:ResolveColorRed |M:Marker 1 |D:1'),
  marker('002', '01:00:02:00', '01:00:02:01', ' |C:ResolveColorRed |M:Hold this |D:25'),
  marker('003', '01:09:00:00', '01:09:00:01', 'Credits |C:ResolveColorRed |M:Marker 3 |D:1'),
].join('')

async function openDialog(page: Page): Promise<void> {
  await page.goto(review())
  await button(page, 'Import comments').click()
  await dialog(page).waitFor()
}
const choose = (page: Page, name: string, content: string | Buffer) =>
  dialog(page)
    .getByLabel('File with comments')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const rows = (page: Page) => dialog(page).getByRole('list', { name: 'Comments of the file' }).getByRole('listitem')
const list = (page: Page) => page.getByRole('region', { name: 'List of comments' })

test('a file that cannot be read says so, and another one can be chosen', async () => {
  const { page } = desk
  await openDialog(page)
  await choose(page, 'notes.xlsx', Buffer.from('PK\u0003\u0004'))
  await dialog(page).getByText('This is a workbook.').waitFor()
  await choose(page, 'names.csv', 'Name,Age\nAna,40')
  await dialog(page).getByText('must name a column with times').waitFor()
  expect(await button(dialog(page), 'Import').isDisabled()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
})

test('markers are shown before they are imported, with the line that does not fit', async () => {
  const { page } = desk
  await choose(page, 'harbour.edl', MARKERS)
  await dialog(page).getByText('2 new comments').waitFor()
  expect(await rows(page).allInnerTexts()).toEqual([
    expect.stringMatching(/^00:00:01:00\s+Logo is too small$/),
    expect.stringMatching(/^00:00:02:00 – 00:00:02:24\s+Hold this$/),
  ])
  await dialog(page).getByText('1 line is no comment').click()
  await dialog(page).getByText('01:09:00:00 is not in the video, if its first frame is 01:00:00:00.').waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('another start of the timeline moves the comments', async () => {
  const { page } = desk
  const start = dialog(page).getByRole('textbox', { name: 'Timeline starts at' })
  expect(await start.inputValue()).toBe('01:00:00:00')
  await start.fill('01:00')
  await dialog(page).getByText('Write a timecode').waitFor()
  await start.fill('01:00:00:10')
  await expect.poll(() => rows(page).first().innerText()).toMatch(/^00:00:00:15/)
  await start.fill('01:00:00:00')
  await expect.poll(() => rows(page).first().innerText()).toMatch(/^00:00:01:00/)
})

test('the comments arrive on every page, and the same file adds nothing', async () => {
  await phone.page.goto(review())
  await phone.page.getByText('No comments yet').waitFor()
  const { page } = desk
  await button(dialog(page), 'Import 2 comments').click()
  await page.getByText('2 comments imported').waitFor()
  await list(page).getByText('Hold this').waitFor()
  await list(phone.page).getByText('Logo is too small').waitFor()
  await openDialog(page)
  await choose(page, 'again.edl', MARKERS)
  await dialog(page).getByText('0 new comments, 2 here already').waitFor()
  expect(await button(dialog(page), 'Import').isDisabled()).toBe(true)
})

test('on a phone a table is imported, and the import is undone', async () => {
  const { page } = phone
  await openDialog(page)
  await choose(page, 'notes.csv', 'Time;Comment;Author\n0:03;Sound is late;Bo Lind\n')
  await dialog(page).getByText('1 new comment').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await button(dialog(page), 'Import 1 comment').click()
  await list(page).getByText('imported, by Bo Lind').waitFor()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 comment deleted').waitFor()
  await list(page).getByText('Sound is late').waitFor({ state: 'detached' })
  await list(page).getByText('Hold this').waitFor()
})

test('a failure keeps the file', async () => {
  const { page } = desk
  await openDialog(page)
  await choose(page, 'notes.csv', 'Time,Comment\n0:03,Later\n')
  await dialog(page).getByText('1 new comment').waitFor()
  await page.route('**/import-comments/*', (route) => route.abort())
  await button(dialog(page), 'Import 1 comment').click()
  await dialog(page).getByRole('alert').waitFor()
  await page.unroute('**/import-comments/*')
  await button(dialog(page), 'Import 1 comment').click()
  await list(page).getByText('Later').waitFor()
})

test('a guest exports, but imports nothing', async () => {
  const { page } = guest
  await page.goto(product.origin + (await createShareLink(product, account, video, 'commenter')))
  await button(page, 'Export comments').waitFor()
  expect(await button(page, 'Import comments').count()).toBe(0)
})
