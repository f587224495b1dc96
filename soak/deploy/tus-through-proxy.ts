import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { ask, createAccount, createApiKey, createCollection } from '../../e2e/calls.ts'
import type { RunningProduct } from '../../e2e/product.ts'
import { Sender } from '../uploads/sender.ts'
import type { Passage } from './through-proxy.ts'

/** Above the limits that proxies have by default. */
const FILE_BYTES = 6 * 2 ** 20

/**
 * Uploads a file that resumes through a proxy that may refuse large bodies: on 413 the next request has half the bytes,
 * down to `RESUMABLE.least_chunk`. Compares what the product then has.
 * @param product reached by the proxy's address
 */
export async function resumeThrough(product: RunningProduct): Promise<Passage> {
  const account = await createAccount(product)
  const key = await createApiKey(product, account)
  const collection = await createCollection(product, account, 'Pieces')
  const sender = new Sender(key.access, () => Number(new URL(product.origin).port))
  const file = randomBytes(FILE_BYTES)
  const at = await sender.create(collection, 'pieces.mp4', file.length)
  if (!at) return failed('A new upload was not answered.')
  let [offset, chunk, refusals]: [number, number, number] = [0, RESUMABLE.chunk, 0]
  let video: string | undefined
  for (const end = Date.now() + 120_000; video === undefined; ) {
    if (Date.now() > end) return failed(`After two minutes ${offset} of ${file.length} bytes had arrived.`)
    const piece = file.subarray(offset, offset + chunk)
    const answer = await sender.patch(at, offset, piece, piece.length)
    if (answer?.status === 413) {
      refusals += 1
      if (chunk === RESUMABLE.least_chunk) return failed(`${chunk} bytes were answered 413.`)
      chunk = Math.max(RESUMABLE.least_chunk, Math.ceil(Math.min(chunk, piece.length) / 2))
    } else if (answer?.status !== 204) await wait(500)
    const now = await sender.where(at)
    offset = now?.offset ?? offset
    video = now?.video
  }
  const { file_url } = await ask<VideoDetail>(product, key, `get_video_details/${video}`)
  const stored = Buffer.from(await (await fetch(new URL(file_url ?? '', product.origin))).arrayBuffer())
  if (!stored.equals(file)) return failed(`The uploaded file has ${stored.length} other bytes.`)
  const kibibytes = Math.round(Math.min(chunk, FILE_BYTES) / 1024)
  return {
    counts: { 'upload that resumes': `yes, ${kibibytes} KiB a request after ${refusals} refusals` },
    failures: [],
  }
}

const failed = (failure: string): Passage => ({ counts: { 'upload that resumes': 'no' }, failures: [failure] })
