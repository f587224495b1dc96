import type { Storyboard, Video } from '@footnote/contract/nouns/videos.ts'
import type { Ref } from 'react'
import type { Stream } from '../lib/calls/stream.ts'
import type { ShortcutScope } from './controls/use-shortcuts.ts'
import type { MediaRequests } from './media/media-requests.ts'
import type { TimeRange } from './media/use-loop.ts'

/** A place in the video that somebody marked. */
export interface Marker {
  readonly id: string
  /** Written on it; markers are numbered in time order. */
  readonly number: number
  /** Seconds. */
  readonly start: number
  /** Seconds, or null for a moment. */
  readonly end: number | null
  /** What it is, for a screen reader and a tooltip, for example its author and first words. */
  readonly label: string
}

/** Where the player stands. */
export interface PlayerTime {
  /** Start of the frame on the screen in seconds, or the element's own time where frames are not known. */
  readonly seconds: number
  /** The frame on the screen, or null where frames are not known. */
  readonly frame: number | null
}

export interface PlayerProps {
  /** The video; while it stays the same a new `src` does not interrupt play. */
  id: string
  src: string
  /** What the video is called, for screen readers. */
  label: string
  poster?: string | null
  /** Seconds, as far as known before the file's head is read. */
  duration?: number | null
  frame_rate?: Video['frame_rate']
  /** When each frame appears, in seconds, where the rate is not constant. */
  frame_times?: readonly number[] | null
  /** Subtitles, WebVTT. */
  subtitle_url?: string | null
  /** Their language, a BCP 47 tag. */
  language?: string | null
  storyboard?: Storyboard | null
  /** Played over and over. */
  loop_range?: TimeRange | null
  /** Where to begin, in seconds: the frame shown then is shown, and play waits. */
  start_time?: number | null
  /** Marks above the film, in any order. */
  markers?: readonly Marker[]
  selected_marker?: string | null
  onMarkerSelect?: (id: string) => void
  /** Told every 100 ms while it plays, and after each seek. */
  onTime?: (time: PlayerTime) => void
  /** Where keys are heard: while the focus is in the player, its dialog or nowhere; or anywhere on the page. */
  keyboard?: ShortcutScope
  /** Leads to what looks like the frame on the screen; absent where nothing is compared. @param seconds where that is */
  onFindSimilar?: ((seconds: number) => void) | undefined
  autoPlay?: boolean
  /** Asked for a new address when the old one fails; play goes on where it stopped. It tells, too, why nothing plays. */
  refreshSource?: () => Promise<Stream>
  /** Lets the owner ask: play, pause, seek. */
  ref?: Ref<MediaRequests>
}
