import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { makeQueuedLibrary } from '../../../test/indexing.ts'
import { missSigns } from '../../../test/killed-workers.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const WORKER = fileURLToPath(new URL('../../../test/worker-process.ts', import.meta.url))
const patiently = { timeout: 300_000, interval: 100 }
const workers = new Set<ChildProcess>()

const folder = await temporaryFolder('reindex-kill')
const { database_url, library, queue, close } = await makeQueuedLibrary()
afterAll(async () => {
  await Promise.all([...workers].map(kill))
  await close()
})

/** Starts a worker. @returns it, and a promise that resolves when it starts the stage */
function startWorkerProcess(stage: string): { worker: ChildProcess; started: Promise<void> } {
  const worker = spawn(process.execPath, [WORKER, database_url, library.data_dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  workers.add(worker)
  const { promise, resolve } = Promise.withResolvers<void>()
  createInterface({ input: worker.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as { msg: string; stage?: string }
    if (line.msg === 'stage started' && line.stage === stage) resolve()
  })
  return { worker, started: promise }
}

async function kill(worker: ChildProcess): Promise<void> {
  workers.delete(worker)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

/** Ids of active jobs; without a living worker nobody works on them. */
async function activeJobs(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from pgboss.job where state = 'active'`.execute(library.db)
  return rows.map(({ id }) => id)
}

/** The visual results of a video, without row ids. */
async function seen(video_id: string): Promise<string[]> {
  const rows = await library.db
    .selectFrom('concepts')
    .innerJoin('samples', 'samples.id', 'concepts.sample_id')
    .select(['samples.time', 'concepts.engine', 'concepts.name', 'concepts.kind', 'concepts.box', 'concepts.colours'])
    .where('concepts.video_id', '=', video_id)
    .execute()
  return rows.map((row) => JSON.stringify(row)).sort()
}

test('a video whose worker is killed while indexing again is unchanged, and the next worker completes the work', async () => {
  const { db } = library
  const film = path.join(folder, 'film.mp4')
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=20', '-pix_fmt', 'yuv420p', film)
  const first = startWorkerProcess('visual')
  const video_id = await library.addVideo(queue, film)
  await library.settled(video_id)
  const expected = await seen(video_id)
  expect(expected.length).toBeGreaterThan(0)
  await kill(first.worker)

  // Pretends that an older engine made the results.
  for (const table of ['concepts', 'descriptors'] as const)
    await db.updateTable(table).set({ engine: 'older-1' }).where('video_id', '=', video_id).execute()
  const visual = db.updateTable('video_stages').where('video_id', '=', video_id).where('stage', '=', 'visual')
  await visual.set({ engine: 'older-1' }).execute()
  const older = await seen(video_id)
  for (const later of [0, 300]) {
    const { worker, started } = startWorkerProcess('visual')
    await started
    await wait(later)
    await kill(worker)
    expect(await seen(video_id)).toEqual(older)
    await missSigns(db, await activeJobs())
  }
  startWorkerProcess('visual')
  await vi.waitFor(async () => expect(await seen(video_id)).toEqual(expected), patiently)
  expect(await db.selectFrom('due_stages').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('usage_charges').selectAll().execute()).toHaveLength(1)
})
