import type { Page } from 'playwright-core'
import { type Browser, signIn } from './browser.ts'
import { startSession } from './calls.ts'
import type { SeededProduct } from './seeded.ts'
import { button } from './steps.ts'

/** A state of a screen, and the steps that lead to it. */
export interface ScreenState {
  /** Sorts beside similar ones. */
  readonly name: string
  readonly who: 'visitor' | 'newcomer' | 'lapsed' | 'regular' | 'member'
  readonly address: string
  /** Local storage besides the session. */
  readonly storage?: Readonly<Record<string, string>>
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Opens a state of a screen as the person who sees it. */
export async function reach({ context, page }: Browser, seeded: SeededProduct, state: ScreenState): Promise<void> {
  const { who, address, storage, prepare } = state
  const session = who === 'visitor' ? {} : (await startSession(seeded.product, seeded[who])).storage
  await signIn(context, { ...session, ...storage })
  await page.goto(seeded.product.origin + address)
  await prepare?.(page)
  await atRest(page)
}

/** Waits until fonts and the visible pictures are there, no video seeks, and no transition runs. */
export async function atRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const moves = (animation: Animation) =>
      animation.playState === 'running' && Number.isFinite(animation.effect?.getComputedTiming().endTime)
    return (
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.loading === 'lazy' || image.complete) &&
      ![...document.querySelectorAll('video')].some((video) => video.seeking) &&
      !document.getAnimations().some(moves)
    )
  })
  // What the last change drew is on the screen two frames later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Name, person, address, steps, local storage. */
export type StateRow = readonly [string, ScreenState['who'], string, ScreenState['prepare']?, ScreenState['storage']?]

/** The state that a row describes. @param first steps that come before its own */
export const stateOf = (
  [name, who, address, prepare, storage]: StateRow,
  first: (page: Page) => Promise<unknown>,
): ScreenState => ({
  name,
  who,
  address,
  prepare: async (page) => {
    await first(page)
    await prepare?.(page)
  },
  ...(storage ? { storage } : {}),
})

/** Presses the first button with a name. */
export const click = (name: string | RegExp) => (page: Page) => button(page, name).first().click()

/** Makes a call fail. */
export const refuse = (part: string) => async (page: Page) => {
  await page.route(`**/api/${part}`, (route) => route.fulfill({ status: 400, body: '{}' }))
  await page.reload()
  await button(page, 'Retry').first().waitFor()
}
/** Makes a call wait for ever. */
export const stall = (part: string) => async (page: Page) => {
  await page.route(`**/api/${part}`, () => undefined)
  await page.reload()
  await page.locator('[aria-busy=true]').first().waitFor()
}

/** Changes the answer to a call. */
export const amended = (part: string, amend: (body: Record<string, object>) => object) => async (page: Page) => {
  await page.route(`**/api/${part}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: amend((await answer.json()) as Record<string, object>) })
  })
  await page.reload()
}

/** Opens the menu of a card and chooses an entry. */
export async function cardMenu(page: Page, name: string, entry: string): Promise<void> {
  await button(page, `More for ${name}`).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
