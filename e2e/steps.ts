import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import type { Match, Matches } from '@footnote/contract/nouns/output/search.ts'
import type { Download, Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { scrollsSideways } from './barriers.ts'
import { newBarriers } from './looked-at.ts'
import type { RunningProduct } from './product.ts'

/** Steps that several journeys share. */

/** Milliseconds for background work of the product on a busy machine. */
export const PATIENCE = 300_000

export interface Person {
  readonly email: string
  readonly password: string
}

/** A button by its exact name. */
export const button = (where: Page | Locator, name: string | RegExp): Locator =>
  where.getByRole('button', { name, exact: true })
/** The open dialog. */
export const dialog = (page: Page): Locator => page.getByRole('dialog')
/** The card of a collection or a video. */
export const card = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })
/** The passing message with these words, which may have a button. */
export const message = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Messages' }).locator('.toast', { hasText: words })
/** A field by its exact label. */
export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

/**
 * Checks both themes: axe finds no barrier, and nothing scrolls sideways. Axe leaves out what it has seen in this run:
 * looked-at.ts.
 */
export async function isInOrder(page: Page): Promise<void> {
  let seen = ''
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    // Themes differ in colours alone, unless the page has changed meanwhile.
    const outline = await outlineOf(page)
    const found = await newBarriers(page, inject('run'), outline === seen ? 'colours' : 'all')
    expect(found.join('\n'), `${page.url()} in ${colorScheme}`).toBe('')
    seen = outline
  }
  expect(await scrollsSideways(page), `${page.url()} scrolls sideways`).toBe(false)
}

/** The elements of a page without what they look like. */
const outlineOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .map((element) => `${element.localName} ${element.getAttribute('role')} ${element.checkVisibility()}`)
      .join('\n'),
  )

/** Path of a copy of a downloaded file: Chromium keeps its own until the browser closes. */
export async function fileOf(download: Download): Promise<string> {
  const file = path.join(inject('run'), `${randomUUID()}${path.extname(download.suggestedFilename())}`)
  await download.saveAs(file)
  return file
}

/** Most presses of Tab to an element: more than any screen has elements that take the focus. */
const PRESSES = 80

/** Presses Tab until an element has the focus. @param presses at most @throws Error when it is not reached */
export async function tabTo(page: Page, target: Locator, presses = PRESSES): Promise<void> {
  for (let press = 0; press < presses; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/** Fills in the sign-up form and the mailed code. Ends on the home page. */
export async function signUp(page: Page, product: RunningProduct): Promise<Person> {
  const person = {
    email: `ada.${randomBytes(4).toString('hex')}@example.org`,
    password: randomBytes(9).toString('hex'),
  }
  await page.goto(`${product.origin}/signup`)
  await field(page, 'First name').fill('Ada')
  await field(page, 'Last name').fill('Lovelace')
  await field(page, 'Email').fill(person.email)
  await field(page, 'Password').fill(person.password)
  await button(page, 'Create account').click()
  await page.waitForURL('**/verification')
  await field(page, 'Verification code').fill(await product.code(person.email))
  await button(page, 'Verify').click()
  await page.waitForURL('**/home')
  await page.getByRole('heading', { level: 1, name: 'Search your videos' }).waitFor()
  return person
}

/** Fills in the open login form. */
export async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await button(page.getByRole('main'), 'Sign in').click()
}

/** Chooses an entry of the user menu. */
export async function chooseInUserMenu(page: Page, entry: string): Promise<void> {
  await button(page, /^User menu/).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Logs out by the user menu, and waits for the login page. */
export async function logOut(page: Page): Promise<void> {
  await chooseInUserMenu(page, 'Logout')
  await page.waitForURL(/\/login(\?|$)/)
}

/** Creates a collection with all three modalities, and opens it. @returns its id */
export async function createCollection(page: Page, product: RunningProduct, name: string): Promise<string> {
  await page.goto(`${product.origin}/collections?openCreateModal=true`)
  await field(page, 'Name').fill(name)
  await page.getByLabel('Text-in-video OCR').check()
  await button(dialog(page), 'Create').click()
  // The page behind an open dialog has no roles.
  await button(page.getByRole('dialog', { name: 'Upload Videos' }), 'Cancel').click()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name }).waitFor()
  return new URL(page.url()).pathname.split('/')[2]!
}

/** Chooses files in the upload dialog and sends them. */
export async function upload(page: Page, ...files: string[]): Promise<void> {
  await button(page, 'Upload Videos').first().click()
  await dialog(page).locator('input[type=file]').setInputFiles(files)
  await button(dialog(page), 'Upload').click()
  await dialog(page).waitFor({ state: 'detached' })
}

/** Waits until a video is indexed, or has failed. */
export const indexed = (page: Page, name: string): Promise<void> =>
  card(page, name)
    .getByText(/^just now$|^\d+ min ago$/)
    .waitFor({ timeout: PATIENCE })

const MODALITIES = ['Visual', 'Conversation', 'Text in video'] as const

/**
 * Searches on the page of results, with only these modalities ticked. @param query words that the collection was not
 * asked for before: the page asks again only after some seconds
 */
export async function searchFor(
  page: Page,
  query: string,
  ...modalities: readonly (typeof MODALITIES)[number][]
): Promise<Match[]> {
  const boxes = page.getByRole('group', { name: 'Search in' })
  for (const one of modalities) await boxes.getByLabel(one).check()
  for (const one of MODALITIES.filter((other) => !modalities.includes(other))) await boxes.getByLabel(one).uncheck()
  const answer = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url())
    return pathname === '/api/query_index' && searchParams.get('query') === query
  })
  await field(page, 'Search').fill(query)
  await button(page, 'Search').click()
  return ((await (await answer).json()) as Matches).matches
}
