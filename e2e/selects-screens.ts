import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import type { Page } from 'playwright-core'
import { click, refuse, type ScreenState, type StateRow, stall, stateOf } from './screen-state.ts'
import type { SeededProduct } from './seeded.ts'
import { button, dialog } from './steps.ts'

/** Opens the selects. */
const opened =
  ({ product, selects }: SeededProduct) =>
  async (page: Page) => {
    await page.goto(`${product.origin}/selects/${selects}`)
    await page.getByRole('slider', { name: 'Timeline' }).waitFor()
    await page.waitForFunction(() => [...document.querySelectorAll('video')].every(({ readyState }) => readyState >= 2))
  }

async function conflict(page: Page): Promise<void> {
  await page.route('**/api/selects/*/items', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        code: 'changed_meanwhile',
        detail: 'Somebody else has changed this meanwhile.',
        message: 'Somebody else has changed this meanwhile.',
      }),
    }),
  )
  await page.route('**/api/selects/*', async (route) => {
    const response = await route.fetch()
    const selects: Selects = await response.json()
    const items = selects.items.slice(1).reverse()
    await route.fulfill({ response, json: { ...selects, items, revision: selects.revision + 1 } })
  })
  await page
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /^Show piece/ })
    .focus()
  await page.keyboard.press('Alt+ArrowDown')
  await button(page, 'Save mine').waitFor()
}

/** The states of the selects screens. */
export function selectsStates(seeded: SeededProduct): ScreenState[] {
  const first = opened(seeded)
  const edit = (page: Page) => page.keyboard.press('e')
  const asked = (name: string) => async (page: Page) => {
    await button(page, name).click()
    await dialog(page).waitFor()
  }
  const rows: StateRow[] = [
    ['selects-4-page', 'regular', '/selects'],
    ['selects-5-edit', 'regular', '/selects', edit],
    ['selects-6-conflict', 'regular', '/selects', conflict],
    ['selects-7-export', 'regular', '/selects', asked('Export')],
    ['selects-8-render', 'regular', '/selects', asked('Render')],
  ]
  const list: StateRow[] = [
    ['selects-1-list', 'regular', '/selects', (page) => button(page, 'More for Harbour, first minute').click()],
    ['selects-2-list-loading', 'regular', '/selects', stall('selects')],
    ['selects-3-list-failed', 'regular', '/selects', refuse('selects')],
  ]
  const back = async (page: Page) => {
    await first(page)
    await page.goto(`${seeded.product.origin}/selects`)
  }
  return [
    stateOf(['selects-0-empty', 'newcomer', '/selects', click('Create selects')], async () => undefined),
    ...list.map((row) => stateOf(row, back)),
    ...rows.map((row) => stateOf(row, first)),
  ]
}
