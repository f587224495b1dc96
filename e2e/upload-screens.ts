import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { mp4Of } from '../web/test/drawn-containers.ts'
import { padding } from './films.ts'
import { click, type StateRow } from './screen-state.ts'
import { FILMS, type SeededProduct } from './seeded.ts'
import { button, dialog } from './steps.ts'

const CHOSEN = [path.join(FILMS, 'harbour.mp4'), path.join(FILMS, 'kitchen.mp4')]

/** Deletes what a picture has left of its uploads, because later pictures would show it as interrupted. */
async function discardUploads(origin: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const answer = await fetch(`${origin}/api/uploads`, { headers })
  const { uploads } = (await answer.json()) as { uploads: readonly { file_id: string }[] }
  for (const { file_id } of uploads) await fetch(`${origin}/api/tus/${file_id}`, { method: 'DELETE', headers })
}

/** A file with a content of its own: the collection may have it from an earlier picture. */
async function fresh(file: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const mark = padding(16).fill(String(Date.now() % 1e8), 8)
  return { name: path.basename(file), mimeType: 'video/mp4', buffer: Buffer.concat([await readFile(file), mark]) }
}

async function slowUpload(page: Page, again: readonly string[] = []): Promise<void> {
  const { origin } = new URL(page.url())
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  page.once('close', () => void discardUploads(origin, token))
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const rest = { offline: false, latency: 0, downloadThroughput: -1 }
  const files = await Promise.all(CHOSEN.map(fresh))
  const copies = again.flatMap((name, place) => ({ ...files[place]!, name }))
  await page.locator('input[type=file]').setInputFiles([...files, ...copies])
  await line.send('Network.emulateNetworkConditions', { ...rest, uploadThroughput: 20_000 })
  await button(dialog(page), 'Upload').click()
  await panel(page).waitFor()
  if (await button(panel(page), 'Expand uploads').isVisible()) await button(panel(page), 'Expand uploads').click()
  await panel(page).getByText(/KB\/s/).first().waitFor()
}

/** Two films, and files that have only sound: by its type, and by its tracks. */
async function chosenSound(page: Page): Promise<void> {
  const sound = { name: 'Interview with the boom operator, second half, only sound.mp4', mimeType: 'video/mp4' }
  await page
    .locator('input[type=file]')
    .setInputFiles([
      ...(await Promise.all(CHOSEN.map(fresh))),
      { ...sound, buffer: Buffer.from(mp4Of('soun')) },
      { name: 'Room tone.m4a', mimeType: 'audio/mp4', buffer: Buffer.from('tone') },
    ])
  await dialog(page).getByText('It has only sound').last().waitFor()
}

/** Links that the server refuses: nothing is fetched. */
async function refusedLinks(page: Page): Promise<void> {
  await click('From a link')(page)
  await page.getByLabel('Links to video files').fill('http://10.0.0.1/Interview.mp4\nftp://example.org/Lane.mov')
  await page.keyboard.press('Enter')
  await dialog(page)
    .getByText(/ftp.*http/)
    .waitFor()
}

const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' })

async function duplicates(page: Page): Promise<void> {
  await slowUpload(page, ['Harbour at dawn (1).mp4', 'A copy with a name that is longer than its line.mp4'])
  // Two files are sent at a time, so the copies have their turn when those pause.
  for (const name of ['harbour.mp4', 'kitchen.mp4']) await button(panel(page), `Pause ${name}`).click()
  await panel(page).getByText('2 files are here already').last().waitFor()
}

async function pausedUpload(page: Page): Promise<void> {
  await slowUpload(page)
  await button(panel(page), 'Pause all').click()
  await button(panel(page), 'Resume harbour.mp4').waitFor()
}

async function offlineUpload(page: Page): Promise<void> {
  await slowUpload(page)
  await page.evaluate(() => {
    // The page must still load its pictures and axe, so only the browser's word about the network changes.
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    window.dispatchEvent(new Event('offline'))
  })
  await panel(page).getByText('Waiting for the network', { exact: true }).first().waitFor()
}

/** Three uploads that another device has left. */
async function interruptedUploads(page: Page): Promise<void> {
  const GIB = 1024 ** 3
  const uploads = ['Interview, boom only.mp4', 'Lane, overhead.mp4', 'Taps wide.mp4'].map((file_name, number) => ({
    ...{ file_id: `f${number}`, index_id: 'c', collection_name: 'Autumn campaign', file_name },
    ...{ file_size: 3.27 * GIB, received: 1.73 * GIB, fingerprint: null, ends: null },
    expires_at: '2026-11-29T12:00:00.000Z',
  }))
  await page.route('**/api/uploads', (route) => route.fulfill({ json: { uploads } }))
  await page.reload()
  const expand = button(panel(page), 'Expand uploads')
  await panel(page).waitFor()
  if (await expand.isVisible()) await expand.click()
  await panel(page)
    .getByText(/were interrupted/)
    .last()
    .waitFor()
}

async function chosenFolder(page: Page): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-folder-'))
  for (const [place, file] of CHOSEN.entries()) {
    const sub = path.join(folder, 'Shoot day 2', place === 0 ? 'Bar' : 'Lane')
    await mkdir(sub, { recursive: true })
    await copyFile(file, path.join(sub, path.basename(file)))
  }
  const chooser = page.waitForEvent('filechooser')
  await button(dialog(page), 'choose a folder').click()
  await (await chooser).setFiles(path.join(folder, 'Shoot day 2'))
  await dialog(page).getByText('A collection per sub-folder').waitFor()
  await rm(folder, { recursive: true })
}

async function draggedFolder(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File([], 'Shoot day 2', { type: '' }))
    document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer: data }))
  })
  const target = page.getByText(/^Into /)
  await target.waitFor()
  await target.dispatchEvent('dragenter', {
    dataTransfer: await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File([], 'Shoot day 2', { type: '' }))
      return data
    }),
  })
}

/** The dialog and the panel of uploads, in every state. */
export function uploadStates({ collections: { full, empty } }: SeededProduct): readonly StateRow[] {
  return [
    ['collection-8-upload', 'regular', `/collections/${empty}?openUploadModal=true`],
    [
      'collection-8-upload-chosen',
      'regular',
      `/collections/${empty}?openUploadModal=true`,
      (page) => page.locator('input[type=file]').setInputFiles(CHOSEN),
    ],
    ['collection-8-upload-sound', 'regular', `/collections/${empty}?openUploadModal=true`, chosenSound],
    ['collection-8-link', 'regular', `/collections/${empty}?openUploadModal=true`, click('From a link')],
    ['collection-8-link-refused', 'regular', `/collections/${empty}?openUploadModal=true`, refusedLinks],
    ['collection-8-uploading', 'regular', `/collections/${empty}?openUploadModal=true`, (page) => slowUpload(page)],
    ['collection-8-duplicates', 'regular', `/collections/${empty}?openUploadModal=true`, duplicates],
    ['collection-8-paused', 'regular', `/collections/${empty}?openUploadModal=true`, pausedUpload],
    ['collection-8-offline', 'regular', `/collections/${empty}?openUploadModal=true`, offlineUpload],
    ['collection-8-interrupted', 'regular', `/collections/${full}`, interruptedUploads],
    [
      'collection-8-discard',
      'regular',
      `/collections/${full}`,
      async (page) => {
        await interruptedUploads(page)
        await button(panel(page), 'Discard').click()
      },
    ],
    ['collection-8-folder-chosen', 'regular', `/collections/${empty}?openUploadModal=true`, chosenFolder],
    ['collection-8-folder-dragged', 'regular', `/collections/${full}`, draggedFolder],
  ]
}
