import { randomBytes } from 'node:crypto'
import { rm, truncate, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import {
  ask,
  type Bearer,
  createAccount,
  createApiKey,
  createComment,
  createReviewCollection,
  uploadVideo,
  videosOf,
} from '../../e2e/calls.ts'
import type { RunningProduct } from '../../e2e/product.ts'
import { Listener } from '../listener.ts'

/** Milliseconds in which an event must reach a listener. */
const EVENT_MS = 1_000
/** Bytes of the uploaded file; above the limits of proxies at their defaults, below that of a request to Cloudflare. */
const FILE_BYTES = 64 * 2 ** 20

/** What holds through one reverse proxy. */
export interface Passage {
  readonly counts: Readonly<Record<string, string>>
  readonly failures: readonly string[]
}

/**
 * Uploads a film and a large file, plays a range, listens for an event, and counts the limits of two clients, all
 * through a proxy.
 * @param product reached by the proxy's address
 * @param film path of a video that browsers play
 */
export async function passThrough(product: RunningProduct, film: string, folder: string): Promise<Passage> {
  const account = await createAccount(product)
  const key = await createApiKey(product, account)
  const collection = await createReviewCollection(product, account, 'Rushes')
  const failures: string[] = []
  const expectThat = (holds: boolean, sentence: string) => {
    if (!holds) failures.push(sentence)
    return holds ? 'yes' : 'no'
  }
  const video = await uploadVideo(product, key, collection, film)
  await playable(product, key, collection, video)
  const large = await sendsLarge(product, key, collection, folder)
  const range = await playsRange(product, key, video)
  const event = await hearsEvent(product, account, key, video)
  const [first, second] = await limitsOf(product)
  return {
    counts: {
      [`upload of ${FILE_BYTES / 2 ** 20} MiB`]: expectThat(
        large === 204 || large === 201,
        `An upload was answered ${large}.`,
      ),
      range: expectThat(range.length === 0, range),
      [`event within ${EVENT_MS} ms`]: expectThat(event, 'A comment was not heard in time.'),
      'limits of two clients apart': expectThat(
        first === 429 && second !== 429,
        `After ${ACCOUNT.calls_per_address} calls of one client it got ${first}, and another one ${second}.`,
      ),
    },
    failures,
  }
}

async function playable(product: RunningProduct, who: Bearer, collection: string, video: string): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 500)))
    if ((await videosOf(product, who, collection)).some(({ id, status }) => id === video && status === 'SUCCESS'))
      return
  throw new Error('The film was not ready within two minutes.')
}

/** @returns the status of posting a sparse file with the form of an upload */
async function sendsLarge(product: RunningProduct, who: Bearer, index_id: string, folder: string): Promise<number> {
  const file = join(folder, `large-${randomBytes(4).toString('hex')}.mp4`)
  await writeFile(file, '')
  await truncate(file, FILE_BYTES)
  try {
    await uploadVideo(product, who, index_id, file)
    return 201
  } catch (error) {
    return Number(/answered (\d+)/.exec(String(error))?.[1] ?? 0)
  } finally {
    await rm(file)
  }
}

/** @returns what is wrong with the answer to a request for bytes 100 to 299; empty if nothing is */
async function playsRange(product: RunningProduct, who: Bearer, video: string): Promise<string> {
  const details = await ask<VideoDetail>(product, who, `get_video_details/${video}`)
  const address = new URL(details.file_url ?? '', product.origin)
  const whole = Buffer.from(await (await fetch(address)).arrayBuffer())
  const part = await fetch(address, { headers: { range: 'bytes=100-299' } })
  const bytes = Buffer.from(await part.arrayBuffer())
  if (part.status !== 206) return `A range was answered ${part.status}.`
  return bytes.equals(whole.subarray(100, 300)) ? '' : `A range had ${bytes.length} other bytes.`
}

async function hearsEvent(
  product: RunningProduct,
  account: Parameters<typeof createComment>[1],
  who: Bearer,
  video: string,
): Promise<boolean> {
  const listener = new Listener(product, who, video)
  try {
    for (const end = Date.now() + 10_000; listener.opened === 0 && Date.now() < end; )
      await new Promise((resolve) => setTimeout(resolve, 50))
    const content = `heard ${randomBytes(4).toString('hex')}`
    await createComment(product, account, video, { content, start_time: 0 })
    return await listener.hears(content, EVENT_MS)
  } finally {
    await listener.stop()
  }
}

/** Two clients of other addresses sign in too often, one after the other. @returns the last status of each */
async function limitsOf(product: RunningProduct): Promise<[number, number]> {
  const [first, second] = ['127.0.0.21', '127.0.0.22']
  let last = 0
  for (let call = 0; call <= ACCOUNT.calls_per_address; call += 1) last = await signsIn(product, first, call)
  return [last, await signsIn(product, second, 0)]
}

/** @returns the status of a login with a wrong password from one of this machine's addresses */
function signsIn(product: RunningProduct, from: string, number: number): Promise<number> {
  const { hostname, port } = new URL(product.origin)
  const body = JSON.stringify({ email: `nobody.${number}@example.org`, password: 'wrong password' })
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    http
      .request({ host: hostname, port, path: '/api/login', method: 'POST', localAddress: from, headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      .once('error', reject)
      .end(body)
  })
}
