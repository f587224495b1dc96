import { useEffect } from 'react'

/**
 * Milliseconds after which a seek into loaded data is made once more. Beside another video, Chromium 156 left one seek
 * in about 70 without an end; the same seek again ended at once, while ordinary ones took less than 0.8 s.
 */
const STUCK_AFTER = 1_000

/** What a seek needs of an element. */
type Sought = EventTarget & Pick<HTMLVideoElement, 'seeking' | 'currentTime' | 'buffered'>

/** Of each watched element the time in seconds of the seek that waits for the one under way, or null. */
const waiting = new WeakMap<EventTarget, number | null>()

/** End of the loaded part around the playhead, in seconds; the time itself where nothing is loaded. */
export function bufferedTo({ buffered, currentTime }: Sought): number {
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime && currentTime <= buffered.end(index)) return buffered.end(index)
  return currentTime
}

const isLoaded = (video: Sought): boolean => bufferedTo(video) > video.currentTime

/**
 * Goes to a time. On a watched element a seek into loaded data is not interrupted: Chromium 156 may take the interruption
 * for the end of the file, and shows the old picture from then on. So the newest one waits for it. One that waits for the
 * network gives way.
 * @param time seconds
 */
export function seekTo(video: Sought, time: number): void {
  const watched = waiting.has(video)
  const waits = watched && video.seeking && isLoaded(video)
  if (watched) waiting.set(video, waits ? time : null)
  // Watchers hear of a seek that is made from the browser.
  if (waits) video.dispatchEvent(new Event('timeupdate'))
  else video.currentTime = time
}

/** Where the video is, or will be after its last seek. Seconds. */
export const destination = (video: Sought): number => waiting.get(video) ?? video.currentTime

const isWaiting = (video: Sought): boolean => waiting.get(video) != null

/** Whether a seek is under way or waits. */
export const isSeeking = (video: Sought): boolean => video.seeking || isWaiting(video)

/**
 * Makes seeks wait for each other, and makes one once more when the browser forgets to end it.
 * @returns a function that ends the watch
 */
export function watchSeeks(video: HTMLVideoElement): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout> | undefined
  let target = Number.NaN
  let patience = STUCK_AFTER
  const take = () => {
    const next = waiting.get(video) ?? null
    waiting.set(video, null)
    return next
  }
  const look = () => {
    if (!video.seeking) return
    // A decoder that is only slow gets twice the time at each try.
    if (isLoaded(video) || isWaiting(video)) {
      patience *= 2
      video.currentTime = take() ?? target
    } else timer = setTimeout(look, patience)
  }
  const onSeeking = () => {
    if (video.currentTime !== target) patience = STUCK_AFTER
    target = video.currentTime
    clearTimeout(timer)
    timer = setTimeout(look, patience)
  }
  const forget = () => {
    clearTimeout(timer)
    target = Number.NaN
    return take()
  }
  const onSeeked = () => {
    // The event of a seek may come when the next one has begun.
    if (video.seeking) return
    const next = forget()
    if (next !== null) video.currentTime = next
  }
  video.addEventListener('seeking', onSeeking, { signal })
  video.addEventListener('seeked', onSeeked, { signal })
  video.addEventListener('emptied', forget, { signal })
  forget()
  return () => {
    stop.abort()
    forget()
    waiting.delete(video)
  }
}

/** Makes the seeks of an element end, one after the other. */
export function useSeeks(video: HTMLVideoElement | null): void {
  useEffect(() => (video ? watchSeeks(video) : undefined), [video])
}
