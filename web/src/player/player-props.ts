import type { Storyboard, Video } from '@footnote/contract/videos.ts'
import type { Ref } from 'react'
import type { MediaRequests } from './media-requests.ts'
import type { TimeRange } from './use-loop.ts'

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
  /** English subtitles, WebVTT. */
  subtitle_url?: string | null
  storyboard?: Storyboard | null
  /** Played over and over. */
  loop_range?: TimeRange | null
  autoPlay?: boolean
  /** Asked for a new address when the old one fails; play goes on where it stopped. */
  refreshSource?: () => Promise<string>
  /** Lets the owner ask: play, pause, seek. */
  ref?: Ref<MediaRequests>
}
