import { useEffect } from 'react'

/** A part of a video, in seconds. */
export interface TimeRange {
  readonly start: number
  readonly end: number
}

/**
 * Whether play has just run over the end of the range. A person who seeks out of the range is left alone.
 * @param before the time at the last look @param now the time at this one, seconds
 */
export const hasRunOver = (range: TimeRange, before: number, now: number): boolean =>
  before >= range.start - 0.5 && before < range.end && now >= range.end

/** Goes back to the range's start when play reaches its end. Looks at every frame where the browser tells of frames. */
export function useLoop(video: HTMLVideoElement | null, range: TimeRange | null): void {
  const start = range?.start
  const end = range?.end
  useEffect(() => {
    if (!video || start === undefined || end === undefined) return
    let before = video.currentTime
    let handle = 0
    const look = () => {
      const now = video.currentTime
      if (!video.seeking && hasRunOver({ start, end }, before, now)) {
        video.currentTime = start
        if (video.ended) void video.play()?.catch(() => undefined)
        before = start
      } else before = now
    }
    const onFrame = () => {
      look()
      handle = video.requestVideoFrameCallback(onFrame)
    }
    const byFrame = 'requestVideoFrameCallback' in video
    if (byFrame) handle = video.requestVideoFrameCallback(onFrame)
    for (const name of ['timeupdate', 'ended'] as const) video.addEventListener(name, look)
    const onSeeked = () => {
      before = video.currentTime
    }
    video.addEventListener('seeked', onSeeked)
    return () => {
      if (byFrame) video.cancelVideoFrameCallback(handle)
      for (const name of ['timeupdate', 'ended'] as const) video.removeEventListener(name, look)
      video.removeEventListener('seeked', onSeeked)
    }
  }, [video, start, end])
}
