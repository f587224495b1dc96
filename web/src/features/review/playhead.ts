import type { Playhead } from '../../lib/playhead.ts'
import type { PlayerTime } from '../../player/player-props.ts'

/** Where the page's video stands. @returns what the panels follow, and `move` for the player to say where it is */
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
