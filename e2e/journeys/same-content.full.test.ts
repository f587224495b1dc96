import { readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { ffmpeg, H264 } from '../../server/test/made-media.ts'
import { temporaryFolder } from '../../server/test/temporary-folder.ts'
import { connectProduct } from '../product.ts'
import { button, dialog, isInOrder, upload } from '../steps.ts'
import { noComplaints } from '../test-browser.ts'
import { addUploader, arrives, makeLargeFilm, setLine, type Uploader, uploadsPanel } from '../uploading.ts'

// Files that are known by their content, and files that have no picture.
const product = connectProduct(inject('product'))
const folder = await temporaryFolder('same content')
let uploader: Uploader

beforeEach(async () => {
  uploader = await addUploader(product)
})
afterEach(noComplaints)

test('a file that is touched in the middle of its upload goes on when it is chosen again', async () => {
  const { page } = await uploader.open()
  const panel = uploadsPanel(page)
  const file = await makeLargeFilm(path.join(folder, 'Touched.mp4'))
  await uploader.begin(page, file)
  await button(panel, 'Pause Touched.mp4').click()
  await expect.poll(uploader.received).toBeGreaterThan(0)
  await utimes(file, new Date(), new Date())
  await setLine(page, -1)
  await button(panel, 'Resume Touched.mp4').click()
  await panel.getByText('Upload failed: The file was changed or moved. Choose it again.').waitFor()
  const offset = page.waitForRequest((request) => request.method() === 'PATCH')
  await upload(page, file)
  expect(Number((await offset).headers()['upload-offset'])).toBeGreaterThan(0)
  await arrives(page, 'Touched.mp4')
  expect(await uploader.isSame('Touched.mp4', file)).toBe(true)
  expect(await uploader.names()).toEqual(['Touched.mp4'])
})

test('another file with the same name, size and ends makes no mixture', async () => {
  const { context, page, complaints } = await uploader.open()
  const left = await context.newPage()
  const file = await makeLargeFilm(path.join(folder, 'Mixed.mp4'))
  await uploader.begin(left, file)
  await left.close()
  await expect.poll(uploader.received).toBeGreaterThan(RESUMABLE.ends)
  const other = await readFile(file)
  other.fill(7, RESUMABLE.ends, other.length - RESUMABLE.ends)
  await writeFile(file, other)
  await page.goto(`${product.origin}/home`)
  const chosen = page.waitForEvent('filechooser')
  await button(uploadsPanel(page), 'Choose files').click()
  const refused = page.waitForResponse((answer) => answer.status() === 412)
  await (await chosen).setFiles(file)
  await refused
  await expect.poll(uploader.names, { timeout: 60_000 }).toEqual(['Mixed.mp4'])
  expect(await uploader.isSame('Mixed.mp4', file)).toBe(true)
  complaints.splice(0, Infinity, ...complaints.filter((line) => !line.includes('412')))
})

test('files that have only sound say so where they are chosen, and the others are sent', async () => {
  const { page } = await uploader.open()
  const sound = ['-f', 'lavfi', '-i', 'sine=d=1']
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=1']
  const made = {
    'voice.m4a': [...sound],
    'voice.mp4': [...sound],
    'voice.mov': [...sound, '-c:a', 'pcm_s16le'],
    'voice.mkv': [...sound],
    'voice.webm': [...sound, '-c:a', 'libopus'],
    'film.mp4': [...picture, ...sound, ...H264],
    // Browsers play the sound of these, and know nothing of their pictures.
    'film.mov': [...picture, ...sound, '-c:v', 'prores', '-c:a', 'pcm_s16le'],
    'film.mkv': [...picture, ...sound, '-c:v', 'mpeg2video'],
  }
  for (const [name, args] of Object.entries(made)) await ffmpeg(...args, path.join(folder, name))
  await page.goto(uploader.address)
  await button(page, 'Upload Videos').first().click()
  await page.locator('input[type=file]').setInputFiles(Object.keys(made).map((name) => path.join(folder, name)))
  await expect.poll(() => dialog(page).getByText('It has only sound').count()).toBe(5)
  await dialog(page)
    .getByText(/^3 files,/)
    .waitFor()
  await isInOrder(page)
  await button(dialog(page), 'Upload').click()
  await expect.poll(uploader.names, { timeout: 60_000 }).toEqual(['film.mkv', 'film.mov', 'film.mp4'])
})
