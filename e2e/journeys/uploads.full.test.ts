import { appendFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { RESUMABLE_PATH, uploads } from '@footnote/contract/nouns/library/uploads.ts'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { findBarriers } from '../barriers.ts'
import { narrowProxy } from '../narrow-proxy.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, isInOrder, logIn, logOut, upload } from '../steps.ts'
import { noComplaints } from '../test-browser.ts'
import {
  addUploader,
  arrives,
  makeLargeFilm,
  makeSmallFilm,
  SLOW,
  setLine,
  type Uploader,
  uploadsPanel,
} from '../uploading.ts'

// Uploads that change, stop or move while they run.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('uploads')
let uploader: Uploader

beforeEach(async () => {
  uploader = await addUploader(product)
})
afterEach(noComplaints)

const makeFilm = (name: string) => makeLargeFilm(path.join(folder, name))

test('a paused upload keeps what has arrived, and goes on from there', async () => {
  const { page } = await uploader.open()
  const panel = uploadsPanel(page)
  const file = await makeLargeFilm(path.join(folder, 'Paused.mp4'))
  await uploader.begin(page, file)
  await isInOrder(page)
  await button(panel, 'Pause Paused.mp4').click()
  await panel.getByText(/^[\d.]+ of 24 MB kept$/).waitFor()
  await isInOrder(page)
  const offset = page.waitForRequest((request) => request.method() === 'PATCH')
  await setLine(page, -1)
  await button(panel, 'Resume Paused.mp4').click()
  expect(Number((await offset).headers()['upload-offset'])).toBeGreaterThan(0)
  await arrives(page, 'Paused.mp4')
  expect(await uploader.isSame('Paused.mp4', file)).toBe(true)
})

test('a file that changes while it is paused is not sent as a mixture, and says why', async () => {
  const { page } = await uploader.open()
  const panel = uploadsPanel(page)
  const file = await makeFilm('Changed.mp4')
  await uploader.begin(page, file)
  await button(panel, 'Pause Changed.mp4').click()
  await appendFile(file, 'more')
  await button(panel, 'Resume Changed.mp4').click()
  await panel.getByText('Upload failed: The file was changed or moved. Choose it again.').waitFor()
  await isInOrder(page)
  await button(panel, 'Cancel Changed.mp4').click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(uploader.received).toBe(0)
})

test('an upload that is cancelled while the server begins it is deleted, and a paused one goes on', async () => {
  const { page } = await uploader.open()
  const panel = uploadsPanel(page)
  await page.goto(uploader.address)
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
  const file = await makeFilm('Stopped.mp4')
  await upload(page, file)
  await expect.poll(uploader.begun).toHaveLength(1)
  await button(panel, 'Cancel Stopped.mp4').click()
  await panel.waitFor({ state: 'detached' })
  answer()
  await expect.poll(uploader.begun).toEqual([])
  await upload(page, file)
  await expect.poll(uploader.begun).toHaveLength(1)
  await button(panel, 'Pause Stopped.mp4').click()
  await button(panel, 'Resume Stopped.mp4').click()
  answer()
  await arrives(page, 'Stopped.mp4')
  expect(asked).toBe(2)
  expect(await uploader.begun()).toEqual([])
  await page.unroute(first)
})

test('an upload goes on across pages, and leaving the app warns', async () => {
  const { page } = await uploader.open()
  await uploader.begin(page, await makeFilm('Across.mp4'))
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.waitForURL('**/home')
  await uploadsPanel(page).getByText('Across.mp4').waitFor()
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
  const { page, complaints } = await uploader.open()
  const file = await makeFilm('Offline.mp4')
  await uploader.begin(page, file)
  await setLine(page, -1, true)
  await uploadsPanel(page).getByText('Waiting for the network', { exact: true }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await setLine(page, -1)
  await arrives(page, 'Offline.mp4')
  expect(await uploader.isSame('Offline.mp4', file)).toBe(true)
  complaints.splice(0, Infinity, ...complaints.filter((line) => !/net::ERR_/.test(line)))
})

test('a tab that is open already shows the upload of a tab that is closed', async () => {
  const { context, page } = await uploader.open()
  const panel = uploadsPanel(page)
  const left = await context.newPage()
  await uploader.begin(left, await makeFilm('Noticed.mp4'))
  const looked = page.waitForResponse((answer) => new URL(answer.url()).pathname === uploads.list.path)
  await page.goto(`${product.origin}/home`)
  await (await looked).finished()
  expect(await panel.count()).toBe(0)
  await left.close()
  await panel.getByText('1 upload was interrupted; choose the file again').waitFor()
  await button(panel, 'Discard').click()
  await button(dialog(page), 'Discard').click()
  await panel.waitFor({ state: 'detached' })
  await expect.poll(uploader.received).toBe(0)
})

test('another file of the same name is named, and starts as a new upload; the old one can be discarded', async () => {
  const { context, page } = await uploader.open()
  const panel = uploadsPanel(page)
  const left = await context.newPage()
  await uploader.begin(left, await makeFilm('Other.mp4'))
  await left.close()
  await expect.poll(uploader.received).toBeGreaterThan(0)
  await page.goto(uploader.address)
  const other = await makeSmallFilm(path.join(folder, 'other', 'Other.mp4'))
  const chosen = page.waitForEvent('filechooser')
  await button(panel, 'Choose files').click()
  await (await chosen).setFiles(other)
  await panel.getByText('Not the interrupted file, so it starts as a new upload').waitFor()
  await arrives(page, 'Other.mp4')
  expect(await uploader.isSame('Other.mp4', other)).toBe(true)
  await button(panel, 'Discard').click()
  await isInOrder(page)
  await button(dialog(page), 'Discard').click()
  await dialog(page).waitFor({ state: 'detached' })
  expect(await uploader.received()).toBe(0)
})

test('where the browser keeps handles of files, one press goes on after a reload', async () => {
  const { page } = await uploader.open({ handles: true })
  const panel = uploadsPanel(page)
  await page.goto(uploader.address)
  // The browser's own storage has handles like those of the file chooser, which no test can press.
  const file = await makeFilm('Kept.mp4')
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
  await panel.getByText(/^[1-9]\d?%$/).waitFor()
  const warnings: string[] = []
  page.on('dialog', (asked) => {
    warnings.push(asked.type())
    void asked.accept()
  })
  await page.reload()
  expect(warnings).toEqual([])
  await setLine(page, -1)
  await panel.getByText('1 upload was interrupted', { exact: true }).waitFor()
  await isInOrder(page)
  await button(panel, 'Resume').click()
  await arrives(page, 'Kept.mp4')
  expect(await uploader.isSame('Kept.mp4', file)).toBe(true)
})

test('a proxy that refuses more than 1 MB gets smaller requests', async () => {
  const proxy = await narrowProxy(product.origin, 1_000_000)
  onTestFinished(async () => {
    await proxy.close()
  })
  const { page } = await uploader.open()
  await page.goto(proxy.origin + new URL(uploader.address).pathname)
  const file = await makeFilm('Narrow.mp4')
  await upload(page, file)
  await arrives(page, 'Narrow.mp4')
  expect(await uploader.isSame('Narrow.mp4', file)).toBe(true)
  // 16, 8, 4, 2 and 1 MiB are too large.
  expect(proxy.refused()).toBe(5)
  expect(proxy.largest()).toBe(RESUMABLE.least_chunk)
})

test.each(['expires', 'is refused by the server'] as const)(
  'a token that %s is renewed between two requests',
  async (end) => {
    const { page } = await uploader.open()
    const file = await makeFilm('Renewed.mp4')
    await uploader.begin(page, file)
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
    const spent = end === 'expires' ? expired(token) : `${token.slice(0, -8)}AAAAAAAA`
    const sent: (readonly [string, number])[] = []
    page.on('response', (response) => {
      const request = response.request()
      if (request.method() !== 'PATCH') return
      sent.push([request.headers().authorization ?? '', response.status()])
    })
    await page.evaluate((token) => localStorage.setItem('token', token), spent)
    await setLine(page, -1)
    await arrives(page, 'Renewed.mp4')
    expect(await uploader.isSame('Renewed.mp4', file)).toBe(true)
    // The first request began before, and the last one has another token.
    expect(sent.at(-1)).toEqual([expect.not.stringContaining(spent), 204])
    const refused = sent.some(([token, status]) => token.endsWith(spent) && status === 401)
    expect(refused).toBe(end === 'is refused by the server')
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(spent)
  },
)

/** The token with claims that say it has expired. */
function expired(token: string): string {
  const [head, body = '', mark] = token.split('.')
  const claims = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
  return [head, btoa(JSON.stringify({ ...claims, exp: 1 })).replaceAll('=', ''), mark].join('.')
}

test('an upload waits for its user, who signs out and in again', async () => {
  const { page } = await uploader.open()
  const file = await makeFilm('Signed out.mp4')
  await uploader.begin(page, file)
  await logOut(page)
  expect(await uploadsPanel(page).count()).toBe(0)
  await setLine(page, -1)
  await logIn(page, uploader.ada)
  await uploadsPanel(page).getByText('Signed out.mp4').waitFor()
  await expect.poll(uploader.names).toContain('Signed out.mp4')
  expect(await uploader.isSame('Signed out.mp4', file)).toBe(true)
})
