import type { Storyboard, Video } from '@footnote/contract/nouns/library/videos.ts'
import type { CommentRange, MatchRange } from '@footnote/contract/shared/frames.ts'
import type { ReactNode, Ref } from 'react'
import type { Stream } from '../lib/calls/stream.ts'
import type { ShortcutScope } from './controls/use-shortcuts.ts'
import type { OtherMatches } from './matches/other-matches.ts'
import type { MediaRequests } from './media/media-requests.ts'
import type { PictureBox } from './picture-box.ts'
import type { VideoFiles } from './quality/video-files.ts'
import type { SoundTracks } from './sound/use-sound-tracks.ts'

/** A position in the video that a comment or a match of a search marks. */
export interface Marker extends CommentRange {
  readonly id: string
  /** Whether it is a match. */
  readonly match?: boolean
  /** Shown on it, for example `3` or `T2`; empty for one of an earlier version, and while it has none. */
  readonly number: string
  /** The earlier version that it was set on; such a marker is hollow and shows this version. */
  readonly version?: number
  /** Id of that version; absent for a marker of the video that plays. */
  readonly video_id?: string
  /** Something is drawn on its picture. */
  readonly drawn?: boolean
  /** Description for screen readers and the tooltip, for example its author and first words. */
  readonly label: string
  /** Whether its discussion is over; such a marker is quiet. */
  readonly resolved?: boolean
  /** Whether only the team sees it. */
  readonly team?: boolean
}

/** Position of the player. */
export interface PlayerTime {
  /** Start of the frame on the screen in seconds, or the element's own time if frames are unknown. */
  readonly seconds: number
  /** The frame on the screen, or null if frames are unknown. */
  readonly frame: number | null
}

/** What the picture shows at the moment. */
export interface ShownPicture {
  /** The frame on the screen, also while a seek to another one is under way; null if it is unknown. */
  readonly frame: number | null
  readonly playing: boolean
}

export interface PlayerProps {
  /** The video. While it stays the same, a new `src` does not interrupt playback. */
  id: string
  src: string
  /** Name of the video, for screen readers. */
  label: string
  /** Seconds, if known before the element has read the file's header. */
  duration?: number | null
  frame_rate?: Video['frame_rate']
  timecode?: Video['timecode']
  /** Start of each frame in seconds, when the frame rate varies. */
  frame_times?: readonly number[] | null
  /** Why no frame is saved as a picture. */
  frames_note?: Video['frames_note']
  /** Subtitles, WebVTT. */
  subtitle_url?: string | null
  /** Language of the subtitles, a BCP 47 tag. */
  language?: string | null
  storyboard?: Storyboard | null
  /** Its sound tracks, if it has several. */
  sound?: SoundTracks | null
  /** Its files, where a person can choose which of them plays. */
  files?: VideoFiles | null
  /** Whether `src` has a watermark in the picture; a file without one is another file. */
  marked?: boolean | undefined
  /** Range to repeat. */
  loop_range?: MatchRange | null
  /** Where to start, in seconds: the player shows the frame there and waits. */
  start_time?: number | null
  /** Marks above the film, in any order. */
  markers?: readonly Marker[]
  selected_marker?: string | null
  onMarkerSelect?: (id: string) => void
  /** Called every 100 ms while it plays, and after each seek. */
  onTime?: (time: PlayerTime) => void
  /** Where shortcuts work: while the focus is in the player, its dialog or nowhere; or anywhere on the page. */
  keyboard?: ShortcutScope
  /**
   * Shows moments that look like the frame on the screen, or like a part of it; absent where no search is possible.
   * @param seconds its time
   * @param region the part as `writeRegion` writes it; absent for the whole frame
   */
  onFindSimilar?: ((seconds: number, region?: string) => void) | undefined
  /** Matches of a search in this video; several have controls. */
  other_matches?: OtherMatches | undefined
  autoPlay?: boolean
  /** Draws something over the picture, at its place; it gets presses only where it asks for them. */
  layer?: ((box: PictureBox, shown: ShownPicture) => ReactNode) | undefined
  /** Shown between the picture and the film. */
  tools?: ReactNode
  /** Somebody works on the picture: presses and shortcuts do nothing, and neither do the film and the controls. */
  busy?: boolean
  /**
   * Gets a new address when the old one fails; playback continues where it stopped. Its answer also says why nothing
   * plays.
   */
  refreshSource?: () => Promise<Stream>
  /** Lets the owner play, pause and seek. */
  ref?: Ref<MediaRequests>
}
