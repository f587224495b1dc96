import { JOBS } from '@footnote/contract/shared/limits.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'
import { VideoMovedOn } from '../runner/outcome.ts'
import type { VideoWork } from '../runner/video-work.ts'
import type { Checkpoints } from './checkpoints.ts'
import { kindOf, type Parts, type Stage, type StageName } from './stage.ts'

/** Shared state of a video's first indexing, for storing parts. */
export interface FirstIndexing {
  readonly checkpoints: Checkpoints
  /** Stages with searchable rows, without skipped ones. The video can be searched up to the least of them. */
  readonly searched: Set<StageName>
}

/** Another worker with the same job has stored parts of this stage meanwhile; this one begins again at their end. */
class PartsMoved extends Error {
  constructor() {
    super('Another worker has stored parts of this stage.')
    this.name = 'PartsMoved'
  }
}
/** Whether another worker has stored parts of the same stage meanwhile. */
export const isMoved = (error: unknown): boolean => error instanceof PartsMoved

/** The stored parts of a stage. Times in seconds. */
interface PartState {
  readonly until: number | null
  /** Seconds of work. */
  readonly seconds: number
}

/** The parts of a stage during one run, and its result. */
export class StageParts implements Parts {
  readonly #work: VideoWork
  readonly #stage: Stage
  /** Null: nothing is stored before the whole stage is complete. */
  readonly #first: FirstIndexing | null
  #stored: PartState
  #started = performance.now()
  /** Milliseconds of waiting for the followed stage, which do not count as work. */
  #waited = 0
  #kept = 0
  #due_at = performance.now() + 1000 * JOBS.part_delays[0]

  private constructor(work: VideoWork, stage: Stage, first: FirstIndexing | null, stored: PartState) {
    this.#work = work
    this.#stage = stage
    this.#first = first
    this.#stored = stored
  }

  /**
   * Begins a run of a stage after its last part. Removes parts of another engine or of other settings.
   * @returns null when it is finished already
   * @throws VideoMovedOn
   */
  static async begin(work: VideoWork, stage: Stage, first: FirstIndexing | null): Promise<StageParts | null> {
    if (!first) return new StageParts(work, stage, null, NOTHING)
    const stored = await work.db.transaction().execute(async (transaction) => {
      await lockVideo(transaction, work, first)
      const row = await findRow(transaction, work, stage)
      if (!row) return NOTHING
      if (row.until === null) return null
      if (row.engine === engineOf(work, stage) && !row.again) return { until: row.until, seconds: row.seconds ?? 0 }
      await removeParts(transaction, work, stage, first)
      return NOTHING
    })
    if (!stored) return null
    if (stored.until !== null) first.checkpoints.set(stage.stage, stored.until)
    return new StageParts(work, stage, first, stored)
  }

  get until(): number | null {
    return this.#stored.until
  }

  due(until: number): boolean {
    if (!this.#first || performance.now() < this.#due_at) return false
    const { needs, follows } = this.#stage
    return !follows || this.#first.checkpoints.have(needs, until)
  }

  /** Seconds of work in this run and earlier ones. */
  get seconds(): number {
    return this.#stored.seconds + (performance.now() - this.#started - this.#waited) / 1000
  }

  async followed(seconds: number): Promise<number> {
    const [needed] = this.#stage.needs
    if (!this.#first || !needed) return Infinity
    return await this.#waiting(this.#first.checkpoints.beyond(needed, seconds))
  }

  /** Waits until the followed stages have finished. */
  async followedEnd(): Promise<void> {
    if (this.#first) await this.#waiting(this.#first.checkpoints.ended(this.#stage.needs))
  }

  async keep(until: number, store: (transaction: Transaction<Tables>) => Promise<void>): Promise<void> {
    const first = this.#first
    if (!first) throw new Error('A stage that runs again stores no parts.')
    const { db, video, log, signal } = this.#work
    signal.throwIfAborted()
    const seconds = this.seconds
    await db.transaction().execute(async (transaction) => {
      await lockVideo(transaction, this.#work, first)
      await this.replace(transaction)
      await store(transaction)
      const row = { engine: engineOf(this.#work, this.#stage), until, seconds }
      await transaction
        .insertInto('video_stages')
        .values({ video_id: video.id, stage: this.#stage.stage, ...row })
        .onConflict((conflict) => conflict.columns(['video_id', 'stage']).doUpdateSet(row))
        .execute()
      await writeSearchable(transaction, this.#work, first)
    })
    this.#stored = { until, seconds }
    this.#started = performance.now()
    this.#waited = 0
    this.#kept++
    this.#due_at = performance.now() + 1000 * (JOBS.part_delays[this.#kept] ?? LONGEST_DELAY)
    first.checkpoints.set(this.#stage.stage, until)
    log.info({ video_id: video.id, stage: this.#stage.stage, until }, 'part stored')
  }

  /**
   * Removes results of other runs before this run stores its own, except the parts that it continues.
   * @throws PartsMoved
   */
  async replace(transaction: Transaction<Tables>): Promise<void> {
    if (this.#first) {
      const row = await findRow(transaction, this.#work, this.#stage)
      if ((row ? row.until : undefined) !== (this.#stored.until ?? undefined)) throw new PartsMoved()
    }
    if (this.#stored.until === null)
      await this.#stage.remove?.(transaction, this.#work.video.id, engineOf(this.#work, this.#stage))
  }

  async #waiting<T>(promise: Promise<T>): Promise<T> {
    const before = performance.now()
    try {
      return await promise
    } finally {
      this.#waited += performance.now() - before
    }
  }
}

const NOTHING: PartState = { until: null, seconds: 0 }
const LONGEST_DELAY = JOBS.part_delays.at(-1) ?? 0

/** Id of the engine for a stage on this machine; null if it needs none, or there is none. */
function engineOf({ engines }: VideoWork, { stage }: Stage): string | null {
  const kind = kindOf(stage)
  return (kind && engines[kind].engine?.id) ?? null
}

const findRow = (transaction: Transaction<Tables>, { video }: VideoWork, { stage }: Stage) =>
  transaction
    .selectFrom('video_stages')
    .select(['engine', 'until', 'seconds', 'again'])
    .where('video_id', '=', video.id)
    .where('stage', '=', stage)
    .executeTakeFirst()

/** Removes the parts of an unfinished stage; does nothing if it has none. */
export async function removeParts(
  transaction: Transaction<Tables>,
  work: VideoWork,
  stage: Stage,
  first: FirstIndexing,
): Promise<void> {
  const row = await findRow(transaction, work, stage)
  if (!row || row.until === null) return
  await stage.remove?.(transaction, work.video.id, row.engine)
  await transaction
    .deleteFrom('video_stages')
    .where('video_id', '=', work.video.id)
    .where('stage', '=', stage.stage)
    .execute()
  await writeSearchable(transaction, work, first)
}

/** Records up to where a video can be searched. Requires the video's lock. */
export async function writeSearchable(
  transaction: Transaction<Tables>,
  { video }: VideoWork,
  { searched }: FirstIndexing,
): Promise<void> {
  await sql`
    update videos set searchable_until = (
      select nullif(min(case when done.video_id is null then 0 else coalesce(done.until, videos.duration) end), 0)
      from unnest(${[...searched]}::text[]) as searched(stage)
        left join video_stages as done on done.video_id = videos.id and done.stage = searched.stage)
    where id = ${video.id}`.execute(transaction)
}

/**
 * Locks a video for storing. The lock orders this worker and another that got the same job while this one was
 * unreachable.
 * @throws VideoMovedOn when the video is gone, in deletion, or another worker has finished its first indexing
 */
export async function lockVideo(
  transaction: Transaction<Tables>,
  { video }: Pick<VideoWork, 'video'>,
  first: FirstIndexing | null,
): Promise<void> {
  const found = await transaction
    .selectFrom('videos')
    .select('status')
    .where('id', '=', video.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found || found.status === 'DELETING' || (first && found.status === 'SUCCESS')) throw new VideoMovedOn()
}
