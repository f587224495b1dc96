import type { SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { newAddress } from '../../seed/rows/people.ts'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { scrollsSideways } from '../barriers.ts'
import { type Account, ask, createComment, createReviewCollection, createShareLink } from '../calls.ts'
import { cellFilm, RATE } from '../drawing-films.ts'
import { addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { box, comments, openVideo } from '../review-page.ts'
import { measureScreen, type ScreenShares } from '../screen-shares.ts'
import { amended } from '../screen-state.ts'
import { button, dialog, isInOrder } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'

// Mara reviews a wide and a portrait film with guests, on windows of all sizes.
const product = connectProduct(inject('product'))
const FILMS = ['Landscape', 'Portrait'] as const
type FilmName = (typeof FILMS)[number]
const PORTRAIT = { width: 390, height: 844, touch: true } as const
const LANDSCAPE = { width: 844, height: 390, touch: true } as const
/** What the keyboard of a phone leaves. */
const TYPING = { width: 390, height: 480, touch: true } as const
const SMALL = { width: 360, height: 640, touch: true } as const
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  LANDSCAPE,
  PORTRAIT,
  TYPING,
  SMALL,
] as const
type Window = (typeof WINDOWS)[number]
type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>
const WORDS = [
  'The board reads as she says it. Can we push in so that both are seen together?',
  'The print on the shirt reads softer here than in the other cut.',
  'Can the flight stay until she has finished the sentence?',
  'Grade the middle glass a touch warmer than the other two.',
  'Legal is fine with the brand marks on the handles.',
  'The glass must not be in soft focus.',
]
let mara: Account
const videos = new Map<FilmName, string>()

beforeAll(async () => {
  mara = await addPerson(product, { plan: 'TEAM', first_name: 'Mara', last_name: 'Lindqvist' })
  const collection = await createReviewCollection(product, mara, 'Taproom films')
  for (const film of FILMS) {
    const video = await addVideo(product, mara, collection, { film: cellFilm(film), file_name: `Taproom ${film}.mp4` })
    for (const [place, content] of WORDS.entries())
      await createComment(product, mara, video, { content, start_time: place * 0.6 })
    videos.set(film, video)
  }
})
afterEach(noComplaints)

const address = (film: FilmName) => `/quick-review/${mara.user_id}/${videos.get(film)}`
const link = (film: FilmName, permission: SharePermission) =>
  createShareLink(product, mara, videos.get(film)!, permission)
/** Asks Kim by mail for a verdict. @returns the address of their link */
async function askKim(film: FilmName): Promise<string> {
  const kim = newAddress('kim')
  const due_at = new Date(Date.now() + 36 * 3_600_000).toISOString()
  const reviewers = [{ email: kim, name: 'Kim Aalto' }]
  await ask(product, mara, `quick-review/approvals/${videos.get(film)}`, { reviewers, due_at, message: '' }, 'PUT')
  return await product.link(kim)
}
const sheet = (page: Page): Locator => button(page, /^Comments and transcript|^Close comments/)
const entry = (page: Page, words: string): Locator => page.locator('li.comment:not(.is-sending)', { hasText: words })
const isTyped = (name: Locator) => expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true)
const shows = async (page: Page): Promise<void> => {
  await openVideo(page)
  await entry(page, WORDS[0]!).waitFor({ state: 'attached' })
}

/** Number of the frame on the screen. The player seeks into the middle of frames. */
const frameOf = async (page: Page): Promise<number> =>
  Math.floor((await page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)) * RATE + 0.01)

/** Expects what must hold in every window. @param state how the page is used */
function expectRoom(shares: ScreenShares, { width, height }: Window, state: string, said: string): void {
  const { film, list, words } = shares
  expect([shares.taller, shares.wider], said).toEqual([0, 0])
  expect(film.height, said).toBeGreaterThan(0)
  if (state === 'film') {
    expect(film.height, said).toBeGreaterThanOrEqual(height - 1)
    return
  }
  // One line of words, at least.
  expect(words.height, said).toBeGreaterThanOrEqual(24)
  if (state === 'writing') {
    expect(film.height, said).toBeGreaterThanOrEqual(90)
    expect(film.height, said).toBeLessThanOrEqual(110)
  } else if (state === 'sheet' || width === PORTRAIT.width) expect(list.height, said).toBeGreaterThanOrEqual(height / 2)
  else if (width === SMALL.width) expect(list.height, said).toBeGreaterThanOrEqual(240)
}

test('film, comments and composer have their room in every window, for everybody', async () => {
  const kims = new Map<FilmName, string>()
  for (const film of FILMS) kims.set(film, await askKim(film))
  const people = {
    owner: (film: FilmName) => ({ at: address(film), as: mara }),
    commenter: async (film: FilmName) => ({ at: await link(film, 'commenter') }),
    approver: (film: FilmName) => ({ at: kims.get(film)! }),
  }
  const cases = Object.entries(people).flatMap(([who, from]) =>
    FILMS.flatMap((film) => WINDOWS.map((window) => ({ who, from, film, window }))),
  )
  const kindsOf = ({ who, film, window }: (typeof cases)[number]) => [who, film, `${WINDOWS.indexOf(window)}`]
  for (const { who, from, film, window } of drawnCases(cases, { kindsOf })) {
    const { at, ...as } = await from(film)
    const page = await openPage(at, { ...window, ...as })
    let state = window === LANDSCAPE ? 'film' : window === TYPING ? 'writing' : 'reading'
    await shows(page)
    if (window === TYPING) {
      await box(page).tap()
      await page.locator('[data-writing]').waitFor()
    }
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      const shares = await measureScreen(page)
      expectRoom(shares, window, state, `${who}, ${window.width}x${window.height}, ${film}, ${state}, ${theme}`)
      expect(await scrollsSideways(page)).toBe(false)
    }
    if (window === LANDSCAPE) {
      await sheet(page).tap()
      state = 'sheet'
      const shares = await measureScreen(page)
      expectRoom(shares, window, state, `${who}, landscape, ${film}, ${state}`)
    }
    if (film === 'Landscape') await isInOrder(page)
    await page.context().close()
  }
})

test('the controls of a wide window stay at the lower end of the stage', async () => {
  const page = await openPage(address('Landscape'), { as: mara })
  await shows(page)
  const [column, controls] = await Promise.all([
    page.locator('#panel-video').boundingBox(),
    page.locator('.controls').boundingBox(),
  ])
  expect(Math.round(controls!.y + controls!.height)).toBe(Math.round(column!.y + column!.height))
})

test('a guest taps, writes, and is asked for a name when the comment is sent', async () => {
  const page = await openPage(await link('Landscape', 'commenter'), PORTRAIT)
  await shows(page)
  const name = page.getByRole('textbox', { name: 'Your name' })
  const times = page.getByRole('textbox', { name: 'Start time (mm:ss)' })
  const { composer } = await measureScreen(page)
  expect(composer.height).toBeLessThanOrEqual(56)
  expect(await times.isVisible()).toBe(false)
  await box(page).tap()
  await times.waitFor()
  expect(await name.count()).toBe(0)
  await isInOrder(page)
  await page.keyboard.type('Let it breathe')
  // The film is looked at again, and the words stay.
  await button(page, 'Next frame').tap()
  await expect.poll(() => frameOf(page)).toBe(1)
  await times.waitFor()
  await button(comments(page), 'Comment').tap()
  await isTyped(name)
  await isInOrder(page)
  await page.keyboard.type('Noor')
  await page.keyboard.press('Enter')
  await entry(page, 'Let it breathe').getByText('Noor').waitFor()
  await times.waitFor({ state: 'hidden' })
  await box(page).tap()
  await page.getByText('Commenting as Noor').waitFor()
  expect(await name.count()).toBe(0)
  // A press on the list ends the writing.
  await entry(page, WORDS[1]!).getByText(WORDS[1]!).tap()
  await times.waitFor({ state: 'hidden' })
  expect((await measureScreen(page)).film.height).toBeGreaterThan(200)
})

test('fingers reach each frame, one at a press', async () => {
  for (const window of [PORTRAIT, LANDSCAPE, { width: 1024, height: 768, touch: true }]) {
    const page = await openPage(address('Landscape'), { as: mara, ...window })
    await shows(page)
    for (const [name, frame] of [
      ['Next frame', 1],
      ['Next frame', 2],
      ['Previous frame', 1],
    ] as const) {
      const area = await button(page, name).boundingBox()
      expect(Math.min(area!.width, area!.height)).toBeGreaterThanOrEqual(40)
      await button(page, name).tap()
      await expect.poll(() => frameOf(page)).toBe(frame)
    }
    await isInOrder(page)
  }
})

test('in full screen, the buttons for frames are at both ends of the timeline', async () => {
  for (const window of [PORTRAIT, LANDSCAPE, { width: 1024, height: 768, touch: true }]) {
    const page = await openPage(address('Landscape'), { as: mara, ...window })
    await shows(page)
    await button(page, 'Full screen').tap()
    await button(page, 'Exit full screen').waitFor()
    const parts = [button(page, 'Previous frame'), page.locator('.timeline'), button(page, 'Next frame')]
    const places = async () => {
      const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!))
      const [previous, timeline, next] = boxes as [Box, Box, Box]
      return {
        level: previous.y === next.y,
        before: previous.x + previous.width <= timeline.x + 1,
        after: next.x >= timeline.x + timeline.width - 1,
      }
    }
    // The window grows after the name of the button has changed.
    await expect
      .poll(places, { message: `${window.width}x${window.height}` })
      .toEqual({ level: true, before: true, after: true })
  }
})

test('a guest who is asked sees the due date, and approves with a thumb', async () => {
  const page = await openPage(await askKim('Portrait'), PORTRAIT)
  await shows(page)
  await page.getByText(/^due /).waitFor()
  for (const name of ['Help', 'Source code']) {
    const link = (await page.getByRole('link', { name }).boundingBox())!
    expect(link.x + link.width, name).toBeLessThanOrEqual(PORTRAIT.width)
  }
  await amended('sharing_router/validate-share-token/*', (body) => ({ ...body, newer: 'mailed' }))(page)
  await shows(page)
  await page.getByText('A newer version exists').waitFor()
  expect((await measureScreen(page)).list.height).toBeGreaterThanOrEqual(PORTRAIT.height / 2)
  const decide = button(page, 'Approve or request changes')
  const area = (await decide.boundingBox())!
  expect(area.y + area.height).toBeGreaterThan(PORTRAIT.height - 64)
  await decide.tap()
  await page.getByRole('menuitem', { name: 'Request changes' }).waitFor()
  await isInOrder(page)
  await page.getByRole('menuitem', { name: 'Approve' }).tap()
  await button(dialog(page), 'Approve version 1').tap()
  await button(dialog(page), 'Withdraw your verdict').waitFor()
  await button(dialog(page), 'Close').tap()
  await decide.waitFor({ state: 'detached' })
})

test('on a phone on its side, comments come over the film and go again', async () => {
  const page = await openPage(await link('Landscape', 'commenter'), LANDSCAPE)
  await shows(page)
  expect(await comments(page).isVisible()).toBe(false)
  await button(page, 'Play').waitFor()
  await sheet(page).tap()
  await comments(page).waitFor()
  await isInOrder(page)
  await box(page).tap()
  await page.keyboard.type('Hold this')
  const { words, film } = await measureScreen(page)
  expect(Math.min(words.height, film.height)).toBeGreaterThan(40)
  await button(comments(page), 'Comment').tap()
  await isTyped(page.getByRole('textbox', { name: 'Your name' }))
  await page.keyboard.type('Noor')
  await page.keyboard.press('Enter')
  await entry(page, 'Hold this').waitFor()
  await sheet(page).tap()
  await comments(page).waitFor({ state: 'hidden' })
  // What was open stays so when the phone is turned.
  await page.setViewportSize({ width: 390, height: 844 })
  await entry(page, 'Hold this').waitFor()
})

test.each(drawnCases([PORTRAIT, LANDSCAPE, SMALL]))(
  'a finger draws at $width x $height, and everything is in view',
  async (window) => {
    const page = await openPage(await link('Landscape', 'commenter'), window)
    await shows(page)
    if (window === LANDSCAPE) await sheet(page).tap()
    await button(page, 'Draw').tap()
    const board = page.getByRole('application', { name: /^Picture to draw on/ })
    await board.waitFor()
    const tools = page.getByRole('toolbar', { name: 'Drawing' })
    for (const part of [board, tools, button(page, 'Done')]) {
      const area = (await part.boundingBox())!
      expect([area.x, area.y].every((edge) => edge >= 0)).toBe(true)
      expect(area.x + area.width).toBeLessThanOrEqual(window.width)
      expect(area.y + area.height).toBeLessThanOrEqual(window.height)
    }
    await isInOrder(page)
    const area = (await board.boundingBox())!
    const touches = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) =>
      touches.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: share === undefined ? [] : [{ x: area.x + share * area.width, y: area.y + share * area.height }],
      })
    await touch('touchStart', 0.2)
    for (const share of [0.3, 0.4, 0.5, 0.6]) await touch('touchMove', share)
    await touch('touchEnd')
    await page.getByRole('img', { name: /^Drawing: / }).waitFor()
    await button(page, 'Done').tap()
    await comments(page).getByText('An arrow').waitFor()
    expect((await measureScreen(page)).words.height).toBeGreaterThanOrEqual(24)
    await isInOrder(page)
  },
)

test('at the width of a phone, the date gives way before a name, and marks stay readable', async () => {
  const video = videos.get('Landscape')!
  const content = 'For us alone'
  const said = { content, start_time: 1, visibility: 'team' }
  const { id } = await ask<{ id: string }>(product, mara, `quick-review/create-comment/${video}`, said)
  await ask(product, mara, `quick-review/update-comment/${video}/${id}`, { content: `${content}, please` }, 'PUT')
  const { page } = await testBrowser({ as: mara, ...SMALL })
  await page.goto(product.origin + address('Landscape'))
  const head = entry(page, content).locator('.who')
  const row = (await head.boundingBox())!
  for (const words of ['Mara Lindqvist', 'edited', 'Team only']) {
    const mark = head.getByText(words, { exact: true })
    const area = (await mark.boundingBox())!
    expect(await mark.evaluate((one) => one.scrollWidth - one.clientWidth), words).toBeLessThanOrEqual(1)
    expect(area.x + area.width, words).toBeLessThanOrEqual(row.x + row.width + 0.5)
    expect(area.y + area.height, words).toBeLessThanOrEqual(row.y + row.height + 0.5)
  }
})
