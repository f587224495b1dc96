import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { numberIn } from '../../server/test/made-media.ts'
import { type Account, ask, createComment, createReviewCollection, createShareLink } from '../calls.ts'
import { addVideo, RATES } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, fileOf, isInOrder, tabTo } from '../steps.ts'
import { noComplaints, testBrowser } from '../test-browser.ts'

// People take comments out of the product, as files and on paper.
const product = connectProduct(inject('product'))
const PHONE = { width: 390, height: 844 } as const
let account: Account
let collection: string
/** A video with comments, which no test changes. */
let video: string
/** A red rectangle below the numbers. */
const drawing = { v: 1, shapes: [{ t: 'rect', c: 'red', w: 0.02, p: [0.25, 0.6, 0.75, 0.9] }] }
const middle = (frame: number): number => (frame + 0.5) / RATES['reel.mp4']

beforeAll(async () => {
  account = await addPerson(product)
  collection = await createReviewCollection(product, account, 'Rushes')
  video = await addVideo(product, account, collection, { film: 'reel.mp4', file_name: 'harbour.mp4' })
  const write = (body: object) => ask<{ id: string }>(product, account, `quick-review/create-comment/${video}`, body)
  const { id } = await write({ content: 'Logo is too small', start_time: middle(42), drawing })
  await write({ content: 'Bigger in v3', parent_comment_id: id })
  await write({ content: '=מהר מדי, "לאט"', start_time: middle(50), end_time: middle(60) })
  await write({ content: 'Only for us', start_time: middle(70), visibility: 'team' })
})
afterEach(noComplaints)

const review = (id = video) => `${product.origin}/quick-review/${account.user_id}/${id}`

async function openDialog(page: Page, address = review()): Promise<void> {
  await page.goto(address)
  await button(page, 'Export comments').waitFor()
  await tabTo(page, button(page, 'Export comments'))
  await page.keyboard.press('Enter')
  await dialog(page).waitFor()
}

/** Chooses a format with the arrow keys. */
async function chooseFormat(page: Page, name: RegExp): Promise<void> {
  const formats = dialog(page).getByRole('group', { name: 'Format' })
  await tabTo(page, formats.getByRole('radio', { checked: true }))
  for (let step = 0; step < 12; step++) {
    if (await formats.getByRole('radio', { name }).isChecked()) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error('The arrow keys never reached the format')
}

async function save(page: Page): Promise<{ name: string; text: string }> {
  await tabTo(page, button(dialog(page), 'Export'))
  const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  await dialog(page).waitFor({ state: 'detached' })
  return { name: saved.suggestedFilename(), text: await readFile(await fileOf(saved), 'utf8') }
}

const pictures = (page: Page) => page.getByText('The pictures are there.').waitFor()
const printed = (page: Page) => page.getByRole('list', { name: 'Comments' }).locator('> li')

test('the keyboard alone saves markers for an editing program, from the timecode that somebody types', async () => {
  const { page } = await testBrowser({ as: account })
  await openDialog(page)
  await isInOrder(page)
  await chooseFormat(page, /^DaVinci/)
  await tabTo(page, page.getByLabel('Timeline starts at'))
  await page.keyboard.type('10:00:00')
  await dialog(page).getByText('Write a timecode, for example 01:00:00:00').waitFor()
  await isInOrder(page)
  await page.keyboard.type(':00')
  const { name, text } = await save(page)
  expect(name).toBe('harbour v1 comments.edl')
  const lines = text.split('\r\n')
  expect(lines.slice(0, 3)).toEqual(['TITLE: harbour', 'FCM: NON-DROP FRAME', ''])
  expect(lines[3]).toContain('10:00:01:17 10:00:01:18')
  expect(text).not.toContain('Only for us')
})

test('the next dialog begins with the last format, and comments for the team need a choice', async () => {
  const { page } = await testBrowser({ as: account })
  await openDialog(page)
  await chooseFormat(page, /^CSV/)
  const team = dialog(page).getByRole('checkbox', { name: /^Team-only/ })
  await tabTo(page, team)
  await page.keyboard.press('Space')
  const { name, text } = await save(page)
  expect(name).toBe('harbour v1 comments.csv')
  const lines = text.split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFnumber,status,timecode_in/)
  expect(lines[1]).toMatch(/^1,open,00:00:01:17,/)
  // A spreadsheet must not run a comment.
  expect(text).toContain('"\'=מהר מדי, ""לאט"""')
  expect(text).toContain('Only for us')
  await openDialog(page)
  expect(await dialog(page).getByRole('radio', { name: /^CSV/ }).isChecked()).toBe(true)
  expect(await team.isChecked()).toBe(false)
})

test('the paper of the dialog has the exact frame, its drawing, replies and the direction of each text', async () => {
  const { page } = await testBrowser({ as: account })
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await openDialog(page)
  await chooseFormat(page, /^Print/)
  await tabTo(page, dialog(page).getByRole('link', { name: 'Open page' }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`${review()}/print`)
  await pictures(page)
  expect(await printed(page).count()).toBe(2)
  await isInOrder(page)
  const picture = await printed(page).first().locator('.printed-still').screenshot()
  expect(await numberIn(picture)).toBe(42)
  const { width = 1, height = 1 } = await sharp(picture).metadata()
  const edge = { left: Math.round(0.5 * width), top: Math.round(0.6 * height), width: 1, height: 1 }
  const [red = 0, green = 255] = await sharp(picture).removeAlpha().extract(edge).raw().toBuffer()
  expect([red > 180, green < 110]).toEqual([true, true])
  await page.getByRole('list', { name: 'Replies to comment 1' }).getByText('Bigger in v3').waitFor()
  await page.getByText('00:00:02:00 – 00:00:02:10').waitFor()
  expect(await page.getByText('=מהר מדי').evaluate((words) => getComputedStyle(words).direction)).toBe('rtl')
  await tabTo(page, page.getByRole('checkbox', { name: 'Team-only comments too (1)' }))
  await page.keyboard.press('Space')
  await page.getByText('Only for us').waitFor()
  await pictures(page)
  await tabTo(page, button(page, 'Print'))
  await page.keyboard.press('Enter')
  await page.locator('body[data-printed]').waitFor()
})

test('a phone and a guest get the same paper, and a guest nothing of the team', async () => {
  const phone = (await testBrowser({ as: account, ...PHONE })).page
  await openDialog(phone)
  await isInOrder(phone)
  await phone.goto(`${review()}/print?kind=drawing`)
  await pictures(phone)
  expect(await printed(phone).count()).toBe(1)
  await isInOrder(phone)
  const { page } = await testBrowser(PHONE)
  const link = `${product.origin}${await createShareLink(product, account, video, 'viewer')}`
  await openDialog(page, link)
  await chooseFormat(page, /^Print/)
  await page.getByRole('link', { name: 'Open page' }).press('Enter')
  await page.waitForURL(`${link}/print`)
  await pictures(page)
  expect(await printed(page).count()).toBe(2)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await isInOrder(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL(link)
})

test('two hundred comments fit on sheets of A4 and Letter, without the buttons of the page', async () => {
  const full = await addVideo(product, account, collection, { film: 'reel.mp4', file_name: 'Two hundred.mp4' })
  for (let number = 1; number < 200; number++)
    await createComment(product, account, full, { content: `Comment ${number}`, start_time: middle(number % 100) })
  const { page } = await testBrowser({ as: account })
  await page.goto(`${review(full)}/print`)
  await pictures(page)
  expect(await printed(page).count()).toBe(199)
  expect(await page.getByText('This picture could not be read.').count()).toBe(0)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const visible = await Promise.all(
    [button(page, 'Print'), page.getByRole('banner'), printed(page).first()].map((part) => part.isVisible()),
  )
  expect(visible).toEqual([false, false, true])
  for (const format of ['A4', 'Letter'] as const) {
    const pdf = await page.pdf({ format })
    const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    // A comment needs between a sixth and a third of a sheet.
    expect(sheets.length, format).toBeGreaterThan(199 / 7)
    expect(sheets.length, format).toBeLessThan(199 / 3)
  }
})
