import { access } from 'node:fs/promises'
import path from 'node:path'
import { type Selectable, sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { makeQueuedLibrary, startIndexing } from '../../../test/indexing.ts'
import { killEach } from '../../../test/kill-each.ts'
import { KilledWorkers } from '../../../test/killed-workers.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { chooseVideoSound } from '../../features/library/videos/commands.ts'
import { requestLightCopy } from '../../features/library/videos/light/commands.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Videos } from '../../platform/db/schema.ts'

// The same number of attempts without their pauses.
vi.mock('@footnote/contract/shared/limits.ts', async (load) => {
  const limits = await load<typeof import('@footnote/contract/shared/limits.ts')>()
  return { ...limits, JOBS: { ...limits.JOBS, kill_delays: limits.JOBS.kill_delays.map(() => 0.1) } }
})
const NOTHING = { visual: false, ocr: false, audio: false }
const BUSY = { timeout: 300_000 }

const folder = await temporaryFolder('light-jobs')
const film = path.join(folder, 'film.mp4')
/** Two tracks that are both heard, so that a choice changes the sound. */
const TONES = [330, 660].flatMap((pitch) => ['-f', 'lavfi', '-i', `sine=f=${pitch}:d=3`])
await ffmpeg(
  ...['-f', 'lavfi', '-i', 'testsrc2=s=1600x900:r=25:d=3', ...TONES, '-map', '0', '-map', '1', '-map', '2'],
  ...['-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart', film],
)
const indexing = await startIndexing({ light_rendition: 'always' })
afterAll(() => indexing.close())

const rowOf = async (id: string, db = indexing.db): Promise<Selectable<Videos>> =>
  await db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const light = async (id: string, db = indexing.db): Promise<string> => (await rowOf(id, db)).light
const jobs = async (name: string, db: Database = indexing.db): Promise<string[]> => {
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where name = ${name}`.execute(db)
  return rows.map(({ state }) => state)
}

test('“always” makes the copy of a film that plays well, and another sound makes it again', async () => {
  const { id } = await indexing.settled(await indexing.add(film, NOTHING))
  await expect.poll(() => light(id), BUSY).toBe('READY')
  const { db, queue, data_dir } = indexing
  const stored = (name: string) => access(path.join(data_dir, 'files', 'videos', id, name))
  await stored('light.mp4')
  await db
    .transaction()
    .execute(async (transaction) => chooseVideoSound(transaction, queue, await rowOf(id, transaction as Database), 2))
  await expect.poll(async () => (await rowOf(id)).sound_due, BUSY).toBe(false)
  await expect.poll(() => light(id), BUSY).toBe('READY')
  expect((await rowOf(id)).light_key).toBe(`videos/${id}/light-sound-2.mp4`)
  await stored('light-sound-2.mp4')
  await expect(stored('light.mp4')).rejects.toThrow('ENOENT')
})

test.skipIf(process.platform !== 'linux')(
  'a copy whose ffmpeg is killed three times is made all the same',
  async () => {
    const { id } = await indexing.settled(await indexing.add(film, NOTHING))
    const stop = await killEach('ffmpeg', 3)
    await expect.poll(() => light(id), BUSY).toBe('READY')
    await stop()
    expect(await indexing.db.selectFrom('job_errors').selectAll().execute()).toEqual([])
  },
)

test.skipIf(process.platform !== 'linux')('a copy whose worker is killed begins again, and is made once', async () => {
  const { library, queue, database_url, close } = await makeQueuedLibrary()
  const workers = new KilledWorkers(database_url, library.data_dir, 500)
  workers.start()
  try {
    const { db } = library
    const { id } = await library.settled(await library.addVideo(queue, film, NOTHING))
    await db.transaction().execute((transaction) => requestLightCopy(transaction, queue, id))
    const release = () => workers.release(queue, db)
    await workers.killAt(({ msg, job }) => msg === 'job started' && job === 'make-light', release)
    await expect
      .poll(async () => {
        await release()
        return await light(id, db)
      }, BUSY)
      .toBe('READY')
    await expect.poll(() => jobs('make-light', db), BUSY).toEqual(['completed'])
    expect(await db.selectFrom('job_errors').selectAll().execute()).toEqual([])
  } finally {
    await workers.killAll()
    await close()
  }
})
