import type { Page } from 'playwright-core'
import { amended, type ScreenState, type StateRow, stateOf } from './screen-state.ts'
import { button } from './steps.ts'

/** Scrolls down the page and back, so that lazy pictures load. */
async function walkThrough(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((y) => window.scrollTo(0, y), top)
    await page.waitForFunction(() =>
      [...document.images].every(
        // The picture for the other theme is not drawn, and never loads.
        (image) => image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight,
      ),
    )
  }
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    document.querySelector('video')?.pause()
  })
}

/** Every state of the public pages. */
export function publicStates(): ScreenState[] {
  const rows: readonly StateRow[] = [
    ['public-1-landing', 'visitor', '/'],
    ['public-2-search', 'visitor', '/quick-search'],
    ['public-2-review', 'visitor', '/quick-review'],
    ['public-2-studio', 'visitor', '/quick-gen'],
    ['public-3-use-cases', 'visitor', '/use-cases'],
    ['public-3-use-cases-chosen', 'visitor', '/use-cases', (page) => button(page, 'Assessment').click()],
    ['public-4-use-case', 'visitor', '/use-cases/university-statistics'],
    ['public-4-use-case-none', 'visitor', '/use-cases/none'],
    ['public-5-about', 'visitor', '/about'],
    ['public-5-about-user', 'regular', '/about'],
    ['public-6-team', 'visitor', '/team'],
    ['public-7-pricing', 'visitor', '/pricing'],
    ['public-7-pricing-user', 'regular', '/pricing'],
    ['public-7-pricing-member', 'member', '/pricing'],
    [
      'public-7-pricing-downgrading',
      'regular',
      '/pricing',
      async (page) => {
        await amended('subscription/current', (body) => ({ ...body, next_plan: 'FREE', status: 'downgrading' }))(page)
        await button(page, 'Next plan').waitFor()
      },
    ],
    [
      'public-7-pricing-refused',
      'visitor',
      '/pricing',
      async (page) => {
        await button(page, 'Choose Pro').click()
        await page.getByText('Please log in to subscribe to a plan').waitFor()
      },
    ],
    ['public-8-onboarding', 'visitor', '/onboarding'],
    [
      'public-9-products',
      'visitor',
      '/about',
      async (page) => {
        const menu = button(page, 'Products')
        await ((await menu.isVisible()) ? menu : button(page, 'Menu')).click()
      },
    ],
  ]
  return rows.map((row) => stateOf(row, walkThrough))
}
