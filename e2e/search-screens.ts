import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { dragOver } from './dragging.ts'
import { amended, click, refuse, type StateRow, stall } from './screen-state.ts'
import type { SeededProduct } from './seeded.ts'
import { button, field } from './steps.ts'

/** Plays the video until it shows a picture, then pauses it. */
export async function playing(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
  await page.evaluate(() => document.querySelector('video')?.pause())
}

/** Waits until a search has its answer, including pictures. */
export async function answered(page: Page): Promise<void> {
  await button(page, /^Play /)
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
}

/** Plays the first video or match of a page. */
export async function play(page: Page): Promise<void> {
  await button(page, /^Play /)
    .first()
    .click()
  await playing(page)
}

/** Shows the matches as those of a person who may review their videos. */
const asOwn = (page: Page) => {
  const own = (match: object) => ({ ...match, can: { review: true, comment: true } })
  return amended('query_index*', (body) => ({ ...body, matches: Object.values(body.matches ?? []).map(own) }))(page)
}

/** Selects two matches that the person may review. */
async function selectMatches(page: Page): Promise<void> {
  await asOwn(page)
  await answered(page)
  await click(/^Less certain/)(page)
  for (const place of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(place)
      .check()
}

/** Trims a match in the player. */
async function trim(page: Page): Promise<void> {
  await play(page)
  await page.locator('.trim-side:enabled').first().waitFor()
  for (const key of ['i', '.', '.', '.', '.', '.', '.', 'o']) await page.keyboard.press(key)
}

/** Opens a moment that the search does not find. */
async function unfind(page: Page): Promise<void> {
  await play(page)
  const address = new URL(page.url())
  address.searchParams.set('q', 'zyzzyva')
  await page.goto(address.href)
  await playing(page)
}

/** Drags a picture over the page. */
async function dragPicture(page: Page): Promise<void> {
  await answered(page)
  const file = path.join(tmpdir(), 'footnote-poster.png')
  await sharp({ create: { width: 32, height: 18, channels: 3, background: '#3050a0' } })
    .png()
    .toFile(file)
  await dragOver(page, { files: [file] }, 200, 500)
  await page.getByText('Drop to search with this picture').waitFor()
}

/** Opens the box on the frame of the first match, and moves it. */
async function choosePart(page: Page): Promise<void> {
  await play(page)
  await page.keyboard.press('b')
  await page.getByRole('application').waitFor()
  for (const key of ['ArrowLeft', 'ArrowUp', 'Shift+ArrowRight']) await page.keyboard.press(key)
}

/** The search page of a collection, and its results. */
export const searchStates = ({ collections: { sample, empty, expired } }: SeededProduct): readonly StateRow[] => {
  const asked = (q: string) => `/collections/${sample}/search?${new URLSearchParams({ q })}`
  const results = asked('harbour')
  return [
    ['search-1-start', 'regular', `/collections/${sample}/search`],
    ['search-2-results', 'regular', results],
    [
      'search-2-filters',
      'regular',
      results,
      async (page) => {
        // On a desktop they are visible without the button.
        if (await button(page, 'Filters').isVisible()) await click('Filters')(page)
      },
    ],
    ['search-3-none', 'regular', asked('"purple giraffe"')],
    ['search-3-unknown', 'regular', asked('zyzzyva')],
    ['search-3-misread', 'regular', asked('tartan')],
    ['search-4-no-videos', 'regular', `/collections/${empty}/search`],
    ['search-5-picture', 'regular', results, click('Search with a reference image')],
    [
      'search-5-picture-error',
      'regular',
      results,
      async (page) => {
        await click('Search with a reference image')(page)
        await field(page, 'Or paste its address').fill('picture')
        await button(page, 'Search with it').click()
      },
    ],
    ['search-5-picture-dragged', 'regular', results, dragPicture],
    ['search-6-expired', 'lapsed', `/collections/${expired}/search?q=harbour`],
    ['search-6-all', 'regular', '/collections/all/search?q=harbour'],
    ['search-6-all-empty', 'regular', '/collections/all/search'],
    ['search-6-all-choices', 'regular', '/collections/all/search', click(/^Collection: /)],
    ['search-6-all-none', 'regular', '/collections/all/search?q=%22purple+giraffe%22'],
    ['search-6-all-not-loaded', 'regular', '/collections/all/search', refuse('indexes')],
    ['search-6-all-name', 'regular', '/collections/all/search?q=interview'],
    ['search-7-loading', 'regular', results, stall('query_index*')],
    ['search-7-not-made', 'regular', results, refuse('query_index*')],
    ['search-8-result', 'regular', results, play],
    [
      'search-8-result-own',
      'regular',
      results,
      async (page) => {
        await asOwn(page)
        await play(page)
      },
    ],
    ['search-8-result-trimmed', 'regular', results, trim],
    ['search-8-part', 'regular', results, choosePart],
    [
      'search-8-part-answers',
      'regular',
      results,
      async (page) => {
        await choosePart(page)
        await page.keyboard.press('Enter')
        await page.getByRole('region', { name: 'Looked for' }).locator('img').waitFor()
        await answered(page)
      },
    ],
    [
      'search-8-result-copied',
      'regular',
      results,
      async (page) => {
        await play(page)
        await click('Copy link to this moment')(page)
        await page.getByText('Link copied').waitFor()
      },
    ],
    ['search-8-result-unfound', 'regular', results, unfind],
    ['search-8-result-not-here', 'regular', `${results}&m=no-video&t=1-2`],
    [
      'search-8-add',
      'regular',
      results,
      async (page) => {
        await trim(page)
        await click('Add to selects')(page)
        await button(page, 'Add').waitFor()
      },
    ],
    ['search-8-selected', 'regular', results, selectMatches],
    [
      'search-8-send',
      'regular',
      results,
      async (page) => {
        await selectMatches(page)
        await click('Send to review')(page)
        await button(page, /^Send \d comments?$/).waitFor()
      },
    ],
    ['search-9-marks', 'regular', asked('"fish market" -ferry')],
    ['search-9-misspelt', 'regular', asked('harbuor')],
    ['search-9-then', 'regular', asked('lighthouse >> ferry 30s')],
    ['search-9-only-left-out', 'regular', asked('-ferry')],
  ]
}
