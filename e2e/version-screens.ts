import type { Page } from 'playwright-core'
import { atRest, click, type ScreenState, type StateRow, stateOf } from './screen-state.ts'
import type { SeededProduct } from './seeded.ts'
import { button, dialog } from './steps.ts'
import { opened } from './transcript-screens.ts'

async function list(page: Page): Promise<void> {
  await button(page, /^v\d, one of/).click()
  await dialog(page).getByText('Compare').waitFor()
}

/** Draws by the keys a rectangle, and begins another. */
async function draw(page: Page): Promise<void> {
  await button(page, 'Draw').click()
  await page.getByRole('application', { name: /^Picture to draw on/ }).waitFor()
  for (const key of ['r', ' ', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', ' ', 'o', 'Shift+ArrowDown'])
    await page.keyboard.press(key)
}

/** Draws, and leaves the drawing with the unsent comment. */
async function drawn(page: Page): Promise<void> {
  await draw(page)
  await click('Done')(page)
  await button(page, 'Change').waitFor()
}

/** Waits until both pictures of the comparison are there. */
async function compared(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelectorAll('video').length === 2 &&
      ![...document.querySelectorAll('video')].some((one) => one.readyState < 2),
  )
  await atRest(page)
}

/** Every state of a sample film with two versions: its review, drawings on it, and the comparison. */
export function versionStates({ review }: SeededProduct): ScreenState[] {
  const { earlier, newest, compare } = review.versions
  const pages: readonly StateRow[] = [
    ['review-10-arrived', 'regular', earlier],
    ['review-10-earlier', 'regular', newest],
    ['review-10-versions', 'regular', newest, list],
    [
      'review-11-drawn',
      'regular',
      `${earlier}?t=22`,
      (page) => page.getByRole('img', { name: /^Drawing: / }).waitFor(),
    ],
    ['review-11-drawing', 'regular', newest, draw],
    ['review-11-unsent', 'regular', newest, drawn],
  ]
  const comparisons: readonly StateRow[] = [
    ['review-12-compare', 'regular', `${compare}&t=22`],
    ['review-12-compare-wipe', 'regular', `${compare}&t=22&mode=wipe&at=0.7`],
    ['review-12-compare-difference', 'regular', `${compare}&t=22&mode=difference`],
    ['review-12-compare-offset', 'regular', `${compare}&t=22&offset=12`],
  ]
  const missing = (page: Page) => page.getByText('This version is not here').waitFor()
  return [
    ...pages.map((row) => stateOf(row, opened)),
    ...comparisons.map((row) => stateOf(row, compared)),
    stateOf(['review-12-compare-missing', 'regular', `${earlier}/compare?with=none`], missing),
  ]
}
