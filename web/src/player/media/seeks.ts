import { useEffect } from 'react'

/**
 * Milliseconds after which a seek into loaded data is made once more. Beside another video, Chromium 156 left one seek
 * in about 70 without an end; the same seek again ended at once, while ordinary ones took less than 0.8 s.
 */
const STUCK_AFTER = 1_000

/** What a seek needs of an element. */
type Sought = EventTarget & Pick<HTMLVideoElement, 'seeking' | 'currentTime' | 'buffered'>

/** Times in seconds of the seeks that wait until the ones under way have ended. */
const waiting = new WeakMap<EventTarget, number>()

function isLoaded({ buffered, currentTime }: Sought): boolean {
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime && currentTime < buffered.end(index)) return true
  return false
}

/**
 * Goes to a time. A seek into loaded data is not interrupted: Chromium 156 may take the interruption for the end of the
 * file, and shows the old picture from then on. So the newest one waits for it. One that waits for the network gives way.
 * @param time seconds
 */
export function seekTo(video: Sought, time: number): void {
  // Other kinds of players are several elements, and hold this rule for each.
  if (!(video instanceof HTMLVideoElement) || !video.seeking || !isLoaded(video)) {
    waiting.delete(video)
    video.currentTime = time
    return
  }
  if (!waiting.has(video)) {
    const stop = new AbortController()
    const end = (go: boolean) => () => {
      stop.abort()
      const next = waiting.get(video)
      waiting.delete(video)
      if (go && next !== undefined) video.currentTime = next
    }
    video.addEventListener('seeked', end(true), { signal: stop.signal })
    video.addEventListener('emptied', end(false), { signal: stop.signal })
  }
  waiting.set(video, time)
}

/** Where the video is, or will be after its last seek. Seconds. */
export const destination = (video: Sought): number => waiting.get(video) ?? video.currentTime

/** Whether a seek is under way or waits. */
export const isSeeking = (video: Sought): boolean => video.seeking || waiting.has(video)

/**
 * Makes a seek once more when the browser forgets to end it.
 * @returns a function that ends the watch
 */
export function repeatStuckSeeks(video: HTMLVideoElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let target = Number.NaN
  let patience = STUCK_AFTER
  const look = () => {
    if (!video.seeking) return
    if (!isLoaded(video)) {
      timer = setTimeout(look, patience)
      return
    }
    // `seeking` sets the next timer. A decoder that is only slow gets twice the time at each try.
    patience *= 2
    const next = destination(video)
    waiting.delete(video)
    video.currentTime = next
  }
  const onSeeking = () => {
    if (video.currentTime !== target) patience = STUCK_AFTER
    target = video.currentTime
    clearTimeout(timer)
    timer = setTimeout(look, patience)
  }
  const onEnd = () => {
    clearTimeout(timer)
    target = Number.NaN
  }
  video.addEventListener('seeking', onSeeking)
  video.addEventListener('seeked', onEnd)
  video.addEventListener('emptied', onEnd)
  return () => {
    onEnd()
    video.removeEventListener('seeking', onSeeking)
    video.removeEventListener('seeked', onEnd)
    video.removeEventListener('emptied', onEnd)
  }
}

/** Makes the seeks of an element end. */
export function useStuckSeeks(video: HTMLVideoElement | null): void {
  useEffect(() => (video ? repeatStuckSeeks(video) : undefined), [video])
}
