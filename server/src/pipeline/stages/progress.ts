import { moveVideo } from '../../features/library/videos/status.ts'
import type { Database } from '../../platform/db/database.ts'
import type { StageStatus } from './stage.ts'

/** Milliseconds between two updates of the percentage. */
const INTERVAL = 1_000

/** A stage that counts for the percentage, and its completed share. */
interface Part {
  readonly weight: number
  readonly status: StageStatus
  share: number
}

/** The progress of a list of stages, as the video's percentage and status. */
export interface Progress extends AsyncDisposable {
  /** @param share 0 to 1 of one stage; 1 when it is finished */
  report(stage: string, share: number): void
}

export interface ProgressOptions {
  readonly db: Database
  readonly video_id: string
  readonly parts: ReadonlyMap<string, { weight: number; status: StageStatus }>
  /** Percentages between which this list of stages moves the video. */
  readonly from: number
  readonly to: number
  /** Called when the video can no longer be worked on. */
  readonly onMovedOn: () => void
}

/**
 * Updates the video's status and percentage at most once per second. The percentage only grows; the status is that of
 * the first unfinished stage.
 */
export function followProgress(options: ProgressOptions): Progress {
  const { db, video_id, from, to, onMovedOn } = options
  const parts = new Map<string, Part>([...options.parts].map(([stage, part]) => [stage, { ...part, share: 0 }]))
  const total = [...parts.values()].reduce((sum, part) => sum + part.weight, 0)
  let written = ''
  let writing: Promise<void> = Promise.resolve()

  const write = async () => {
    const all = [...parts.values()]
    const status = all.find((part) => part.share < 1)?.status ?? all.at(-1)?.status
    if (!status) return
    const done = all.reduce((sum, part) => sum + part.weight * part.share, 0) / total
    const percentage = Math.floor(10 * (from + (to - from) * done)) / 10
    if (written === `${status} ${percentage}`) return
    if (!(await moveVideo(db, video_id, status, { percentage }))) onMovedOn()
    written = `${status} ${percentage}`
  }
  const queueWrite = () => {
    // A failed update says nothing about the work; the next one follows in a second.
    writing = writing.then(write).catch(() => undefined)
  }
  const timer = setInterval(queueWrite, INTERVAL)
  queueWrite()
  return {
    report(stage, share) {
      const part = parts.get(stage)
      if (part) part.share = Math.max(part.share, Math.min(1, share))
    },
    /** Writes the last progress and stops. */
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      queueWrite()
      await writing
    },
  }
}
