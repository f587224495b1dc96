import { frameStart } from '@footnote/contract/shared/frames.ts'
import { useEffect } from 'react'
import { useLatest } from '../../lib/use-latest.ts'
import type { PlayerTime } from '../player-props.ts'
import type { MediaStore, PlayedVideo } from './media-store.ts'

/**
 * Reports the player's position to its owner: every 100 ms while it plays, and at each seek, as soon as the clock shows
 * the position. Who marks a time marks what the clock shows.
 */
export function useTimeReport(store: MediaStore<PlayedVideo>, onTime: ((time: PlayerTime) => void) | undefined): void {
  const latest = useLatest(onTime)
  const asked = onTime !== undefined
  useEffect(() => {
    if (!asked) return
    let reported: number | null = null
    return store.watch(() => {
      const { time, frame } = store.state()
      const seconds = store.timing && frame !== null ? frameStart(store.timing, frame) : time
      if (seconds === reported) return
      reported = seconds
      latest.current?.({ seconds, frame })
    })
  }, [store, asked, latest])
}
