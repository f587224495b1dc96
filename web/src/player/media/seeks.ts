import { useEffect } from 'react'

/**
 * Milliseconds after which a seek into loaded data is made once more. Beside another video, Chromium 156 left one seek
 * in about 70 without an end; the same seek again ended at once, while ordinary ones took less than 0.8 s.
 */
const STUCK_AFTER = 1_000

/** What a seek needs of an element. */
type Seekable = EventTarget & Pick<HTMLVideoElement, 'seeking' | 'currentTime' | 'buffered'>

/** The watched elements, and the time in seconds of the seek that waits for the one under way. */
const watches = new WeakMap<EventTarget, { next: number | null }>()

/** End of the loaded part around the playhead, in seconds; the time itself where nothing is loaded. */
export function bufferedTo({ buffered, currentTime }: Seekable): number {
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime && currentTime <= buffered.end(index)) return buffered.end(index)
  return currentTime
}

const isLoaded = (video: Seekable): boolean => bufferedTo(video) > video.currentTime

/**
 * Goes to a time. On a watched element a seek into loaded data is not interrupted: Chromium 156 may take the interruption
 * for the end of the file, and shows the old picture from then on. So the newest one waits for it. One that waits for the
 * network gives way.
 * @param time seconds
 */
export function seekTo(video: Seekable, time: number): void {
  const watch = watches.get(video)
  const waits = watch && video.seeking && isLoaded(video)
  if (watch) watch.next = waits ? time : null
  // Watchers hear of a seek that is made from the browser.
  if (waits) video.dispatchEvent(new Event('timeupdate'))
  else video.currentTime = time
}

/** Where the video is, or will be after its last seek. Seconds. */
export const destination = (video: Seekable): number => watches.get(video)?.next ?? video.currentTime

/** Whether a seek is under way or waits. */
export const isSeeking = (video: Seekable): boolean => video.seeking || watches.get(video)?.next != null

/**
 * Makes seeks wait for each other, and makes one once more when the browser forgets to end it.
 * @returns a function that ends the watch
 */
export function watchSeeks(video: HTMLVideoElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let target = Number.NaN
  let patience = STUCK_AFTER
  const watch: { next: number | null } = { next: null }
  const take = () => {
    const { next } = watch
    watch.next = null
    return next
  }
  const look = () => {
    if (!video.seeking) return
    // A decoder that is only slow gets twice the time at each try.
    if (isLoaded(video) || watch.next !== null) {
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
  const heard = { seeking: onSeeking, seeked: onSeeked, emptied: forget }
  for (const [name, act] of Object.entries(heard)) video.addEventListener(name, act)
  watches.set(video, watch)
  return () => {
    forget()
    watches.delete(video)
    for (const [name, act] of Object.entries(heard)) video.removeEventListener(name, act)
  }
}

/** Makes the seeks of an element end, one after the other. */
export function useSeeks(video: HTMLVideoElement | null): void {
  useEffect(() => (video ? watchSeeks(video) : undefined), [video])
}
