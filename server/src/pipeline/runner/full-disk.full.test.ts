import { mkdir, open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { silent, startIndexing } from '../../../test/indexing.ts'
import { makeSpokenFilm } from '../../../test/made-media.ts'
import { mountSmallDisk } from '../../../test/small-disk.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

vi.mock('@footnote/contract/shared/limits.ts', async (load) => {
  const limits = await load<typeof import('@footnote/contract/shared/limits.ts')>()
  return { ...limits, JOBS: { ...limits.JOBS, look_again: 1 } }
})
const MIB = 1024 ** 2
const EVERYTHING = { visual: true, ocr: true, audio: true }
const SPEECH = { visual: false, ocr: false, audio: true }
/** A failing job has fewer attempts. */
const LOOKS = 5
/** Milliseconds for the videos once there is room. */
const AFTER_ROOM = 120_000

const folder = await temporaryFolder('full')
const film = path.join(folder, 'film.mkv')
await makeSpokenFilm(film, { seconds: 3 })

/** Fills a disk. @returns a function that frees it */
async function fill(disk: string): Promise<() => Promise<void>> {
  const filler = path.join(disk, 'filler')
  const file = await open(filler, 'a')
  try {
    for (let size = MIB; size >= 4096; ) {
      const { bavail, bsize } = await statfs(disk)
      if (bavail * bsize < size) size = Math.floor(size / 2)
      else await file.write(Buffer.alloc(size)).catch(() => undefined)
    }
  } finally {
    await file.close()
  }
  return () => rm(filler)
}

describe('a full disk', async () => {
  const disk = await mountSmallDisk(160 * MIB)
  const why = 'reason' in disk ? disk.reason : null
  afterAll(() => ('remove' in disk ? disk.remove() : undefined))

  test.skipIf(why !== null)(
    `makes videos wait with a sentence, at any stage, and continue by themselves once there is room${why ? ` (${why})` : ''}`,
    async () => {
      if ('reason' in disk) throw new Error(disk.reason)
      const work_dir = path.join(disk.folder, 'work')
      await mkdir(work_dir)
      const looks = new Map<unknown, number>()
      const warn = ({ job, job_id }: { job?: unknown; job_id?: unknown }, message: string) => {
        if (message === 'job waits' && ['index-video', 'process-video'].includes(String(job)))
          looks.set(job_id, (looks.get(job_id) ?? 0) + 1)
      }
      const indexing = await startIndexing({ work_dir, log: { ...silent, warn } })
      const { db } = indexing
      const statuses = async () =>
        (await db.selectFrom('videos').select('status').execute()).map(({ status }) => status)
      try {
        const ids = [await indexing.add(film, EVERYTHING)]
        // One is in the middle of its processing when the disk is filled, the others begin on a full disk.
        await expect.poll(statuses, { timeout: 300_000, interval: 20 }).toEqual([expect.stringContaining('PROCESSING')])
        const makeRoom = await fill(disk.folder)
        for (let count = 0; count < 2; count += 1) ids.push(await indexing.add(film, SPEECH))
        const waiting = async () => {
          const rows = await db.selectFrom('videos').select(['status', 'error']).orderBy('created_at').execute()
          return rows.map(({ status, error }) => [status, error])
        }
        const sentence = expect.stringMatching(/^Waiting for room on the disk/)
        const expected = [
          ['QUEUED', sentence],
          ['PENDING', sentence],
          ['PENDING', sentence],
        ]
        await expect.poll(waiting).toEqual(expected)
        await expect.poll(() => [...looks.values()].filter((count) => count >= LOOKS)).toHaveLength(ids.length)
        expect(await waiting()).toEqual(expected)
        expect(await db.selectFrom('job_errors').selectAll().execute()).toEqual([])
        await makeRoom()
        const done = ids.map(() => ['SUCCESS', null])
        await expect.poll(waiting, { timeout: AFTER_ROOM }).toEqual(done)
        const cues = await db.selectFrom('cues').select('video_id').distinct().execute()
        expect(cues.map(({ video_id }) => video_id).sort()).toEqual(ids.sort())
      } finally {
        await indexing.close()
      }
    },
  )
})
