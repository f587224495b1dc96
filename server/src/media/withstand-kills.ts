import { setTimeout as wait } from 'node:timers/promises'
import { JOBS } from '@footnote/contract/shared/limits.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { MediaError } from '../../media/media-error.ts'
import type { VideoWork } from './video-work.ts'

/** Whether another program killed a program of this work, as Linux does when memory is short. */
export const isKill = (error: unknown): boolean =>
  (error instanceof MediaError && error.code === 'media_killed') ||
  (error instanceof EngineError && error.failure === 'killed')

/**
 * Repeats a piece of work whenever its program was killed, with growing delays. Parallel work continues.
 * @param delays seconds
 * @throws the kill after the last delay, and any other error at once
 */
export async function withstandKills<T>(
  { signal, log, video }: Pick<VideoWork, 'signal' | 'log' | 'video'>,
  act: () => Promise<T>,
  delays: readonly number[] = JOBS.kill_delays,
): Promise<T> {
  for (const seconds of delays) {
    try {
      return await act()
    } catch (error) {
      if (signal.aborted || !isKill(error)) throw error
      log.warn({ video_id: video.id, err: error, seconds }, 'a program was killed, will start again')
      await wait(1000 * seconds, undefined, { signal })
    }
  }
  return await act()
}
