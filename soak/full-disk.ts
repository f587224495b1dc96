import { openAsBlob } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { UploadSession } from '@footnote/contract/nouns/library/videos.ts'
import { uploadVideo } from '../e2e/calls.ts'
import { soak } from './run.ts'
import { makeDisk, whyNoDisk } from './small-disk.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

/** Size of the disk: for the database, the sample films and a few short videos. */
const MEGABYTES = 500

/** Fills the disk to the last byte while people upload videos and the product indexes them. */
export const fullDisk = soak({
  shows:
    'On a full disk an upload is refused with 507 and a sentence and indexing waits; once there is room, every video is indexed within 2 minutes without anybody asking for it.',
  // Seconds that the disk is full, and from room being made to all videos being indexed.
  sizes: { rounds: 5, videos: 3, seconds_full: 30, indexed_within: 120 },
  async run({ rounds, videos, seconds_full, indexed_within }, log) {
    const why = whyNoDisk()
    if (why !== null) throw new Error(`It cannot be run: ${why}.`)
    const failures: string[] = []
    const refusals = new Map<string, number>()
    const [waiting, recovered]: [number[], string[]] = [[], []]
    const disk = await makeDisk(MEGABYTES)
    try {
      const place = await openWorkplace({ films: 1, data_dir: disk.folder })
      try {
        for (let round = 1; round <= rounds; round += 1) {
          const ids = await takeVideos(place, videos)
          await disk.fill()
          for (const end = Date.now() + seconds_full * 1_000; Date.now() < end; await wait(1_000)) {
            const refusal = await refusedUpload(place)
            refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
          }
          waiting.push(await place.underWay())
          await disk.makeRoom()
          const began = Date.now()
          const statuses = await place.settled(ids, indexed_within * 1_000)
          const seconds = ((Date.now() - began) / 1_000).toFixed(1)
          recovered.push(seconds)
          log(
            `round ${round}: ${waiting.at(-1)} of ${videos} videos waited; all had ended ${seconds} s after there was room`,
          )
          for (const [id, status] of statuses)
            if (status !== 'SUCCESS') failures.push(`Round ${round}: the video ${id} was ${status} after ${seconds} s.`)
        }
        if (waiting.every((count) => count === 0))
          failures.push('No video ever waited: the disk was not full while they were indexed.')
      } finally {
        await place.close()
      }
    } finally {
      await disk.remove()
    }
    for (const [refusal, times] of refusals)
      if (refusal !== '507 storage_full') failures.push(`${times} uploads to a full disk were answered ${refusal}.`)
    return {
      counts: {
        rounds,
        'uploads to a full disk, by answer': [...refusals].map(([refusal, times]) => `${refusal}: ${times}`).join(', '),
        'videos that waited, by round': waiting.join(', '),
        'seconds until all were indexed, by round': recovered.join(', '),
      },
      failures,
    }
  },
})

async function takeVideos({ product, key, collection, films }: Workplace, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let taken = 0; taken < count; taken += 1) ids.push(await uploadVideo(product, key, collection, films[0]!))
  return ids
}

/** Uploads a file to a full disk. @returns status and code of the answer that ends it */
async function refusedUpload({ product: { origin }, key, collection, films }: Workplace): Promise<string> {
  const blob = await openAsBlob(films[0]!, { type: 'video/mp4' })
  const asked = { index_id: collection, file_type: 'video/mp4', file_extension: 'mkv', file_size: blob.size }
  const headers = { authorization: `Bearer ${key.access}`, 'content-type': 'application/json' }
  const slot = await fetch(`${origin}/api/upload`, { method: 'POST', headers, body: JSON.stringify(asked) })
  if (!slot.ok) return await summary(slot)
  const { url } = (await slot.json()) as UploadSession
  const form = new FormData()
  for (const [name, value] of Object.entries(url.fields)) form.append(name, value)
  form.append('file', blob)
  return await summary(await fetch(new URL(url.url, origin), { method: 'POST', body: form }))
}

async function summary(answer: Response): Promise<string> {
  const text = await answer.text()
  const code = /"code":"(\w+)"/.exec(text)?.[1]
  return code ? `${answer.status} ${code}` : String(answer.status)
}
