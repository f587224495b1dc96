import { readFile, utimes } from 'node:fs/promises'
import path from 'node:path'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { connectProduct } from '../product.ts'
import { button, isInOrder } from '../steps.ts'
import { noComplaints } from '../test-browser.ts'
import { addUploader, arrives, makeLargeFilm, type Uploader, uploadsPanel } from '../uploading.ts'

// Uploads that are paused, or cut, and go on.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('uploads')
let uploader: Uploader

beforeEach(async () => {
  uploader = await addUploader(product)
})
afterEach(noComplaints)

test('a closed tab leaves an interrupted upload, which the same file continues, although its time has changed', async () => {
  const { context, page } = await uploader.open()
  const left = await context.newPage()
  const file = await makeLargeFilm(path.join(folder, 'Closed.mp4'))
  await uploader.begin(left, file)
  const share = uploadsPanel(left)
    .getByText(/^[3-9]\d%$/)
    .first()
  const shown = Number.parseInt((await share.textContent()) ?? '', 10)
  await left.close()
  await expect.poll(uploader.received).toBeGreaterThan(0)
  await utimes(file, new Date(), new Date())
  await page.goto(`${product.origin}/home`)
  const panel = uploadsPanel(page)
  await panel.getByText('1 upload was interrupted; choose the file again').waitFor()
  await panel.getByText(/^What has arrived, .+ of 24 MB, is kept until \d+ \w+\.$/).waitFor()
  await isInOrder(page)
  const chosen = page.waitForEvent('filechooser')
  await button(panel, 'Choose files').click()
  const offset = page.waitForRequest((request) => request.method() === 'PATCH')
  await (await chosen).setFiles(file)
  const went_on_at = Number((await offset).headers()['upload-offset'])
  expect(went_on_at).toBeGreaterThanOrEqual((shown / 100) * (await readFile(file)).length - RESUMABLE.chunk)
  expect(went_on_at).toBeGreaterThan(0)
  await expect.poll(uploader.received).toBe(0)
  await page.goto(uploader.address)
  await arrives(page, 'Closed.mp4')
  expect(await uploader.isSame('Closed.mp4', file)).toBe(true)
})
