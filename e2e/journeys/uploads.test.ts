import { createHash } from 'node:crypto'
import { appendFile, copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { RESUMABLE } from '@footnote/contract/nouns/videos/upload-limits.ts'
import { RESUMABLE_PATH, uploads } from '@footnote/contract/nouns/videos/uploads.ts'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { findBarriers } from '../barriers.ts'
import { signIn } from '../browser.ts'
import { type Account, ask, type Bearer, createAccount, createCollection, startSession, videosOf } from '../calls.ts'
import { type Films, makeFilms, padding } from '../films.ts'
import { narrowProxy } from '../narrow-proxy.ts'
import { oneJourney } from '../one-journey.ts'
import { connectProduct } from '../product.ts'
import { button, card, dialog, isInOrder, logIn, logOut, upload } from '../steps.ts'
import { testBrowser } from '../test-browser.ts'

// Uploads that are paused, cut and begun again. Each test continues where the previous one ended.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('uploads')
const browser = await testBrowser({ own: true })
let films: Films
let account: Account
/** A session that no test ends. */
let watcher: Bearer
let collection: string

/** Bytes a second: the large film takes 12 seconds. */
const SLOW = 2 * 1024 ** 2

beforeAll(async () => {
  films = await makeFilms(folder)
  account = await createAccount(product)
  watcher = await startSession(product, account)
  collection = await createCollection(product, account, 'Arrivals')
  // As in browsers that give no lasting handles. One test brings the handles back.
  await browser.context.addInitScript(() => {
    // Documents without an address, such as the first of a new tab, have no storage.
    if (location.origin !== 'null' && !sessionStorage.getItem('handles'))
      Reflect.deleteProperty(window, 'showOpenFilePicker')
  })
  await signIn(browser.context, account.storage)
})

oneJourney()

const lines = new Map<Page, CDPSession>()
async function setLine(page: Page, uploadThroughput: number, offline = false): Promise<void> {
  const line = lines.get(page) ?? (await page.context().newCDPSession(page))
  lines.set(page, line)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
}

const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Whether the video of a name has the bytes of a file. */
async function isSame(name: string, file: string, at = collection): Promise<boolean> {
  const video = (await videosOf(product, watcher, at)).find(({ file_name }) => file_name === name)
  const { url } = await ask<{ url: string }>(product, watcher, `generate-download-url/${video?.id}`)
  const bytes = await (await fetch(new URL(url, product.origin))).arrayBuffer()
  return hash(new Uint8Array(bytes)) === hash(await readFile(file))
}
const begun = async () => (await ask<{ uploads: { received: number }[] }>(product, watcher, 'uploads')).uploads
const received = async (): Promise<number> => (await begun()).reduce((sum, one) => sum + one.received, 0)
/** Copies the large film, so that each test uploads a name and a content of its own. */
async function film(name: string): Promise<string> {
  const file = path.join(folder, name)
  await copyFile(films.large, file)
  await appendFile(file, padding(8 + name.length).fill(name, 8))
  return file
}
/** Opens the collection, uploads a file slowly, and waits until a part of it has arrived. */
async function begin(page: Page, file: string): Promise<void> {
  await page.goto(`${product.origin}/collections/${collection}`)
  await setLine(page, SLOW)
  await upload(page, file)
  await panel(page)
    .getByText(/^[1-9]\d?%$/)
    .first()
    .waitFor()
}
const arrives = (page: Page, name: string) => card(page, name).waitFor({ timeout: 120_000 })

test('a paused upload keeps what has arrived, and goes on from there', async () => {
  const { page } = browser
  const file = await film('Paused.mp4')
  await begin(page, file)
  await isInOrder(page)
  await button(panel(page), 'Pause Paused.mp4').click()
  await panel(page)
    .getByText(/^[\d.]+ of 24 MB kept$/)
    .waitFor()
  await isInOrder(page)
  const offset = page.waitForRequest((request) => request.method() === 'PATCH')
  await setLine(page, -1)
  await button(panel(page), 'Resume Paused.mp4').click()
  expect(Number((await offset).headers()['upload-offset'])).toBeGreaterThan(0)
  await arrives(page, 'Paused.mp4')
  expect(await isSame('Paused.mp4', file)).toBe(true)
})

test('a file that changes while it is paused is not sent as a mixture, and says why', async () => {
  const { page } = browser
  const file = await film('Changed.mp4')
  await begin(page, file)
  await button(panel(page), 'Pause Changed.mp4').click()
  await appendFile(file, 'more')
  await button(panel(page), 'Resume Changed.mp4').click()
  await panel(page).getByText('Upload failed: The file was changed or moved. Choose it again.').waitFor()
  await isInOrder(page)
  await button(panel(page), 'Cancel Changed.mp4').click()
  await panel(page).waitFor({ state: 'detached' })
  await expect.poll(received).toBe(0)
})

test('an upload that is cancelled while the server begins it is deleted, and a paused one goes on', async () => {
  const { page } = browser
  await page.goto(`${product.origin}/collections/${collection}`)
  await setLine(page, -1)
  const first = `**${RESUMABLE_PATH}`
  let answer = () => {}
  let asked = 0
  await page.route(first, async (route) => {
    asked += 1
    const response = await route.fetch()
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.fulfill({ response })
  })
  const file = await film('Stopped.mp4')
  await upload(page, file)
  await expect.poll(begun).toHaveLength(1)
  await button(panel(page), 'Cancel Stopped.mp4').click()
  await panel(page).waitFor({ state: 'detached' })
  answer()
  await expect.poll(begun).toEqual([])
  await upload(page, file)
  await expect.poll(begun).toHaveLength(1)
  await button(panel(page), 'Pause Stopped.mp4').click()
  await button(panel(page), 'Resume Stopped.mp4').click()
  answer()
  await arrives(page, 'Stopped.mp4')
  expect(asked).toBe(2)
  expect(await begun()).toEqual([])
  await page.unroute(first)
})

test('an upload goes on across pages, and leaving the app warns', async () => {
  const { page } = browser
  await begin(page, await film('Across.mp4'))
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL('**/home')
  await panel(page).getByText('Across.mp4').waitFor()
  const warned = page.waitForEvent('dialog')
  const leaving = page.goto('about:blank').catch(() => undefined)
  const warning = await warned
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()
  await leaving
  await setLine(page, -1)
  await page.goBack()
  await arrives(page, 'Across.mp4')
})

test('without a network the upload waits, and goes on by itself', async () => {
  const { page } = browser
  const file = await film('Offline.mp4')
  await begin(page, file)
  await setLine(page, -1, true)
  await panel(page).getByText('Waiting for the network', { exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await setLine(page, -1)
  await arrives(page, 'Offline.mp4')
  expect(await isSame('Offline.mp4', file)).toBe(true)
  const lost = /net::ERR_/
  browser.complaints.splice(0, Infinity, ...browser.complaints.filter((line) => !lost.test(line)))
})

test('a closed tab leaves an interrupted upload, which the same file continues', async () => {
  const left = await browser.context.newPage()
  const file = await film('Closed.mp4')
  await begin(left, file)
  await expect
    .poll(
      () =>
        panel(left)
          .getByText(/^[3-9]\d%$/)
          .count(),
      { timeout: 60_000 },
    )
    .toBe(1)
  const shown = Number.parseInt(
    (await panel(left)
      .getByText(/^\d+%$/)
      .first()
      .textContent()) ?? '',
    10,
  )
  lines.delete(left)
  await left.close()
  await expect.poll(received).toBeGreaterThan(0)
  const { page } = browser
  await page.goto(`${product.origin}/home`)
  await panel(page).getByText('1 upload was interrupted; choose the file again').waitFor()
  await panel(page)
    .getByText(/^What has arrived, .+ of 24 MB, is kept until \d+ \w+\.$/)
    .waitFor()
  await isInOrder(page)
  const chosen = page.waitForEvent('filechooser')
  await button(panel(page), 'Choose files').click()
  const offset = page.waitForRequest((request) => request.method() === 'PATCH')
  await (await chosen).setFiles(file)
  const went_on_at = Number((await offset).headers()['upload-offset'])
  expect(went_on_at).toBeGreaterThanOrEqual((shown / 100) * (await readFile(file)).length - RESUMABLE.chunk)
  expect(went_on_at).toBeGreaterThan(0)
  await expect.poll(received, { timeout: 60_000 }).toBe(0)
  await page.goto(`${product.origin}/collections/${collection}`)
  await arrives(page, 'Closed.mp4')
  expect(await isSame('Closed.mp4', file)).toBe(true)
})

test('a tab that is open already shows the upload of a tab that is closed', async () => {
  const left = await browser.context.newPage()
  await begin(left, await film('Noticed.mp4'))
  const { page } = browser
  const looked = page.waitForResponse((answer) => new URL(answer.url()).pathname === uploads.list.path)
  await page.goto(`${product.origin}/home`)
  await (await looked).finished()
  expect(await panel(page).count()).toBe(0)
  lines.delete(left)
  await left.close()
  await panel(page).getByText('1 upload was interrupted; choose the file again').waitFor()
  await button(panel(page), 'Discard').click()
  await button(dialog(page), 'Discard').click()
  await panel(page).waitFor({ state: 'detached' })
  await expect.poll(received).toBe(0)
})

test('another file of the same name is named, and starts as a new upload; the old one can be discarded', async () => {
  const left = await browser.context.newPage()
  await begin(left, await film('Other.mp4'))
  lines.delete(left)
  await left.close()
  await expect.poll(received).toBeGreaterThan(0)
  const { page } = browser
  await page.goto(`${product.origin}/collections/${collection}`)
  const other = path.join(folder, 'other', 'Other.mp4')
  await mkdir(path.dirname(other), { recursive: true })
  await copyFile(films.slide, other)
  await appendFile(other, padding(16))
  const chosen = page.waitForEvent('filechooser')
  await button(panel(page), 'Choose files').click()
  await (await chosen).setFiles(other)
  await panel(page).getByText('Not the interrupted file, so it starts as a new upload').waitFor()
  await arrives(page, 'Other.mp4')
  expect(await isSame('Other.mp4', other)).toBe(true)
  await button(panel(page), 'Discard').click()
  await isInOrder(page)
  await button(dialog(page), 'Discard').click()
  await dialog(page).waitFor({ state: 'detached' })
  expect(await received()).toBe(0)
})

test('where the browser keeps handles of files, one press goes on after a reload', async () => {
  const page = await browser.context.newPage()
  await page.goto(`${product.origin}/collections/${collection}`)
  await page.evaluate(() => sessionStorage.setItem('handles', 'yes'))
  // The browser's own storage has handles like those of the file chooser, which no test can press.
  const file = await film('Kept.mp4')
  const bytes = (await readFile(file)).toString('base64')
  await page.evaluate(async (content) => {
    const root = await navigator.storage.getDirectory()
    const handle = await root.getFileHandle('Kept.mp4', { create: true })
    const writer = await handle.createWritable()
    await writer.write(Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)))
    await writer.close()
  }, bytes)
  await page.addInitScript(() => {
    Object.assign(window, {
      showOpenFilePicker: async () => [await (await navigator.storage.getDirectory()).getFileHandle('Kept.mp4')],
    })
  })
  await page.reload()
  await setLine(page, SLOW)
  await button(page, 'Upload Videos').first().click()
  await button(dialog(page), 'browse').click()
  await dialog(page).getByText('Kept.mp4').waitFor()
  await button(dialog(page), 'Upload').click()
  await panel(page)
    .getByText(/^[1-9]\d?%$/)
    .waitFor()
  const warnings: string[] = []
  page.on('dialog', (asked) => {
    warnings.push(asked.type())
    void asked.accept()
  })
  await page.reload()
  expect(warnings).toEqual([])
  await setLine(page, -1)
  await panel(page).getByText('1 upload was interrupted', { exact: true }).waitFor()
  await isInOrder(page)
  await button(panel(page), 'Resume').click()
  await arrives(page, 'Kept.mp4')
  expect(await isSame('Kept.mp4', file)).toBe(true)
  lines.delete(page)
  await page.close()
})

test('a proxy that refuses more than 1 MB gets smaller requests', async () => {
  const proxy = await narrowProxy(product.origin, 1_000_000)
  afterAll(() => proxy.close())
  const page = await browser.context.newPage()
  await page.goto(`${proxy.origin}/collections/${collection}`)
  const file = await film('Narrow.mp4')
  await upload(page, file)
  await arrives(page, 'Narrow.mp4')
  expect(await isSame('Narrow.mp4', file)).toBe(true)
  // 16, 8, 4, 2 and 1 MiB are too large.
  expect(proxy.refused()).toBe(5)
  expect(proxy.largest()).toBe(RESUMABLE.least_chunk)
  await page.close()
})

test('a token that expires, or that the server refuses, is renewed between two requests', async () => {
  const { page } = browser
  const spoil = {
    Expired: (token: string) => {
      const [head, body = '', mark] = token.split('.')
      const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
      return [head, btoa(JSON.stringify({ ...claims, exp: 1 })).replaceAll('=', ''), mark].join('.')
    },
    Refused: (token: string) => `${token.slice(0, -8)}AAAAAAAA`,
  }
  for (const [name, change] of Object.entries(spoil)) {
    const file = await film(`${name}.mp4`)
    await begin(page, file)
    const spent = change(await page.evaluate(() => localStorage.getItem('token') ?? ''))
    const sent: (readonly [string, number])[] = []
    page.on('response', (response) => {
      const request = response.request()
      if (request.method() !== 'PATCH') return
      sent.push([request.headers().authorization ?? '', response.status()])
    })
    await page.evaluate((token) => localStorage.setItem('token', token), spent)
    await setLine(page, -1)
    await arrives(page, `${name}.mp4`)
    expect(await isSame(`${name}.mp4`, file)).toBe(true)
    // The first request began before, and the last one has another token.
    expect(sent.at(-1)).toEqual([expect.not.stringContaining(spent), 204])
    expect(sent.some(([token, status]) => token.endsWith(spent) && status === 401)).toBe(name === 'Refused')
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(spent)
    page.removeAllListeners('response')
  }
})

test('an upload waits for its user, who signs out and in again', async () => {
  const { page } = browser
  const file = await film('Signed out.mp4')
  await begin(page, file)
  await logOut(page)
  expect(await panel(page).count()).toBe(0)
  await setLine(page, -1)
  await logIn(page, account)
  await panel(page).getByText('Signed out.mp4').waitFor()
  await expect
    .poll(async () => (await videosOf(product, watcher, collection)).map(({ file_name }) => file_name), {
      timeout: 60_000,
    })
    .toContain('Signed out.mp4')
  expect(await isSame('Signed out.mp4', file)).toBe(true)
})

test('the console has no errors', () => expect(browser.complaints).toEqual([]))
