import { useEffect, useState } from 'react'
import type { PlayedVideo } from '../media/media-store.ts'

/** A person's last choices, until the page is closed. The next video's player starts with them. */
const kept = { volume: 1, muted: false, rate: 1, subtitles: true }

/** Gives a new element the volume and speed that were chosen on the previous one. */
export function useKeptSettings(video: PlayedVideo | null): void {
  useEffect(() => {
    if (!video) return
    video.volume = kept.volume
    video.muted = kept.muted
    video.defaultPlaybackRate = kept.rate
    video.playbackRate = kept.rate
    return () => {
      kept.volume = video.volume
      kept.muted = video.muted
      // The default rate is the chosen speed; the shuttle changes only the current one.
      kept.rate = video.defaultPlaybackRate
    }
  }, [video])
}

/** Whether subtitles are shown: the last choice. */
export function useKeptSubtitles() {
  const [shown, setShown] = useState(kept.subtitles)
  useEffect(() => {
    kept.subtitles = shown
  }, [shown])
  return [shown, setShown] as const
}
