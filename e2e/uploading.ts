import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { OpenUpload } from '@footnote/contract/nouns/library/uploads.ts'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { ffmpeg, H264 } from '../server/test/made-media.ts'
import { type Account, ask, createCollection, videosOf } from './calls.ts'
import { padding } from './films.ts'
import { addPerson } from './people.ts'
import type { RunningProduct } from './product.ts'
import { card, upload } from './steps.ts'
import { testBrowser } from './test-browser.ts'

/** Uploads that a test pauses, cuts and begins again. */

/** Bytes a second: a large film takes 12 seconds. */
export const SLOW = 2 * 1024 ** 2
/** Bytes of a large film beside the pictures: more than one request has. */
const LARGE = 24 * 1024 ** 2
/** Milliseconds for the rest of a large film on a busy machine. */
const ARRIVAL = 120_000

let pictures: Promise<Buffer> | undefined
/**
 * Makes a film of a second, with small pictures and a content that depends on its name. It is soon indexed.
 * @param size bytes that players ignore
 */
export async function makeSmallFilm(file: string, size = 0): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true })
  pictures ??= makePictures(file)
  const name = path.basename(file)
  const own = [padding(8 + size), padding(8 + name.length).fill(name, 8)]
  await writeFile(file, Buffer.concat([await pictures, ...own]))
  return file
}
async function makePictures(file: string): Promise<Buffer> {
  await ffmpeg('-f', 'lavfi', '-i', 'color=gray:s=160x90:r=10:d=1', ...H264, file)
  return await readFile(file)
}
/** Makes a film that takes several requests to send. */
export const makeLargeFilm = (file: string): Promise<string> => makeSmallFilm(file, LARGE)

/** The panel of uploads. */
export const uploadsPanel = (page: Page): Locator => page.getByRole('region', { name: 'Uploads' })

const lines = new WeakMap<Page, CDPSession>()
/** Changes how fast a page sends. @param uploadThroughput bytes a second; -1 for as fast as it can */
export async function setLine(page: Page, uploadThroughput: number, offline = false): Promise<void> {
  const line = lines.get(page) ?? (await page.context().newCDPSession(page))
  lines.set(page, line)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput })
}

/** A person with an empty collection, and how a test asks the server what has arrived there. */
export async function addUploader(product: RunningProduct) {
  const ada: Account = await addPerson(product)
  const collection = await createCollection(product, ada, 'Arrivals')
  const address = `${product.origin}/collections/${collection}`
  const begun = async () => (await ask<{ uploads: OpenUpload[] }>(product, ada, 'uploads')).uploads
  return {
    ada,
    collection,
    address,
    /** Uploads that are not complete. */
    begun,
    /** Bytes of them that have arrived. */
    received: async () => (await begun()).reduce((sum, one) => sum + one.received, 0),
    /** Names of the videos, sorted. */
    names: async () => (await videosOf(product, ada, collection)).map(({ file_name }) => file_name).sort(),
    /** Whether the video of a name has the bytes of a file. */
    async isSame(name: string, file: string): Promise<boolean> {
      const video = (await videosOf(product, ada, collection)).find(({ file_name }) => file_name === name)
      const { url } = await ask<{ url: string }>(product, ada, `generate-download-url/${video?.id}`)
      const bytes = await (await fetch(new URL(url, product.origin))).arrayBuffer()
      return hash(new Uint8Array(bytes)) === hash(await readFile(file))
    },
    /**
     * Opens a browser of this person, which reads files where they are.
     * @param handles whether it gives lasting handles of files, as only some browsers do
     */
    async open({ handles = false, ...size }: { handles?: boolean; width?: number; height?: number } = {}) {
      const browser = await testBrowser({ as: ada, own: true, ...size })
      if (!handles) await browser.context.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
      return browser
    },
    /** Opens the collection, uploads a file slowly, and waits until a part of it has arrived. */
    async begin(page: Page, file: string): Promise<void> {
      await page.goto(address)
      await setLine(page, SLOW)
      await upload(page, file)
      await uploadsPanel(page)
        .getByText(/^[1-9]\d?%$/)
        .first()
        .waitFor()
    },
  }
}
export type Uploader = Awaited<ReturnType<typeof addUploader>>

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const arrives = (page: Page, name: string): Promise<void> => card(page, name).waitFor({ timeout: ARRIVAL })
