import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { findBarriers } from '../barriers.ts'
import { type Account, ask, createReviewCollection, createShareLink } from '../calls.ts'
import { addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, message } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// People bring comments from other programs.
const product = connectProduct(inject('product'))
const PHONE = { width: 390, height: 844, theme: 'dark' } as const
let ada: Account
let video: string

beforeEach(async () => {
  ada = await addPerson(product)
  const rushes = await createReviewCollection(product, ada, 'Rushes')
  video = await addVideo(product, ada, rushes, { film: 'reel.mp4', file_name: 'harbour.mp4' })
})
afterEach(noComplaints)

const marker = (number: string, label: string, after: string, note: string) =>
  `${number}  001      V     C        ${label} ${after} ${label} ${after}  \r\n${note}\r\n\r\n`
const MARKERS = [
  'TITLE: harbour\r\nFCM: NON-DROP FRAME\r\n\r\n',
  marker('001', '01:00:01:00', '01:00:01:01', 'Logo is too small |C:ResolveColorRed |M:Marker 1 |D:1'),
  marker('002', '01:00:02:00', '01:00:02:01', ' |C:ResolveColorRed |M:Hold this |D:25'),
  marker('003', '01:09:00:00', '01:09:00:01', 'Credits |C:ResolveColorRed |M:Marker 3 |D:1'),
].join('')

/** Opens the review as its owner. */
async function open(options = {}): Promise<Page> {
  const { page } = await testBrowser({ as: ada, ...options })
  await page.goto(`${product.origin}/quick-review/${ada.user_id}/${video}`)
  return page
}

/** Opens the dialog in the open review. */
async function openDialog(page: Page): Promise<Page> {
  await button(page, 'Import comments').click()
  await dialog(page).waitFor()
  return page
}
const choose = (page: Page, name: string, content: string | Buffer) =>
  dialog(page)
    .getByLabel('File with comments')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const rows = (page: Page) => dialog(page).getByRole('list', { name: 'Comments of the file' }).getByRole('listitem')
const list = (page: Page) => page.getByRole('region', { name: 'List of comments' })
const importMarkers = () =>
  ask(product, ada, `quick-review/import-comments/${video}`, { format: 'edl', content: MARKERS })

test('a file that cannot be read says so, and another one can be chosen', async () => {
  const page = await openDialog(await open())
  await choose(page, 'notes.xlsx', Buffer.from('PK\u0003\u0004'))
  await dialog(page).getByText('This is a workbook.').waitFor()
  await choose(page, 'names.csv', 'Name,Age\nAna,40')
  await dialog(page).getByText('must name a column with times').waitFor()
  expect(await button(dialog(page), 'Import').isDisabled()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await choose(page, 'harbour.edl', MARKERS)
  await dialog(page).getByText('2 new comments').waitFor()
})

test('markers are shown before they are imported, with the line that does not fit', async () => {
  const page = await openDialog(await open())
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
  const page = await openDialog(await open())
  await choose(page, 'harbour.edl', MARKERS)
  const start = dialog(page).getByRole('textbox', { name: 'Timeline starts at' })
  await expect.poll(() => start.inputValue()).toBe('01:00:00:00')
  await start.fill('01:00')
  await dialog(page).getByText('Write a timecode').waitFor()
  await start.fill('01:00:00:10')
  await expect.poll(() => rows(page).first().innerText()).toMatch(/^00:00:00:15/)
  await start.fill('01:00:00:00')
  await expect.poll(() => rows(page).first().innerText()).toMatch(/^00:00:01:00/)
})

test('the comments arrive on every page, and the same file adds nothing', async () => {
  const [page, phone] = await Promise.all([open(), open(PHONE)])
  await phone.getByText('No comments yet').waitFor()
  await openDialog(page)
  await choose(page, 'harbour.edl', MARKERS)
  await button(dialog(page), 'Import 2 comments').click()
  await page.getByText('2 comments imported').waitFor()
  await list(page).getByText('Hold this').waitFor()
  await list(phone).getByText('Logo is too small').waitFor()
  await page.reload()
  await openDialog(page)
  await choose(page, 'again.edl', MARKERS)
  await dialog(page).getByText('0 new comments, 2 here already').waitFor()
  expect(await button(dialog(page), 'Import').isDisabled()).toBe(true)
})

test('on a phone a table is imported, and the import is undone', async () => {
  await importMarkers()
  const page = await openDialog(await open(PHONE))
  await choose(page, 'notes.csv', 'Time;Comment;Author\n0:03;Sound is late;Bo Lind\n')
  await dialog(page).getByText('1 new comment').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await button(dialog(page), 'Import 1 comment').click()
  await list(page).getByText('imported, by Bo Lind').waitFor()
  await button(message(page, /imported/), 'Undo').click()
  await page.getByText('1 comment deleted').waitFor()
  await list(page).getByText('Sound is late').waitFor({ state: 'detached' })
  await list(page).getByText('Hold this').waitFor()
})

test('a failure keeps the file', async () => {
  const { page, complaints } = await testBrowser({ as: ada })
  await page.goto(`${product.origin}/quick-review/${ada.user_id}/${video}`)
  await openDialog(page)
  await choose(page, 'notes.csv', 'Time,Comment\n0:03,Later\n')
  await dialog(page).getByText('1 new comment').waitFor()
  await page.route('**/import-comments/*', (route) => route.abort())
  await button(dialog(page), 'Import 1 comment').click()
  await dialog(page).getByRole('alert').waitFor()
  await page.unroute('**/import-comments/*')
  await button(dialog(page), 'Import 1 comment').click()
  await list(page).getByText('Later').waitFor()
  complaints.splice(0, Infinity, ...complaints.filter((line) => !/net::ERR_/.test(line)))
})

test('a guest exports, but imports nothing', async () => {
  await importMarkers()
  const { page } = await testBrowser()
  await page.goto(product.origin + (await createShareLink(product, ada, video, 'commenter')))
  await button(page, 'Export comments').waitFor()
  expect(await button(page, 'Import comments').count()).toBe(0)
})
