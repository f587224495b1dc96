import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexedRows } from '../../test/indexed-rows.ts'
import { makeLibrary, silent } from '../../test/indexing.ts'
import { ffmpeg } from '../../test/made-media.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { openQueue, type RunningQueue } from '../queue/pg-boss.ts'

const WORKER = fileURLToPath(new URL('../../test/worker-process.ts', import.meta.url))
const KILLS = 20
const WORKERS = 3
const VIDEOS = 3
/** The stages take turns; when in them the kill comes is left to chance. */
const STAGES = ['validate', 'rendition', 'samples', 'speech', 'visual', 'ocr']
/** Longest wait after a stage has started, in milliseconds. */
const LATEST = 1_500
const RESUMED_WITHIN = 45_000
const EVERYTHING = { visual: true, ocr: true, audio: true }

/** A line that a worker wrote to its log. */
interface Line {
  readonly msg: string
  readonly job_id?: string
  readonly job?: string
  readonly stage?: string
}
interface Worker {
  readonly child: ChildProcess
  readonly lines: Interface
  readonly jobs: Set<string>
}

let folder: string
let film: string
let database_url: string
let library: Awaited<ReturnType<typeof makeLibrary>>
let queue: RunningQueue
const workers = new Set<Worker>()
/** When each job was killed, in milliseconds, until it has been resumed; and how long that took. */
const killed = new Map<string, number>()
const resumed: number[] = []
let onStage: ((worker: Worker, stage: string) => void) | undefined

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-kill-'))
  film = path.join(folder, 'film.mkv')
  // Two shots, a spoken sentence and a line of text; in a container that asks for a copy.
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=3'],
    ...['-f', 'lavfi', '-i', 'color=c=white:size=640x360:rate=25:duration=3'],
    ...['-f', 'lavfi', '-i', "flite=text='Good morning everybody and welcome to the meeting':voice=slt"],
    ...['-filter_complex', "[1:v]drawtext=text='Quarterly report':fontsize=60:x=60:y=150[t];[0:v][t]concat=n=2[v]"],
    ...['-map', '[v]', '-map', '2:a', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', film],
  )
  database_url = await createTestDatabase()
  library = await makeLibrary(database_url)
  queue = await openQueue({ database_url, database: library.db, log: silent, worker: false })
})
afterAll(async () => {
  await Promise.all([...workers].map(kill))
  await queue.stop()
  await library.close()
  await rm(folder, { recursive: true, force: true })
})

function startWorkerProcess(): void {
  const child = spawn(process.execPath, [WORKER, database_url, library.data_dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const worker: Worker = { child, lines: createInterface({ input: child.stdout }), jobs: new Set() }
  workers.add(worker)
  worker.lines.on('line', (text) => {
    const { msg, job, job_id, stage } = JSON.parse(text) as Line
    // What an indexed video is looked at for waits while others are indexed: nobody waits for it.
    if (job === 'check-video') return
    if (msg === 'job started' && job_id) {
      // On a busy machine a worker may give no sign for long enough to lose its job while it lives.
      for (const other of workers) other.jobs.delete(job_id)
      worker.jobs.add(job_id)
      const at = killed.get(job_id)
      if (at !== undefined) resumed.push(Date.now() - at)
      killed.delete(job_id)
    }
    if (msg === 'job ended' && job_id) worker.jobs.delete(job_id)
    if (msg === 'stage started' && stage) onStage?.(worker, stage)
  })
}

/** @returns whether it had a job, which another worker must then resume */
async function kill(worker: Worker): Promise<boolean> {
  const gone = Promise.all([once(worker.child, 'exit'), once(worker.lines, 'close')])
  workers.delete(worker)
  const at = Date.now()
  worker.child.kill('SIGKILL')
  await gone
  for (const job of worker.jobs) killed.set(job, at)
  return worker.jobs.size > 0
}

/**
 * Kills the next worker that starts this stage, a random moment later, and starts another in its place. Where none
 * starts it for a while, because all videos are past it, another video comes.
 * @returns whether the kill hit a job; by chance its last stage may have ended a moment before
 */
async function killDuring(stage: string, addVideo: () => Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<Worker>()
  onStage = (worker, started) => {
    if (started === stage && workers.has(worker)) resolve(worker)
  }
  const impatience = setInterval(() => void addVideo(), 25_000)
  const worker = await promise
  clearInterval(impatience)
  onStage = undefined
  await new Promise((later) => setTimeout(later, Math.random() * LATEST))
  const hit = await kill(worker)
  startWorkerProcess()
  return hit
}

test('a video whose worker is killed again and again ends as one that was never disturbed', async () => {
  startWorkerProcess()
  const undisturbed = await library.addVideo(queue, film, EVERYTHING)
  await library.settled(undisturbed)
  const expected = await indexedRows(library.db, undisturbed)
  expect(expected.video).toMatchObject({ status: 'SUCCESS', error: null })
  for (const found of [expected.shots, expected.samples, expected.concepts, expected.cues, expected.spans])
    expect(found.length).toBeGreaterThan(0)
  expect(expected.charges).toHaveLength(1)

  for (let count = 1; count < WORKERS; count += 1) startWorkerProcess()
  const ids: string[] = []
  const add = async () => void ids.push(await library.addVideo(queue, film, EVERYTHING))
  for (let count = 0; count < VIDEOS; count += 1) await add()
  for (let count = 0, hits = 0; hits < KILLS; count += 1)
    if (await killDuring(STAGES[count % STAGES.length] as string, add)) hits += 1
  const videos = await Promise.all(ids.map((id) => library.settled(id)))
  expect(videos.map((video) => video.status)).toEqual(ids.map(() => 'SUCCESS'))
  for (const id of ids) expect(await indexedRows(library.db, id)).toEqual(expected)
  // A job that had done all but end is resumed when its video is ready already.
  await expect.poll(() => [...killed.keys()], { timeout: RESUMED_WITHIN }).toEqual([])
  expect(resumed.length).toBeGreaterThanOrEqual(KILLS)
  expect(Math.max(...resumed)).toBeLessThan(RESUMED_WITHIN)
  // What killed workers left of their jobs' folders goes when the next one starts.
  await Promise.all([...workers].map(kill))
  startWorkerProcess()
  await expect.poll(() => readdir(path.join(library.data_dir, 'work')), { timeout: 30_000 }).toEqual([])
}, 900_000)
