import { setTimeout as wait } from 'node:timers/promises'
import { leaveDueStage, writeShare } from '../../features/indexing/commands.ts'
import { mayBeReindexed } from '../../features/indexing/queries.ts'
import { hasJobs } from '../../platform/queue/pg-boss.ts'
import { VideoMovedOn } from '../runner/outcome.ts'
import type { VideoWork } from '../runner/video-work.ts'

/** Between two looks at what has changed, in milliseconds. */
const INTERVAL = 1_000

/** What new videos are indexed by. */
const NEW_VIDEOS = ['index-video', 'process-video'] as const

/** Somebody has paused the work: what is finished stays, what is half done is let go. */
export class Paused extends Error {
  constructor() {
    super('The work has been paused.')
    this.name = 'Paused'
  }
}

/** Waits while new videos are being indexed: somebody waits for those. */
export async function newVideosFirst({ db, signal }: Pick<VideoWork, 'db' | 'signal'>): Promise<void> {
  while (await hasJobs(db, NEW_VIDEOS)) await wait(INTERVAL, undefined, { signal })
}

/** One stage that is run again. */
export interface Following {
  /** `newVideosFirst` */
  turn(): Promise<void>
  /** @param share 0 to 1 */
  report(share: number): void
  end(): Promise<void>
}

/** Writes once a second how far a stage is, and stops the work when it has been paused or the video is gone. */
export function followReindexing(work: VideoWork, stage: string): Following {
  const { db, video } = work
  let done = 0
  const look = async () => {
    const may = await mayBeReindexed(db, video.id)
    if (may === 'paused') work.stop(new Paused())
    if (may === 'gone') work.stop(new VideoMovedOn())
    await writeShare(db, video.id, stage, done)
  }
  let looking: Promise<void> = Promise.resolve()
  // A look that fails says nothing about the work; the next one comes in a second.
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined)
  }, INTERVAL)
  return {
    turn: () => newVideosFirst(work),
    report(share) {
      done = Math.max(done, Math.min(1, share))
    },
    async end() {
      clearInterval(timer)
      await looking
      await leaveDueStage(db, video.id, stage)
    },
  }
}
