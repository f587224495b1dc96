import type { ReactNode, Ref } from 'react'
import type { MediaRequests } from '../media/media-requests.ts'
import type { Marker, PlayerTime } from '../player-props.ts'
import type { CompareMode } from './compare-mode.ts'
import type { CompareSide } from './use-side.ts'

export interface CompareProps {
  first: CompareSide
  second: CompareSide
  mode: CompareMode
  onMode: (mode: CompareMode) => void
  /** Place of the wipe's line, a share of the width, 0 to 1. */
  at: number
  onAt: (at: number) => void
  /** Frames of the first version by which the second is ahead. */
  offset: number
  /** Asks for an offset that is larger by some frames. */
  onShift: (by: number) => void
  /** Where to start, in seconds of the first version. */
  start_time: number | null
  /** Of both versions, at times of the first. */
  markers: readonly Marker[]
  selected_marker: string | null
  onMarkerSelect: (id: string) => void
  /** Called at each move of a version: every 100 ms while it plays, and after each seek. */
  onTime: (side: 'first' | 'second', time: PlayerTime) => void
  /** Called with the time in seconds when the first version has stopped. */
  onStopped: (seconds: number) => void
  /** The version that somebody draws on: it is shown whole, and nothing else can be pressed. */
  drawn_on: 'first' | 'second' | null
  /** Shown below the pictures while somebody draws. */
  tools: ReactNode
  ref?: Ref<MediaRequests>
}
