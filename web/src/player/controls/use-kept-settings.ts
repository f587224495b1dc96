import { useEffect, useState } from 'react'

/** What a person chose last, as long as the page is open: a player of another video begins with it. */
const kept = { volume: 1, muted: false, rate: 1, subtitles: true }

/** Gives a new element the volume and the speed that were chosen on the one before it. */
export function useKeptSettings(video: HTMLVideoElement | null): void {
  useEffect(() => {
    if (!video) return
    video.volume = kept.volume
    video.muted = kept.muted
    video.defaultPlaybackRate = kept.rate
    video.playbackRate = kept.rate
    return () => {
      kept.volume = video.volume
      kept.muted = video.muted
      // A shuttle's speed is not kept.
      kept.rate = video.defaultPlaybackRate
    }
  }, [video])
}

/** Whether subtitles are shown, as it was chosen last. */
export function useKeptSubtitles() {
  const [shown, setShown] = useState(kept.subtitles)
  useEffect(() => {
    kept.subtitles = shown
  }, [shown])
  return [shown, setShown] as const
}
