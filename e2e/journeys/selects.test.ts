import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Selects } from '@footnote/contract/nouns/selects.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ffmpeg, H264, NUMBERED } from '../../server/test/made-media.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { type Browser, signIn } from '../browser.ts'
import {
  type Account,
  ask,
  changePlan,
  createAccount,
  createMember,
  createReviewCollection,
  uploadVideo,
  videosOf,
} from '../calls.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { composedFrames, frameOnScreen } from '../selects-player.ts'
import { button, dialog, PATIENCE } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// From moments to a cut that goes to review. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('selects')
/** Number of the first frame, and of the first one that is not shown. No piece has frame 0: an empty picture reads as 0. */
const PIECES = [
  { film: 'harbour', start_frame: 10, end_frame: 40, note: 'Boats' },
  { film: 'bridge', start_frame: 60, end_frame: 90, note: 'Bridge' },
  { film: 'harbour', start_frame: 70, end_frame: 99, note: 'Evening' },
] as const
const RATES = { harbour: 25, bridge: 30 } as const
let account: Account
let other: Account
let desk: Browser
let second: Browser
let page: Page
let id: string

const read = () =>
  fetch(`${product.origin}/api/selects/${id}`, { headers: { authorization: `Bearer ${account.access}` } }).then(
    (answer) => answer.json() as Promise<Selects>,
  )
const shownFrame = () => frameOnScreen(page)
const saved = async () =>
  (await read()).items.map(({ note, start_frame, end_frame }) => `${note} ${start_frame}-${end_frame}`)

beforeAll(async () => {
  for (const [name, rate] of Object.entries(RATES)) {
    const reel = `color=gray:s=640x360:r=${rate}:d=4,${NUMBERED}`
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      reel,
      ...H264,
      '-g',
      '10',
      '-movflags',
      '+faststart',
      path.join(folder, `${name}.mp4`),
    )
  }
  ;[account, desk, second] = await Promise.all([
    createAccount(product),
    testBrowser(),
    testBrowser({ width: 390, height: 844 }),
  ])
  page = desk.page
  await changePlan(product, account, 'TEAM')
  other = await createMember(product, account, { first_name: 'Bo', last_name: 'Lind' })
  await signIn(desk.context, account.storage)
  await signIn(second.context, other.storage)
  const collection = await createReviewCollection(product, account, 'Rushes')
  const videos = {
    harbour: await uploadVideo(product, account, collection, path.join(folder, 'harbour.mp4')),
    bridge: await uploadVideo(product, account, collection, path.join(folder, 'bridge.mp4')),
  }
  const deadline = Date.now() + PATIENCE
  while ((await videosOf(product, account, collection)).some(({ status }) => status !== 'SUCCESS')) {
    if (Date.now() > deadline) throw new Error('The films were not ready in time')
    await wait(500)
  }
  await page.goto(`${product.origin}/selects`)
  await page.getByText('No selects yet').waitFor()
  await button(page, 'Create selects').first().click()
  await dialog(page).getByLabel('Name').fill('First minute')
  await button(dialog(page), 'Create').click()
  await page.getByText('No pieces yet').waitFor()
  id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const items = PIECES.map(({ film, ...piece }) => ({ ...piece, video_id: videos[film] }))
  await ask(product, account, `selects/${id}/items`, { items })
  await page.reload()
  await page.getByRole('slider', { name: 'Timeline' }).waitFor()
}, 300_000)
oneJourney()
afterAll(() => Promise.all([desk?.close(), second?.close()]))

const row = (number: number) => page.getByRole('listitem').nth(number - 1)
const said = (words: string) => page.getByRole('status').filter({ hasText: words }).waitFor()

test('rows are sorted by the keyboard, and undo takes it back; the server has each state', async () => {
  await button(row(3), 'Move piece 3').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await said('Piece 3 is now 2 of 3')
  await expect.poll(saved, { timeout: 10_000 }).toEqual(['Boats 10-40', 'Evening 70-99', 'Bridge 60-90'])
  expect(await button(row(2), 'Move piece 2').evaluate((grip) => grip === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+z')
  await expect.poll(saved, { timeout: 10_000 }).toEqual(['Boats 10-40', 'Bridge 60-90', 'Evening 70-99'])
})

test('a typed timecode, and O at the playhead, trim a piece', async () => {
  await row(1).getByText('00:00:00:10').click()
  await page.getByLabel('In of piece 1').fill('00:00:00:12')
  await page.keyboard.press('Enter')
  await expect.poll(saved, { timeout: 10_000 }).toContain('Boats 12-40')
  await page.getByLabel('Out of piece 1').fill('00:00:01:10')
  await page.keyboard.press('Enter')
  await button(page, 'Done').click()
  await expect.poll(shownFrame, { timeout: 10_000 }).toBe(34)
  await page.keyboard.press(',')
  await page.keyboard.press('o')
  await expect.poll(saved, { timeout: 10_000 }).toContain('Boats 12-34')
})

const BOUNDS = [
  [12, 33],
  [60, 89],
  [70, 98],
] as const

test('the joint has the last frame of a piece and the first one of the next', async () => {
  for (const [place, [first]] of BOUNDS.entries()) {
    await button(row(place + 1), /^Show piece/).click()
    await expect.poll(shownFrame, { timeout: 10_000 }).toBe(first)
    const before = BOUNDS[place - 1]
    if (before) {
      await page.keyboard.press(',')
      await expect.poll(shownFrame, { timeout: 10_000 }).toBe(before[1])
      await page.keyboard.press('.')
      await expect.poll(shownFrame, { timeout: 10_000 }).toBe(first)
    }
  }
})

test('it plays through all pieces in their order, and no picture is empty', async () => {
  await page.keyboard.press('0')
  await expect.poll(shownFrame, { timeout: 10_000 }).toBe(12)
  const seen = await composedFrames(desk, async () => {
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  })
  const inside = (frame: number) => BOUNDS.some(([first, last]) => first <= frame && frame <= last)
  expect(seen).not.toContain(0)
  // A busy machine can show one picture past the end of a piece: `npm run e2e:frames` looks for that.
  const pieces = seen
    .filter(inside)
    .map((frame) => BOUNDS.findIndex(([first, last]) => first <= frame && frame <= last))
  expect(pieces).toEqual(pieces.toSorted())
  expect(new Set(pieces).size).toBe(BOUNDS.length)
  expect(await shownFrame()).toBe(98)
}, 120_000)

test('another member sees the selects, plays them, and cannot change them', async () => {
  const phone = second.page
  await phone.goto(`${product.origin}/selects`)
  await phone.getByRole('link', { name: 'Open First minute' }).click()
  await phone.getByRole('slider', { name: 'Timeline' }).waitFor()
  expect(await phone.getByRole('listitem').count()).toBe(3)
  expect(await button(phone, /^Move piece/).count()).toBe(0)
  const { revision, items } = await read()
  const refused = await fetch(`${product.origin}/api/selects/${id}/items`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${other.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      revision,
      items: items.map(({ id, start_frame, end_frame, note }) => ({ id, start_frame, end_frame, note })),
    }),
  })
  expect(refused.status).toBe(403)
})

test('a rendering goes to review, and the next one is its next version', async () => {
  for (const version of [1, 2]) {
    await button(page, 'Render').click()
    await dialog(page).getByRole('radio', { name: 'A video to review' }).check()
    await button(dialog(page), 'Render').click()
    await dialog(page).waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await read()).rendered?.version, { timeout: PATIENCE, interval: 1_000 })
      .toBe(version)
    await page.getByRole('link', { name: `Rendered: version ${version}` }).waitFor()
  }
}, 300_000)
