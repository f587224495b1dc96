import { setTimeout as wait } from 'node:timers/promises'
import { leaveDueStage, writeShare } from '../../features/library/indexing/commands.ts'
import { mayBeReindexed } from '../../features/library/indexing/queries.ts'
import { hasJobs } from '../../platform/queue/pg-boss.ts'
import { VideoMovedOn } from '../runner/outcome.ts'
import type { VideoWork } from '../runner/video-work.ts'

/** Milliseconds between two checks. */
const INTERVAL = 1_000

/** The jobs that index new videos. */
const NEW_VIDEOS = ['index-video', 'process-video'] as const

/** Somebody has paused the work: finished stages stay, the unfinished one is discarded. */
export class Paused extends Error {
  constructor() {
    super('The work has been paused.')
    this.name = 'Paused'
  }
}

/**
 * Waits while new videos are being indexed, since somebody waits for those.
 * @param isOver whether the work that waits is no longer needed; asked every second
 */
export async function newVideosFirst(
  { db, signal }: Pick<VideoWork, 'db' | 'signal'>,
  isOver: () => Promise<boolean> = async () => false,
): Promise<void> {
  while ((await hasJobs(db, NEW_VIDEOS)) && !(await isOver())) await wait(INTERVAL, undefined, { signal })
}

/** The progress of a repeated stage. */
export interface StageProgress extends AsyncDisposable {
  /** Waits as `newVideosFirst` does. */
  turn(): Promise<void>
  /** @param share 0 to 1 */
  report(share: number): void
}

/** Records the progress of a stage every second, and stops the work when it is paused or the video is deleted. */
export function followReindexing(work: VideoWork, stage: string): StageProgress {
  const { db, video } = work
  let done = 0
  const look = async () => {
    const may = await mayBeReindexed(db, video.id)
    if (may === 'paused') work.stop(new Paused())
    if (may === 'gone') work.stop(new VideoMovedOn())
    await writeShare(db, video.id, stage, done)
  }
  let looking: Promise<void> = Promise.resolve()
  // A failed check says nothing about the work; the next one follows in a second.
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined)
  }, INTERVAL)
  return {
    turn: () => newVideosFirst(work),
    report(share) {
      done = Math.max(done, Math.min(1, share))
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looking
      await leaveDueStage(db, video.id, stage)
    },
  }
}
