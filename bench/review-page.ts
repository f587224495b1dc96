import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { openBrowser, signIn } from '../e2e/browser.ts'
import type { Account } from '../e2e/calls.ts'
import type { Product } from '../e2e/product.ts'
import type { Database } from '../server/src/platform/db/database.ts'

/** Milliseconds: until the page is interactive, the longest task after that, and until the list is filtered. */
const BOUNDS = { interactive: 1_500, task: 50, filter: 100 } as const
/** Milliseconds in which a page becomes idle after loading or use. */
const QUIET = 5_000
/** Milliseconds in which a started browser becomes idle. */
const START = 3_000
/** Number of browsers that load the page, one after the other. */
const LOADS = 3
/** Seconds of a spoken line, and its words. */
const LINE = { seconds: 4, words: 10 } as const

/**
 * Gives a video the content that its page shows besides comments: a film that plays, and speech throughout.
 * @param duration seconds
 */
export async function storeFilm(product: Product, db: Database, video_id: string, duration: number): Promise<void> {
  const { storage_key } = await db
    .updateTable('videos')
    .set({ frame_rate_num: 5, frame_rate_den: 1, width: 320, height: 180 })
    .where('id', '=', video_id)
    .returning('storage_key')
    .executeTakeFirstOrThrow()
  const file = path.join(product.data_dir, 'files', storage_key)
  await mkdir(path.dirname(file), { recursive: true })
  const film = ['-f', 'lavfi', '-i', `testsrc=size=320x180:rate=5:duration=${duration}`, '-movflags', '+faststart']
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', ...film, '-preset', 'ultrafast', '-g', '50', file])
  const lines = Array.from({ length: Math.floor(duration / LINE.seconds) }, (_, number) => {
    const start_time = number * LINE.seconds
    const words = Array.from({ length: LINE.words }, (_, place) => {
      const start = start_time + (place * LINE.seconds) / LINE.words
      return { word: `word${(number * 7 + place) % 90}`, start, end: start + 0.3, confidence: 1 }
    })
    const text = words.map(({ word }) => word).join(' ')
    const said = { text, language: 'en', words: JSON.stringify(words) }
    return { video_id, engine: 'measured', number, start_time, end_time: start_time + LINE.seconds, ...said }
  })
  await db.insertInto('cues').values(lines).execute()
  await db.insertInto('video_stages').values({ video_id, stage: 'speech', engine: 'measured' }).execute()
}

/**
 * Measures the review page in browsers with an empty cache: the time until it is interactive, and the tasks that block
 * it while comments scroll by and somebody types one. Prints both.
 * @param roots number of comments in the list
 * @returns whether the bounds are kept
 */
export async function measurePage(
  product: Product,
  account: Account,
  video_id: string,
  roots: number,
): Promise<boolean> {
  const address = `${product.origin}/quick-review/${account.user_id}/${video_id}`
  const loads: Load[] = []
  let kept = true
  for (let turn = 1; turn <= LOADS; turn += 1) {
    const browser = await openBrowser()
    try {
      await signIn(browser.context, account.storage)
      await browser.page.addInitScript(watchTasks)
      // The browser's own start must not count.
      await wait(START)
      loads.push(await load(browser.page, address))
      if (turn === LOADS) kept = await work(browser.page, roots)
      for (const complaint of browser.complaints) console.error(complaint)
    } finally {
      await browser.close()
    }
  }
  console.log(`review page with ${roots} comments; interactive after at most ${BOUNDS.interactive} ms, in the middle`)
  console.table(loads)
  const middle = loads.map((one) => one['interactive ms']).sort((one, other) => one - other)[Math.floor(LOADS / 2)]
  return kept && middle !== undefined && middle <= BOUNDS.interactive
}

/** @returns whether no task is too long */
async function work(page: Page, roots: number): Promise<boolean> {
  const tasks = [
    { while: 'scrolling through all comments', ...(await longTasks(page, () => scroll(page, roots))) },
    { while: 'typing beside them', ...(await longTasks(page, () => type(page))) },
    { while: 'typing while the video plays', ...(await longTasks(page, () => play(page))) },
    { while: 'selecting the last comment', ...(await longTasks(page, () => select(page, roots))) },
  ]
  const filters: FilterTime[] = []
  const filtering = {
    while: 'filtering',
    ...(await longTasks(page, async () => {
      for (const name of ['Open', 'Resolved', 'All', 'Resolved', 'All'] as const)
        filters.push({ filter: name, ms: await filter(page, name) })
    })),
  }
  console.log(`tasks of the page; none may take ${BOUNDS.task} ms`)
  console.table([...tasks, filtering])
  console.log(`filters, from the press until the list is drawn; at most ${BOUNDS.filter} ms`)
  console.table(filters)
  const kept = filters.every(({ ms }) => ms <= BOUNDS.filter)
  return kept && [...tasks, filtering].every((row) => row['tasks over 50 ms'] === 0)
}

interface FilterTime {
  readonly filter: 'Open' | 'Resolved' | 'All'
  readonly ms: number
}

/** Chooses which comments are shown. @returns milliseconds until the first frame after the list has changed */
async function filter(page: Page, name: FilterTime['filter']): Promise<number> {
  const took = await page.evaluate((label) => {
    const radio = [...document.querySelectorAll<HTMLElement>('[aria-label="Show comments"] *')].find(
      (element) => element.matches('label, button') && element.textContent?.startsWith(label),
    )
    const list = document.querySelector('ul[aria-label="Comments"]')?.closest('.scroll')
    if (!radio || !list) throw new Error('There is no filter')
    return new Promise<number>((resolve) => {
      const begun = performance.now()
      new MutationObserver((_, observer) => {
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
      }).observe(list, { childList: true, subtree: true })
      radio.click()
    })
  }, name)
  await wait(1_000)
  return Math.round(took)
}

/**
 * Runs in the page: records tasks of 50 ms and more, the slowest answer to a key, and when the comment box is ready.
 */
function watchTasks(): void {
  const noted = { tasks: [] as { end: number; duration: number }[], slowest: 0, ready: 0 }
  Object.assign(window, { noted })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.tasks.push({ end: startTime + duration, duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    // Until the end of the page's own handlers: the time of the next paint means nothing in a browser without a screen.
    for (const { name, startTime, processingEnd } of list.getEntries() as PerformanceEventTiming[])
      if (name.startsWith('key')) noted.slowest = Math.max(noted.slowest, Math.round(processingEnd - startTime))
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const look = () => {
    if (document.querySelector('li.comment') && document.querySelector('.composer textarea'))
      requestAnimationFrame(() => {
        noted.ready = performance.now()
      })
    else requestAnimationFrame(look)
  }
  look()
}

interface PageWork {
  readonly tasks: readonly { readonly end: number; readonly duration: number }[]
  readonly slowest: number
  readonly ready: number
}

const noted = (page: Page): Promise<PageWork> => page.evaluate(() => (window as unknown as { noted: PageWork }).noted)

interface Load {
  /** Until comments are visible and the box is ready. */
  readonly 'shown ms': number
  /** Until the last long task ends. */
  readonly 'interactive ms': number
}

async function load(page: Page, address: string): Promise<Load> {
  await page.goto(address, { waitUntil: 'load' })
  await page.locator('li.comment').first().waitFor()
  await wait(QUIET)
  const { tasks, ready } = await noted(page)
  const interactive = Math.max(ready, ...tasks.map(({ end }) => end))
  return { 'shown ms': Math.round(ready), 'interactive ms': Math.round(interactive) }
}

async function longTasks(page: Page, act: () => Promise<void>) {
  // Drawing left over from the previous step must not count.
  await wait(QUIET)
  await page.evaluate(() => {
    Object.assign((window as unknown as { noted: object }).noted, { tasks: [], slowest: 0 })
  })
  await act()
  await wait(500)
  const { tasks, slowest } = await noted(page)
  const longest = Math.round(Math.max(0, ...tasks.map(({ duration }) => duration)))
  return { 'tasks over 50 ms': tasks.length, 'longest ms': longest || 'under 50', 'slowest key ms': slowest || '-' }
}

async function scroll(page: Page, roots: number): Promise<void> {
  const shown = page.locator('li.comment')
  await shown.first().hover()
  for (let turn = 0; (await shown.count()) < roots || turn < 40; turn += 1) {
    if (turn > roots) throw new Error(`The list stopped at ${await shown.count()} comments.`)
    await page.mouse.wheel(0, 900)
    await wait(16)
  }
}

const SENTENCE = 'Hold this shot a little longer, the colour is warm and the second half comes late. '

async function type(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Comment', exact: true }).click()
  await page.keyboard.type(SENTENCE, { delay: 40 })
}

async function play(page: Page): Promise<void> {
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.play())
  await type(page)
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
}

async function select(page: Page, roots: number): Promise<void> {
  const last = page.getByRole('button', { name: new RegExp(`comment ${roots}$`) })
  await last.click()
  await page.locator('li.comment.is-sel').waitFor()
}
