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

/** Milliseconds: until the page can be worked, and what no task may take while it is. */
const BOUNDS = { interactive: 1_500, task: 50 } as const
/** Milliseconds in which a page that was loaded or worked comes to rest. */
const QUIET = 5_000
/** Milliseconds after which a browser that was started is at rest. */
const START = 3_000
/** Browsers that the page is loaded in, one after the other. */
const LOADS = 3
/** Seconds of a line that is said, and words in it. */
const LINE = { seconds: 4, words: 10 } as const

/**
 * Gives a video what a page of it shows besides comments: a film that plays, and words that are said all along.
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
 * Measures the review page in browsers with an empty cache: when it can be worked, and the tasks that keep its reader
 * waiting while comments are scrolled through and one is typed. Prints both.
 * @param roots how many comments the list must come to show
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
      // What a browser does when it starts is not the page's.
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
  console.log(`tasks of the page; none may take ${BOUNDS.task} ms`)
  console.table(tasks)
  return tasks.every((row) => row['tasks over 50 ms'] === 0)
}

/** Runs in the page: notes tasks of 50 ms and more, the slowest answer to a key, and when comments can be written. */
function watchTasks(): void {
  const noted = { tasks: [] as { end: number; duration: number }[], slowest: 0, ready: 0 }
  Object.assign(window, { noted })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.tasks.push({ end: startTime + duration, duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    // Until the page has done its part; when a browser without a screen says it has shown it means nothing.
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

interface Noted {
  readonly tasks: readonly { readonly end: number; readonly duration: number }[]
  readonly slowest: number
  readonly ready: number
}

const noted = (page: Page): Promise<Noted> => page.evaluate(() => (window as unknown as { noted: Noted }).noted)

interface Load {
  /** Until comments are shown and one can be written. */
  readonly 'shown ms': number
  /** Until no long task comes any more, besides. */
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
  // What the one before left to be drawn is not this one's.
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
