import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { drawnCases } from '../../server/test/drawn-cases.ts'
import { type Account, ask, createComment, createReviewCollection, createShareLink } from '../calls.ts'
import { CELL, cellFilm, FRAMES, RATE, SHAPE_NAMES } from '../drawing-films.ts'
import { addVersion, addVideo } from '../library.ts'
import { addPerson } from '../people.ts'
import { connectProduct } from '../product.ts'
import { openVideo, posted } from '../review-page.ts'
import { button, card, isInOrder } from '../steps.ts'
import { noComplaints, openPage, testBrowser } from '../test-browser.ts'

// People draw on films of every shape.
const product = connectProduct(inject('product'))
const PHONE = { width: 390, height: 844 } as const
/** Left, upper, right and lower edge of the cell. */
const EDGES = [CELL.x, CELL.y, CELL.x + CELL.width, CELL.y + CELL.height]
let ada: Account
let collection: string

beforeEach(async () => {
  ada = await addPerson(product)
  collection = await createReviewCollection(product, ada, 'Shapes')
})
afterEach(noComplaints)

const desk = async (): Promise<Page> => (await testBrowser({ as: ada })).page
const phone = async (): Promise<Page> => (await testBrowser({ as: ada, ...PHONE })).page

const film = (shape: string) => ({ film: cellFilm(shape), file_name: cellFilm(shape) })
/** Adds the film with a shape. @returns its id */
const addFilm = (shape: string): Promise<string> => addVideo(product, ada, collection, film(shape))
/** Comments on a video with one shape. */
const addDrawing = (
  video: string,
  shape: Drawing['shapes'][number],
  times: { start_time: number; end_time?: number },
): Promise<string> =>
  createComment(product, ada, video, { content: 'Here', ...times, drawing: { v: 1, shapes: [shape] } })
/** Comments on frame 50 with a rectangle around the cell. */
const addRectangle = (video: string): Promise<string> =>
  addDrawing(video, { t: 'rect', c: 'red', w: 0.005, p: EDGES }, { start_time: 50 / RATE })

/** Opens a review on the middle of a frame. */
async function openAt(page: Page, video: string, frame: number): Promise<void> {
  const time = ((frame + 0.5) / RATE).toFixed(3)
  await page.goto(`${product.origin}/quick-review/${ada.user_id}/${video}?t=${time}`)
  await page.waitForFunction(() => {
    const element = document.querySelector('video')
    return element && element.readyState >= 2 && !element.seeking && element.currentTime > 0
  })
}
/** Waits until the page has drawn what it knows. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** What the video shows. */
const picture = (page: Page): Promise<Buffer> => page.locator('video').screenshot()

const board = (page: Page): Locator => page.getByRole('application', { name: /^Picture to draw on/ })
const words = (page: Page): Locator => page.getByRole('textbox', { name: 'Comment', exact: true })
const drawing = (page: Page, name: string | RegExp = /^Drawing: /): Locator => page.getByRole('img', { name })

/** Begins to draw by the key, once the page takes it. */
async function drawByKey(page: Page): Promise<void> {
  await button(page, 'Draw').waitFor()
  await page.keyboard.press('d')
  await board(page).waitFor()
}

/** Sends the open comment, and waits until its entry has a pencil. */
async function send(page: Page, text: string): Promise<void> {
  await words(page).fill(text)
  await page.keyboard.press('Shift+Enter')
  await posted(page, text).getByRole('img', { name: 'With a drawing.' }).waitFor()
}

/** A finger on an element; places are shares of its width and height. */
async function fingerOn(page: Page, element: Locator) {
  const area = (await element.boundingBox())!
  const touches = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
    touches.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        x === undefined || y === undefined ? [] : [{ x: area.x + x * area.width, y: area.y + y * area.height }],
    })
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The green cell on the screen, found by its colour. CSS pixels. @param picture the video, if there are several */
async function cellOn(page: Page, picture: Locator = page.locator('video')): Promise<Box> {
  const clip = await picture.boundingBox()
  if (!clip) throw new Error('There is no picture')
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [left, top, right, bottom] = [info.width, info.height, -1, -1]
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
    if (green < 190 || red > 90 || blue > 90) continue
    const [x, y] = [(at / 3) % info.width, Math.floor(at / 3 / info.width)]
    ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
  }
  if (right < 0) throw new Error('There is no green cell')
  const scale = clip.width / info.width
  return {
    x: clip.x + left * scale,
    y: clip.y + top * scale,
    width: (right + 1 - left) * scale,
    height: (bottom + 1 - top) * scale,
  }
}

/** The middle of a drawn rectangle's line, on the screen. */
const rectangleOn = (page: Page): Promise<Box> =>
  page
    .locator('.drawing path')
    .last()
    .evaluate((path) => {
      const svg = path.closest('svg') as SVGSVGElement
      const { x, y, width, height } = (path as SVGPathElement).getBBox()
      const { left, top } = svg.getBoundingClientRect()
      return { x: left + x, y: top + y, width, height }
    })

/** Takes away the drawing and the film, which is over the picture in full screen, to see only the picture. */
const hideDrawing = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('.drawing, .deck')) element.style.visibility = 'hidden'
  })

/** Largest distance between the edges of two boxes, as a share of the picture. */
async function distance(page: Page, one: Box, other: Box): Promise<number> {
  const { width, height } = await page
    .locator('.picture-layer')
    .first()
    .evaluate((layer) => layer.getBoundingClientRect())
  return Math.max(
    Math.abs(one.x - other.x) / width,
    Math.abs(one.x + one.width - other.x - other.width) / width,
    Math.abs(one.y - other.y) / height,
    Math.abs(one.y + one.height - other.y - other.height) / height,
  )
}

/** The drawing of the newest comment, as the API answers it. */
async function newestDrawing(video: string): Promise<Drawing> {
  const { items } = await ask<{ items: { id: string }[] }>(product, ada, `quick-review/comments/${video}?sort=latest`)
  return (await ask<{ drawing: Drawing }>(product, ada, `quick-review/drawings/${video}/${items[0]?.id}`)).drawing
}

for (const name of drawnCases(SHAPE_NAMES, { share: 0.4 }))
  test(`a rectangle around a cell of a film stays on it at every size: ${name}`, async () => {
    const video = await addFilm(name)
    const page = await desk()
    await openAt(page, video, 50)
    await button(page, 'Draw').click()
    await board(page).waitFor()
    await page.keyboard.press('r')
    const cell = await cellOn(page)
    await page.mouse.move(cell.x, cell.y)
    await page.mouse.down()
    await page.mouse.move(cell.x + cell.width / 2, cell.y + cell.height, { steps: 4 })
    await page.mouse.move(cell.x + cell.width, cell.y + cell.height, { steps: 4 })
    await page.mouse.up()
    await page.keyboard.press('Escape')
    await board(page).waitFor({ state: 'detached' })
    await send(page, `Green in ${name}`)
    const [shape] = (await newestDrawing(video)).shapes
    for (const [place, edge] of EDGES.entries()) expect(Math.abs((shape?.p[place] ?? 9) - edge)).toBeLessThan(0.01)
    for (const other of [page, await phone()]) {
      await openAt(other, video, 50)
      await drawing(other).waitFor()
      const line = await rectangleOn(other)
      await hideDrawing(other)
      expect(await distance(other, line, await cellOn(other))).toBeLessThan(0.01)
    }
  })

test('in full screen the rectangle is on its cell, too', async () => {
  const video = await addFilm('Four to three')
  await addRectangle(video)
  const page = await desk()
  await openAt(page, video, 50)
  await page.keyboard.press('f')
  await page.waitForFunction(() => document.fullscreenElement !== null)
  await drawing(page).waitFor()
  const line = await rectangleOn(page)
  await hideDrawing(page)
  expect(await distance(page, line, await cellOn(page))).toBeLessThan(0.01)
})

test('beside another version the rectangle is on the cell of its own side', async () => {
  const first = await addFilm('Landscape')
  const second = await addVersion(product, ada, collection, first, film('Portrait'))
  for (const video of [first, second]) await addRectangle(video)
  for (const page of [await desk(), await phone()])
    for (const mode of ['side', 'wipe', 'difference'])
      for (const [shown, other] of [
        [first, second],
        [second, first],
      ]) {
        const place = `with=${other}&mode=${mode}&t=${((50 + 0.5) / RATE).toFixed(3)}`
        await page.goto(`${product.origin}/quick-review/${ada.user_id}/${shown}/compare?${place}`)
        await drawing(page, /rectangle/).waitFor()
        const line = await rectangleOn(page)
        await hideDrawing(page)
        // Only one picture may be left: in two of the modes they are on one another.
        await page.locator('video').evaluateAll(([, beside]) => {
          if (beside) (beside as HTMLElement).style.visibility = 'hidden'
        })
        const cell = await cellOn(page, page.locator('video').first())
        expect(await distance(page, line, cell), `${mode} of ${shown}`).toBeLessThan(0.01)
      }
})

test('a stopped video shows the drawing of a moment on its frame only, and that of a range on all of its frames', async () => {
  const video = await addFilm('Portrait')
  await addRectangle(video)
  const place = { start_time: 20 / RATE, end_time: 23 / RATE }
  await addDrawing(video, { t: 'ellipse', c: 'red', w: 0.01, p: [0.1, 0.1, 0.4, 0.4] }, place)
  const page = await desk()
  await openAt(page, video, 0)
  const seen: string[] = []
  for (let frame = 0; frame < FRAMES - 1; frame += 1) {
    await page.waitForFunction((at) => {
      const element = document.querySelector('video')
      return element && !element.seeking && Math.floor(element.currentTime * 25) === at
    }, frame)
    // The page learns of the end of a seek by an event, after the element itself.
    await drawn(page)
    // The first look at a drawing waits until it is read.
    if (frame === 20) await drawing(page, /ellipse/).waitFor()
    if (frame === 50) await drawing(page, /rectangle/).waitFor()
    const labels = await drawing(page).evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')?.split(',')[0]),
    )
    seen.push(...labels.map((label) => `${frame} ${label}`))
    await page.keyboard.press('.')
  }
  expect(seen).toEqual([...[20, 21, 22, 23].map((frame) => `${frame} Drawing: an ellipse`), '50 Drawing: a rectangle'])
})

test('the keyboard alone draws, undoes, writes and sends', async () => {
  const video = await addFilm('Landscape')
  const page = await desk()
  await openAt(page, video, 10)
  await drawByKey(page)
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'application')
  await isInOrder(page)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await press('o', '2', 'Space', 'Shift+ArrowRight', 'Shift+ArrowDown', 'ArrowRight', 'Space')
  await drawing(page, 'Drawing: an ellipse, middle').waitFor()
  await press('a', '3', 'Space', 'Shift+ArrowUp', 'Space')
  await drawing(page, /an ellipse and an arrow/).waitFor()
  await press('Control+z')
  await drawing(page, 'Drawing: an ellipse, middle').waitFor()
  await press('Control+Shift+z')
  await press('t', 'Space')
  await page.getByLabel('Text on the picture').fill('Look <b>here</b>')
  await press('Enter', 'Escape')
  await board(page).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Comment')
  await page.keyboard.type('By keys')
  await press('Shift+Enter')
  await posted(page, 'By keys').waitFor()
  expect((await newestDrawing(video)).shapes).toEqual([
    { t: 'ellipse', c: 'red', w: 0.005, p: [0.5, 0.5, 0.61, 0.6] },
    { t: 'arrow', c: 'blue', w: 0.005, p: [0.61, 0.6, 0.61, 0.5] },
    { t: 'text', c: 'blue', s: 0.03, p: [0.61, 0.5], text: 'Look <b>here</b>' },
  ])
  await openAt(page, video, 10)
  await drawing(page, /a text “Look <b>here<\/b>”/).waitFor()
  expect(await page.locator('.drawing b').count()).toBe(0)
  await isInOrder(page)
})

test('a drawing without words outlives a reload, can be removed, and comes back', async () => {
  const video = await addFilm('Landscape')
  const page = await desk()
  await openAt(page, video, 30)
  await drawByKey(page)
  for (const key of ['r', 'Space', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Space']) await page.keyboard.press(key)
  await button(page, 'Done').click()
  await page.getByText('A rectangle', { exact: true }).waitFor()
  await openAt(page, video, 30)
  await drawing(page, /^Not sent yet. Drawing: a rectangle/).waitFor()
  await button(page, 'Remove').click()
  await drawing(page, /^Not sent yet/).waitFor({ state: 'detached' })
  await button(page, 'Undo').click()
  await drawing(page, /^Not sent yet/).waitFor()
  await button(page, 'Remove').click()
  await isInOrder(page)
})

test('a tap right after a drag on the timeline is not lost', async () => {
  const video = await addFilm('Landscape')
  const page = await phone()
  await openAt(page, video, 10)
  const touch = await fingerOn(page, page.getByRole('slider', { name: 'Timeline' }))
  await touch('touchStart', 0.2, 0.5)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', 0.2 + step * 0.05, 0.5)
  await touch('touchEnd')
  await button(page, 'Draw').tap()
  await board(page).waitFor()
})

test('fingers draw on a phone, and a guest who may comment draws, too', async () => {
  const video = await addFilm('Landscape')
  const page = await openPage(await createShareLink(product, ada, video, 'commenter'), PHONE)
  await openVideo(page)
  await button(page, 'Draw').tap()
  await board(page).waitFor()
  await isInOrder(page)
  await button(page, 'Pen').tap()
  await button(page, 'Green').tap()
  const touch = await fingerOn(page, board(page))
  const scrolled = () => page.evaluate(() => [scrollX, scrollY, document.querySelector('.review')?.scrollTop])
  const before = await scrolled()
  await touch('touchStart', 0.2, 0.2)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', 0.2 + step * 0.05, 0.2 + step * 0.05)
  await touch('touchEnd')
  await drawing(page, 'Drawing: a line, middle').waitFor()
  expect(await scrolled()).toEqual(before)
  // Each begins beside the grips of the shape before it.
  for (const [place, tool] of ['Arrow', 'Rectangle', 'Ellipse'].entries()) {
    await button(page, tool).tap()
    await page.getByRole('button', { name: tool, pressed: true }).waitFor()
    const x = 0.1 + place * 0.25
    await touch('touchStart', x, 0.9)
    for (const y of [0.8, 0.7, 0.6]) await touch('touchMove', x + 0.2, y)
    await touch('touchEnd')
    await drawing(page, new RegExp(tool, 'i')).waitFor()
  }
  await button(page, 'Done').tap()
  await page.getByText('A line, an arrow, a rectangle and an ellipse').waitFor()
  // The words of a long drawing are cut: they must not widen the form.
  const [form, box] = await Promise.all(['.composer', '.composer-box'].map((name) => page.locator(name).boundingBox()))
  expect(2 * (box!.x - form!.x) + box!.width).toBeCloseTo(form!.width)
  await words(page).fill('By finger')
  await button(page, 'Comment').tap()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Grace')
  await send(page, 'By finger')
  const [line] = (await newestDrawing(video)).shapes
  expect(line).toMatchObject({ t: 'pen', c: 'green' })
  // A straight line needs only its ends.
  expect(line?.p.length).toBeLessThanOrEqual(6)
  expect(line?.p.slice(0, 2).every((share) => Math.abs(share - 0.2) < 0.02)).toBe(true)
})

test('before anybody plays, the first frame is on the screen with its drawing', async () => {
  const video = await addFilm('Portrait')
  await addDrawing(video, { t: 'arrow', c: 'red', w: 0.01, p: [0.1, 0.1, 0.4, 0.4] }, { start_time: 0 })
  const page = await openPage(`/quick-review/collections/${collection}`, { as: ada })
  // On the second visit the page has read the drawing already.
  for (const visit of ['first', 'second']) {
    await card(page, cellFilm('Portrait'))
      .getByRole('link', { name: `Review ${cellFilm('Portrait')}` })
      .click()
    await page.getByRole('toolbar', { name: 'Markers' }).getByRole('button', { name: /Here/ }).waitFor()
    await openVideo(page)
    await drawing(page, /^Drawing: an arrow/).waitFor()
    const before = await picture(page)
    await page.keyboard.press('0')
    await drawn(page)
    expect(before.equals(await picture(page)), `${visit} visit`).toBe(true)
    await page.goBack()
  }
})
