import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { sweepRun } from '../src/app/supervisor/processes.ts'
import { RUN_MARK } from '../src/platform/confinement/processes.ts'
import type { Database } from '../src/platform/db/database.ts'
import type { RunningQueue } from '../src/platform/queue/pg-boss.ts'
import { randomNumbers } from './random-numbers.ts'

const WORKER = fileURLToPath(new URL('./worker-process.ts', import.meta.url))
/** Milliseconds without a suitable moment after which the test may cause one. */
const IMPATIENCE = 5_000

/**
 * Makes the queue and the record of due stages treat these workers as dead at their next check. The test of whole videos covers the wait for signs of
 * life.
 * @param jobs whose worker is dead
 */
export async function missSigns(db: Database, jobs: readonly string[]): Promise<void> {
  await sql`
    update pgboss.job set heartbeat_on = now() - interval '1 minute'
    where state = 'active' and id = any(${jobs}::uuid[])`.execute(db)
  // A job that the queue gives to another worker ends at once while its video still shows a sign of life.
  await sql`
    update due_stages set worked_on_at = worked_on_at - interval '1 minute'
    where video_id in (select (data->>'video_id')::uuid from pgboss.job where id = any(${jobs}::uuid[]))`.execute(db)
}

/** A line in a worker's log. */
export interface WorkerLine {
  readonly msg: string
  readonly job_id?: string
  readonly job?: string
  readonly stage?: string
}
interface Worker {
  readonly child: ChildProcess
  /** Marks the worker and everything that it starts. */
  readonly run: string
  readonly lines: Interface
  readonly jobs: Set<string>
}

/**
 * Worker processes that are killed during their work, and others that replace them. KILL_SEED determines the delay of
 * each kill; it is printed, so that a run can be repeated.
 */
export class KilledWorkers {
  readonly #database_url: string
  readonly #data_dir: string
  readonly #latest: number
  readonly #seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 32))
  readonly #random = randomNumbers(this.#seed)
  readonly #workers = new Set<Worker>()
  /** Jobs whose worker was killed, until another worker resumes them. */
  readonly #killed = new Set<string>()
  /** Marks of the killed workers. */
  readonly #ended: string[] = []
  /** Number of resumed jobs. */
  resumed = 0
  #onLine: ((worker: Worker, line: WorkerLine) => void) | undefined

  /** @param latest longest random delay of a kill, in milliseconds */
  constructor(database_url: string, data_dir: string, latest = 1_500) {
    this.#database_url = database_url
    this.#data_dir = data_dir
    this.#latest = latest
    console.log(`seed of the kills: KILL_SEED=${this.#seed}`)
  }

  /** Jobs that no worker has resumed yet. */
  get waiting(): string[] {
    return [...this.#killed]
  }

  /** Lets the jobs of killed workers begin again at once, as the supervisor does. */
  async release(queue: RunningQueue, db: Database): Promise<void> {
    await queue.release(this.#ended)
    // A worker may have been killed before it marked its job.
    await missSigns(db, this.waiting)
  }

  start(): void {
    const run = randomUUID()
    const child = spawn(process.execPath, [WORKER, this.#database_url, this.#data_dir], {
      env: { ...process.env, [RUN_MARK]: run },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const worker: Worker = { child, run, lines: createInterface({ input: child.stdout }), jobs: new Set() }
    this.#workers.add(worker)
    worker.lines.on('line', (text) => this.#read(worker, JSON.parse(text) as WorkerLine))
  }

  async killAll(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => this.#kill(worker)))
  }

  /**
   * Kills the next worker that writes a matching line, after a random delay, and starts another.
   * @param onImpatience called every few seconds until one has matched, one call at a time
   * @returns whether the kill hit a job; its last stage may have ended a moment before
   */
  async killAt(isMoment: (line: WorkerLine) => boolean, onImpatience: () => Promise<void>): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<Worker>()
    this.#onLine = (worker, line) => {
      if (this.#workers.has(worker) && isMoment(line)) resolve(worker)
    }
    let busy = false
    const impatience = setInterval(async () => {
      if (busy) return
      busy = true
      await onImpatience()
      busy = false
    }, IMPATIENCE)
    const worker = await promise
    clearInterval(impatience)
    this.#onLine = undefined
    await wait(this.#random() * this.#latest)
    const hit = await this.#kill(worker)
    this.start()
    return hit
  }

  #read(worker: Worker, line: WorkerLine): void {
    const { msg, job, job_id } = line
    // This job waits while videos are indexed, and nothing waits for it.
    if (job === 'check-video') return
    if (msg === 'job started' && job_id) {
      // On a busy machine a worker may be silent long enough to lose its job while it lives.
      for (const other of this.#workers) other.jobs.delete(job_id)
      worker.jobs.add(job_id)
      if (this.#killed.delete(job_id)) this.resumed += 1
    }
    if (msg === 'job ended' && job_id) worker.jobs.delete(job_id)
    this.#onLine?.(worker, line)
  }

  /** @returns whether it had a job, which another worker must then resume */
  async #kill(worker: Worker): Promise<boolean> {
    const gone = Promise.all([once(worker.child, 'exit'), once(worker.lines, 'close')])
    this.#workers.delete(worker)
    worker.child.kill('SIGKILL')
    await gone
    // As the supervisor does.
    sweepRun(worker.run)
    this.#ended.push(worker.run)
    for (const job of worker.jobs) this.#killed.add(job)
    return worker.jobs.size > 0
  }
}
