import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'

/** A video that an action left as it was, and the reason. */
export interface SkippedVideo {
  readonly id: string
  readonly detail: string
}

/** Applies an action to one video after the other; a failure does not stop the rest. */
export function useBatch(act: (video: Video) => Promise<unknown>) {
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null)
  const run = async (videos: readonly Video[]): Promise<SkippedVideo[]> => {
    const kept: SkippedVideo[] = []
    for (const [done, video] of videos.entries()) {
      setProgress({ done, of: videos.length })
      try {
        await act(video)
      } catch (error) {
        console.warn('batch', error)
        kept.push({ id: video.id, detail: errorDetail(error, 'The server did not answer. Try again.') })
      }
    }
    setProgress(null)
    return kept
  }
  return { progress, run }
}
