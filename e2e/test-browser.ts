import type { Browser as Chromium, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { type Browser, type BrowserOptions, connectChromium, openBrowser, openInside, signIn } from './browser.ts'
import type { Account } from './calls.ts'
import { addSession } from './people.ts'
import { connectProduct, type RunningProduct } from './product.ts'

interface TestBrowserOptions extends BrowserOptions {
  /** Who is signed in, by a session that no other browser has; nobody by default. */
  readonly as?: Account
  /** Local storage besides the session. */
  readonly storage?: Readonly<Record<string, string>>
  /** True for a Chromium of its own, which reads chosen files where they are. The shared one gets copies of them. */
  readonly own?: boolean
  /** By default the product of all journeys. */
  readonly product?: RunningProduct
}

let chromium: Promise<Chromium> | undefined
let testRuns = false
const opened: { readonly browser: Browser; readonly until: 'test' | 'file' }[] = []

/**
 * Opens a browser in the Chromium of the run, with storage that nobody shares. It closes after the test; one that is
 * opened outside of tests closes after the file. Its picture is saved when a test fails.
 */
export async function testBrowser({
  as,
  storage,
  own,
  product,
  ...options
}: TestBrowserOptions = {}): Promise<Browser> {
  const until = testRuns ? 'test' : 'file'
  const { origin } = product ?? inject('product')
  const session = as && (await addSession(product ?? connectProduct(inject('product')), as)).storage
  const kept = { origin, storage: { ...session, ...storage } }
  const browser = own ? await openBrowser(options) : await openInside(await shared(), options, kept)
  if (own) await signIn(browser.context, kept.storage)
  opened.push({ browser, until })
  return browser
}

/** Opens an address in a browser of its own. @param address without an origin, it is one of the product of all journeys */
export async function openPage(address: string, options: TestBrowserOptions = {}): Promise<Page> {
  const { page } = await testBrowser(options)
  await page.goto(new URL(address, inject('product').origin).href)
  return page
}

const shared = (): Promise<Chromium> => {
  chromium ??= connectChromium(inject('chromium'))
  return chromium
}

/** Browsers that are open. */
export const openBrowsers = (): readonly Browser[] => opened.map(({ browser }) => browser)

/** Expects that the pages of all open browsers have had no errors. */
export const noComplaints = (): void => expect(openBrowsers().flatMap(({ complaints }) => complaints)).toEqual([])

/** Says that browsers belong to a test from now on. */
export function beginTest(): void {
  testRuns = true
}

/** Closes the browsers of the test that ends. */
export async function endTest(): Promise<void> {
  testRuns = false
  await close('test')
}

/** Closes all browsers. */
export async function endFile(): Promise<void> {
  await close('test')
  await close('file')
  await (await chromium)?.close()
}

async function close(until: 'test' | 'file'): Promise<void> {
  const ending = opened.filter((each) => each.until === until)
  for (const each of ending) opened.splice(opened.indexOf(each), 1)
  await Promise.all(ending.map(({ browser }) => browser.close()))
}
