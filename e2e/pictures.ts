/**
 * Takes pictures of the product: `npm run pictures [-- PATTERN OF NAMES]`. Starts it with content, writes pictures into
 * docs/pictures, those of the guide into docs/guide/pictures, and those of the public pages, with a short recording and
 * the answers of a search, into the web app.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { PICTURE_SIZE } from '../web/src/features/public/guide/guide-page.ts'
import { type BrowserOptions, openBrowser, type Theme } from './browser.ts'
import { type GuidePicture, guidePictures, partOf, stateOfPicture, windowOf } from './guide-pictures.ts'
import { recordSearch } from './recording.ts'
import { drawReel } from './reel.ts'
import { reach, type ScreenState } from './screen-state.ts'
import { screenStates } from './screens.ts'
import { answered, play } from './search-screens.ts'
import { startSeededProduct } from './seeded.ts'
import { caseStates } from './seeded-cases.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const DOCS = path.join(ROOT, 'docs', 'pictures')
const GUIDE = path.join(ROOT, 'docs', 'guide', 'pictures')
const PUBLIC = path.join(ROOT, 'web', 'public', 'pictures')
const REEL = path.join(ROOT, 'web', 'src', 'features', 'public', 'reel.json')
interface Shape {
  readonly window: { readonly width: number; readonly height: number }
  readonly stored: Readonly<Record<string, number>>
}
/** Windows for pictures of the public pages (pixels), and the widths of the stored pictures, by suffix. */
const SHAPES: readonly Shape[] = [
  { window: { width: 1120, height: 700 }, stored: { '': 1120, '-large': 2000 } },
  { window: { width: 390, height: 740 }, stored: { '-phone': 780 } },
]
/** Use cases show their screens in half the page's width. */
const CASE_SHAPES: readonly Shape[] = [
  { window: { width: 1120, height: 700 }, stored: { '': 1120 } },
  { window: { width: 390, height: 740 }, stored: { '-phone': 780 } },
]
const THEMES = ['light', 'dark'] as const
/** State of a screen, and the name of its picture on the public pages. */
const STATES: Readonly<Record<string, string>> = {
  results: 'results',
  result: 'result',
  'review-3-discussed-at': 'review',
}

const wanted = new RegExp(process.argv[2] ?? '')
const seeded = await startSeededProduct()
try {
  await mkdir(DOCS, { recursive: true })
  await mkdir(PUBLIC, { recursive: true })
  await mkdir(GUIDE, { recursive: true })
  const search = (question: string) => `/collections/${seeded.collections.sample}/search?q=${question}`
  const states = [
    ...screenStates(seeded),
    { name: 'results', who: 'regular', address: search('lemon'), prepare: answered } as const,
    { name: 'result', who: 'regular', address: search('red+fishing+boat'), prepare: playFirst } as const,
  ]
  for (const state of states) {
    const name = STATES[state.name]
    if (name && wanted.test(name))
      for (const theme of THEMES)
        for (const shape of SHAPES) await drawState(state, `${name}-${theme}`, { ...shape, theme })
    if (name === 'result' && wanted.test(name)) await drawForReaders(state)
  }
  for (const picture of guidePictures.filter(({ name }) => wanted.test(`guide-${name}`)))
    for (const theme of THEMES) await drawForGuide(picture, stateOfPicture(picture, states), theme)
  for (const state of (await caseStates(seeded)).filter(({ name }) => wanted.test(name)))
    for (const theme of THEMES)
      for (const shape of CASE_SHAPES) await drawState(state, `${state.name}-${theme}`, { ...shape, theme })
  if (wanted.test('reel')) await writeFile(REEL, `${JSON.stringify(await drawReel(seeded, PUBLIC), null, 2)}\n`)
  for (const theme of THEMES) if (wanted.test('search')) await recordSearch(seeded, theme, PUBLIC)
} finally {
  await seeded.product.stop()
}

async function playFirst(page: Page): Promise<void> {
  await play(page)
  await page.waitForLoadState('networkidle')
}

/** @param name of the files, without theme and size */
async function drawState(
  state: ScreenState,
  name: string,
  { window, stored, theme }: Shape & { theme: Theme },
): Promise<void> {
  const picture = await pictureOf(state, { ...window, theme, scale: 2 })
  for (const [ending, width] of Object.entries(stored))
    await sharp(picture)
      .resize(width)
      .webp({ quality: 64, effort: 6 })
      .toFile(path.join(PUBLIC, `${name}${ending}.webp`))
}

/** The picture in the README, and the one in link previews. */
async function drawForReaders(state: ScreenState): Promise<void> {
  const picture = await pictureOf(state, { width: 1440, height: 900 })
  await sharp(picture).webp({ quality: 85 }).toFile(path.join(DOCS, 'result.webp'))
  await sharp(picture).resize(1200, 630).webp({ quality: 72 }).toFile(path.join(PUBLIC, 'share.webp'))
}

async function drawForGuide(picture: GuidePicture, state: ScreenState, theme: Theme): Promise<void> {
  const part = (page: Page) => partOf(page, picture, PICTURE_SIZE)
  const drawn = await pictureOf(state, { ...windowOf(picture), theme, scale: 2 }, part)
  const file = path.join(GUIDE, `${picture.name}-${theme}.webp`)
  await sharp(drawn).resize(PICTURE_SIZE).webp({ quality: 75, effort: 6 }).toFile(file)
}

/** @param part the part of the window to show; all of it by default */
async function pictureOf(
  state: ScreenState,
  options: BrowserOptions,
  part?: (page: Page) => ReturnType<typeof partOf>,
): Promise<Buffer> {
  const browser = await openBrowser(options)
  await reach(browser, seeded, state)
  // A picture of placeholders would show nothing of the product.
  const waiting = await browser.page.locator('.skeleton:visible').count()
  if (waiting > 0) throw new Error(`${state.name} was still loading when its picture was taken.`)
  const picture = await browser.page.screenshot(part ? { clip: await part(browser.page) } : {})
  await browser.close()
  return picture
}
