import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { type FrameTiming, timingFrom } from '@footnote/contract/shared/frames.ts'
import { useMemo } from 'react'

/** The times of a video's frames; null while they are unknown. The object stays the same while its numbers do. */
export function useTiming(
  frame_rate: Video['frame_rate'] | undefined,
  /** Start of each frame in seconds, when the frame rate varies. */
  frame_times: readonly number[] | null | undefined,
): FrameTiming | null {
  const { num, den } = frame_rate ?? {}
  return useMemo(
    () => timingFrom(num !== undefined && den !== undefined ? { num, den } : null, frame_times),
    [num, den, frame_times],
  )
}
