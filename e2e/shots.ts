/**
 * Takes pictures of the product: `npm run shots [-- PATTERN OF NAMES]`. Starts it with content and writes a picture of
 * every state of every screen, on a desktop and on a phone, in both themes, into /shots. Prints the findings of axe,
 * pages that scroll sideways, and controls that are cut off.
 */
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { cutOff, findBarriers, scrollsSideways } from './barriers.ts'
import { openBrowser } from './browser.ts'
import { reach, type ScreenState } from './screen-state.ts'
import { screenStates } from './screens.ts'
import { startSeededProduct } from './seeded.ts'

const FOLDER = path.resolve(import.meta.dirname, '..', 'shots')
/** Pixels: sizes of the pictures, and further widths at which only sideways scrolling and cut controls are checked. */
const WIDTHS = [
  { width: 1440, height: 900, also: [640, 1024, 2560] },
  { width: 390, height: 844, also: [360] },
] as const

const pattern = process.argv[2]
const seeded = await startSeededProduct()
let faults = 0
try {
  if (!pattern) await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const states = screenStates(seeded).filter(({ name }) => new RegExp(pattern ?? '').test(name))
  for (const size of WIDTHS) for (const state of states) await draw(state, size)
} finally {
  await seeded.product.stop()
}
if (faults > 0) process.exitCode = 1

function fault(sentence: string): void {
  faults += 1
  console.error(sentence)
}

async function draw(state: ScreenState, { width, height, also }: (typeof WIDTHS)[number]): Promise<void> {
  const browser = await openBrowser({ width, height })
  const { page } = browser
  const name = `${state.name}-${width}`
  try {
    await reach(browser, seeded, state)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      for (const barrier of await findBarriers(page)) fault(`${name}-${theme}: ${barrier}`)
      await page.screenshot({ path: path.join(FOLDER, `${name}-${theme}.png`), fullPage: !(await hasOverlay(page)) })
    }
    for (const other of [width, ...also]) {
      await page.setViewportSize({ width: other, height })
      if (await scrollsSideways(page)) fault(`${name}: scrolls sideways at ${other}`)
      for (const control of await cutOff(page)) fault(`${name}: ${control} is cut off at ${other}`)
    }
    for (const complaint of browser.complaints) fault(`${name}: ${complaint}`)
  } catch (error) {
    fault(`${name}: ${String(error)}`)
  } finally {
    await browser.close()
  }
}

/** An overlay is placed in the window: a picture of the whole page would show it in the wrong place. */
async function hasOverlay(page: Page): Promise<boolean> {
  const uploads = page.getByRole('region', { name: 'Uploads' }).or(page.locator('.page-drop'))
  return (await page.getByRole('dialog').or(page.getByRole('menu')).or(uploads).count()) > 0
}
