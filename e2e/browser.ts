import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'

const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
]

export type Theme = 'light' | 'dark'

export interface BrowserOptions {
  readonly width?: number
  readonly height?: number
  readonly theme?: Theme
  /** Screen pixels for each CSS pixel. */
  readonly scale?: number
  /** Port for another program that also controls the browser. */
  readonly debugging_port?: number
}

/** A browser with its own profile. */
export interface Browser {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the page: console errors, exceptions, answers of 500 and above. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** Opens Chromium with a fresh profile. */
export async function openBrowser({
  width = 1440,
  height = 900,
  theme = 'light',
  scale = 1,
  debugging_port,
}: BrowserOptions = {}): Promise<Browser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'footnote-chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    headless: true,
    args: debugging_port ? [...FLAGS, `--remote-debugging-port=${debugging_port}`] : FLAGS,
    viewport: { width, height },
    colorScheme: theme,
    deviceScaleFactor: scale,
    hasTouch: width < 640,
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(60_000)
  const complaints: string[] = []
  const watch = (page: Page) => {
    page.on('console', (message) => {
      // The page itself shows a refused call, but the browser logs it, too.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('response', (response) => {
      if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`)
    })
  }
  context.on('page', watch)
  const page = context.pages()[0] ?? (await context.newPage())
  watch(page)
  return {
    context,
    page,
    complaints,
    async close() {
      // A call that a route is fetching ends with the browser, and would end the process with its error. Lighthouse
      // closes its page itself.
      for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined)
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Opens every page of a browser as a signed-in user. @param storage local storage of that user */
export const signIn = (context: BrowserContext, storage: Readonly<Record<string, string>>): Promise<unknown> =>
  context.addInitScript((entries) => {
    // Documents without an address, such as the first of a new tab, have no storage.
    if (location.origin === 'null' || localStorage.getItem('token')) return
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, storage)

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Most checks of a page that never stops moving; then the findings count anyway. */
const MOST_LOOKS = 5

/** Findings of axe in the page (WCAG 2.0 to 2.2, A and AA), a line each. */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    const session = await page.context().newCDPSession(page)
    await session.send('Runtime.evaluate', { expression: await readFile(AXE, 'utf8') })
    await session.detach()
  }
  for (let looks = 1; ; looks += 1) {
    const { found, moved } = await look(page)
    if (!moved || found.length === 0 || looks === MOST_LOOKS) return found
  }
}

/**
 * Waits until all fades have ended, because colours during a fade are not what people read, and runs axe.
 * @returns findings, and whether something began to move meanwhile
 */
const look = (page: Page): Promise<{ found: string[]; moved: boolean }> =>
  page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(options: object): Promise<{
          violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[]
        }>
      }
    }
    // A change, such as of the theme, is drawn only by the next frame.
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const isLeaving = () => document.querySelector('[data-leaving]') !== null
    const fades = () =>
      document
        .getAnimations()
        // An animation that follows the scroll position never ends.
        .filter((a) => a.timeline === document.timeline && a.effect?.getComputedTiming().iterations === 1)
        .filter((a) => a.playState === 'running')
    await drawn()
    while (isLeaving() || fades().length > 0) {
      await Promise.all(fades().map((a) => a.finished.catch(() => undefined)))
      await drawn()
    }
    const moving = new AbortController()
    let moved = false
    const note = () => {
      moved = true
    }
    for (const event of ['transitionrun', 'animationstart'])
      document.addEventListener(event, note, { signal: moving.signal })
    const { violations } = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    // Anything that opened during the check, such as a lazily loaded dialog, is visible after the next frame.
    await drawn()
    moving.abort()
    const found = violations.map(
      (v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => `${n.target.join(' ')} (${n.failureSummary})`).join(' | ')}`,
    )
    return { found, moved: moved || isLeaving() }
  })

/** Whether the page can be scrolled sideways. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
