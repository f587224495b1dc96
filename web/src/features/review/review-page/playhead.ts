import type { Playhead } from '../../../lib/playhead.ts'
import type { PlayerTime } from '../../../player/player-props.ts'

/**
 * Position of the page's video.
 * @returns a playhead for the panels to follow; the player calls `move` with its position
 */
export function createPlayhead(): Playhead & { readonly move: (time: PlayerTime) => void } {
  const listeners = new Set<() => void>()
  let time: PlayerTime = { seconds: 0, frame: null }
  return {
    read: () => time,
    move: (next) => {
      if (next.seconds === time.seconds && next.frame === time.frame) return
      time = next
      for (const listener of listeners) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
