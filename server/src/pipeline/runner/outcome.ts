import { EngineError } from '../../engines/engine-error.ts'
import type { Outcome } from '../../features/library/videos/status.ts'
import { MediaError } from '../../media/media-error.ts'
import { PassingError } from '../../platform/errors.ts'

/** The video was deleted, or another worker has moved it on: this worker stops silently. */
export class VideoMovedOn extends Error {
  constructor() {
    super('The video is no longer this job’s.')
    this.name = 'VideoMovedOn'
  }
}

/** The plan has no minutes left for this video. */
export class OverLimitError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'OverLimit'
  }
}

/** The sentence for our own failures, without internal details. */
const OURS = 'Something went wrong on our side while this video was processed. Please try again.'

const KILLED = new MediaError('media_killed').message

/**
 * Translates an error into the video's outcome.
 * @param lastAttempt whether no other attempt follows
 * @returns null when the job should be tried again
 */
export function outcomeOf(error: unknown, lastAttempt: boolean): Outcome | null {
  if (error instanceof OverLimitError) return { status: 'OVER_LIMIT', error: error.message }
  if (error instanceof MediaError && error.caused_by_file) return { status: 'FAILED', error: error.message }
  if (!lastAttempt || error instanceof PassingError) return null
  if (error instanceof EngineError && error.failure === 'killed') return { status: 'ERROR', error: KILLED }
  return { status: 'ERROR', error: error instanceof MediaError ? error.message : OURS }
}

/** Whether an engine failed on its input, and was not killed or closed by others. */
export const isEnginesFault = (error: unknown): error is EngineError =>
  error instanceof EngineError && error.failure !== 'killed' && error.failure !== 'closed'

/** An error for administrators: its own sentence if it has one for people. */
export function sentenceOf(error: unknown): string {
  if (error instanceof MediaError || error instanceof EngineError) return error.message
  return 'Something went wrong on our side; the log says more.'
}
