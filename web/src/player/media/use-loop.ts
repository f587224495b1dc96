import type { MatchRange } from '@footnote/contract/shared/frames.ts'
import { useEffect } from 'react'
import type { MediaRequests } from './media-requests.ts'

/**
 * Whether playback has just passed the end of the range. A person who seeks out of the range stays there.
 * @param before the time at the last check
 * @param now the time at this one, seconds
 */
export const hasRunOver = ({ start_time, end_time_exclusive: end }: MatchRange, before: number, now: number): boolean =>
  before >= start_time - 0.5 && before < end && now >= end

/**
 * Goes back to the start of the range when playback reaches its end. Checks every frame if the browser reports frames.
 */
export function useLoop(
  video: HTMLVideoElement | null,
  range: MatchRange | null,
  requests: MediaRequests | null,
): void {
  const start_time = range?.start_time
  const end_time_exclusive = range?.end_time_exclusive
  useEffect(() => {
    if (!video || !requests || start_time === undefined || end_time_exclusive === undefined) return
    let before = video.currentTime
    let handle = 0
    const look = () => {
      const now = video.currentTime
      if (!video.seeking && hasRunOver({ start_time, end_time_exclusive }, before, now)) {
        const { ended } = video
        requests.seek(start_time)
        if (ended) requests.play()
        before = start_time
      } else before = now
    }
    const onFrame = () => {
      look()
      handle = video.requestVideoFrameCallback(onFrame)
    }
    const byFrame = 'requestVideoFrameCallback' in video
    if (byFrame) handle = video.requestVideoFrameCallback(onFrame)
    for (const name of ['timeupdate', 'ended'] as const) video.addEventListener(name, look)
    // A seek past the end is what the person wants. The last time update of a seek comes before `seeked`.
    const onSeek = () => {
      before = video.currentTime
    }
    for (const name of ['seeking', 'seeked'] as const) video.addEventListener(name, onSeek)
    return () => {
      if (byFrame) video.cancelVideoFrameCallback(handle)
      for (const name of ['timeupdate', 'ended'] as const) video.removeEventListener(name, look)
      for (const name of ['seeking', 'seeked'] as const) video.removeEventListener(name, onSeek)
    }
  }, [video, requests, start_time, end_time_exclusive])
}
