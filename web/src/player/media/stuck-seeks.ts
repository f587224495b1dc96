import { useEffect } from 'react'

/**
 * Milliseconds after which a seek into loaded data is made once more. Beside another video, Chromium 156 left one seek
 * in about 70 without an end; the same seek again ended at once, while ordinary ones took less than 0.8 s.
 */
const STUCK_AFTER = 1_000

function isLoaded({ buffered, currentTime }: HTMLVideoElement): boolean {
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime && currentTime < buffered.end(index)) return true
  return false
}

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
    video.currentTime = target
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
