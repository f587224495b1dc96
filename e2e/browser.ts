import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, type BrowserServer, type Browser as Chromium, chromium, type Page } from 'playwright-core'
import { noteStart } from '../server/test/starts.ts'

// Chromium without windows: `chromium --headless` also draws a window, at half as much processor time again.
const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell'
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
  /** Whether fingers press; by default in windows as narrow as phones. */
  readonly touch?: boolean
}

/** The browser of one person, with storage that nobody shares. */
export interface Browser {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the page: console errors, exceptions, answers of 500 and above. */
  readonly complaints: string[]
  close(): Promise<void>
}

/** Launches a Chromium in which many people have browsers, one after another or side by side. */
export async function launchChromium(): Promise<BrowserServer> {
  noteStart('browsers')
  return await chromium.launchServer({ executablePath: EXECUTABLE, headless: true, args: FLAGS })
}

/** Connects to a launched Chromium. @param address its WebSocket endpoint */
export const connectChromium = (address: string): Promise<Chromium> => chromium.connect(address)

/** Local storage of an origin. */
export interface OriginStorage {
  readonly origin: string
  readonly storage: Readonly<Record<string, string>>
}

/** Opens a browser in a running Chromium, with no storage but the given one. */
export async function openInside(
  running: Chromium,
  options: BrowserOptions,
  { origin, storage }: OriginStorage,
): Promise<Browser> {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
  const storageState = localStorage.length > 0 ? { cookies: [], origins: [{ origin, localStorage }] } : undefined
  const context = await running.newContext({ ...settingsOf(options), ...(storageState && { storageState }) })
  return await watched(context, () => context.close())
}

/**
 * Opens a browser in a Chromium of its own, with a fresh profile.
 * @param options `debugging_port` is for another program that also controls the browser
 */
export async function openBrowser({
  debugging_port,
  ...options
}: BrowserOptions & { readonly debugging_port?: number } = {}): Promise<Browser> {
  noteStart('browsers')
  const profile = await mkdtemp(path.join(tmpdir(), 'footnote-chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    headless: true,
    args: debugging_port ? [...FLAGS, `--remote-debugging-port=${debugging_port}`] : FLAGS,
    ...settingsOf(options),
  })
  return await watched(context, async () => {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  })
}

const settingsOf = ({
  width = 1440,
  height = 900,
  theme = 'light',
  scale = 1,
  touch = width < 640,
}: BrowserOptions) => ({
  viewport: { width, height },
  colorScheme: theme,
  deviceScaleFactor: scale,
  hasTouch: touch,
  acceptDownloads: true,
  permissions: ['clipboard-read', 'clipboard-write'],
})

async function watched(context: BrowserContext, close: () => Promise<void>): Promise<Browser> {
  context.setDefaultTimeout(60_000)
  const complaints: string[] = []
  const watch = (page: Page) => {
    page.on('console', (message) => {
      // The page itself shows a refused call, but the browser logs it, too.
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
        complaints.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('response', (response) => {
      if (response.status() >= 500) complaints.push(`${response.status()} ${response.url()}`)
    })
  }
  const [first] = context.pages()
  if (first) watch(first)
  context.on('page', watch)
  return {
    context,
    page: first ?? (await context.newPage()),
    complaints,
    async close() {
      // A call that a route is fetching ends with the browser, and would end the process with its error. Lighthouse
      // closes its page itself.
      for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined)
      await close()
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
