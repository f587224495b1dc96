import { type FrameTiming, frameAt, frameSeek, frameStart, lastFrame } from '@footnote/contract/shared/frames.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useSyncExternalStore } from 'react'
import { bufferedTo, destination, isSeeking } from './seeks.ts'

/**
 * What the player needs of a video: an element, or several that play one after another as one. Times in seconds of the
 * whole.
 */
export type PlayedVideo = EventTarget &
  Pick<
    HTMLVideoElement,
    | 'paused'
    | 'ended'
    | 'seeking'
    | 'currentTime'
    | 'duration'
    | 'buffered'
    | 'readyState'
    | 'volume'
    | 'muted'
    | 'playbackRate'
    | 'defaultPlaybackRate'
    | 'play'
    | 'pause'
    | 'requestVideoFrameCallback'
    | 'cancelVideoFrameCallback'
  > &
  Partial<Pick<HTMLVideoElement, 'played'>>

/** State of a video element. Times in seconds, volume 0 to 1. */
export interface MediaState {
  readonly paused: boolean
  readonly time: number
  /** The frame on the screen, or the one that it seeks to; null if frames are unknown. */
  readonly frame: number | null
  /** NaN until the element has read the file's header. */
  readonly duration: number
  /** End of the loaded part around the playhead. */
  readonly buffered_to: number
  readonly volume: number
  readonly muted: boolean
  readonly rate: number
  /** A seek is under way. */
  readonly seeking: boolean
  /** It should play, but data is missing. */
  readonly waiting: boolean
}

const EVENTS = [
  'loadstart',
  'loadedmetadata',
  'durationchange',
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'canplay',
  'seeking',
  'seeked',
  'timeupdate',
  'progress',
  'volumechange',
  'ratechange',
  'emptied',
  'error',
] as const

/** Seconds by which the picture may be behind the time while it plays. A hidden page gets no pictures at all. */
const LAG = 0.25

const lastOf = (video: PlayedVideo, timing: FrameTiming): number =>
  Number.isFinite(video.duration) ? lastFrame(timing, video.duration) : Number.POSITIVE_INFINITY

/** The frame of the time at which the video is, or will be after its last seek. */
const dueFrame = (video: PlayedVideo, timing: FrameTiming): number =>
  Math.min(lastOf(video, timing), frameAt(timing, destination(video)))

/** @param presented time in seconds of the last picture that the browser reported; null since a seek began */
function frameOnScreen(video: PlayedVideo, timing: FrameTiming, presented: number | null): number {
  const due = dueFrame(video, timing)
  if (isSeeking(video) || presented === null) return due
  const shown = Math.min(lastOf(video, timing), frameAt(timing, presented))
  return video.currentTime > frameStart(timing, shown + 1) + LAG * video.playbackRate ? due : shown
}

const read = (video: PlayedVideo, frame: number | null): MediaState => ({
  paused: video.paused,
  time: destination(video),
  frame,
  duration: video.duration,
  buffered_to: bufferedTo(video),
  volume: video.volume,
  muted: video.muted,
  rate: video.playbackRate,
  seeking: isSeeking(video),
  waiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
})

const same = (a: MediaState, b: MediaState): boolean =>
  (Object.keys(a) as (keyof MediaState)[]).every((key) => Object.is(a[key], b[key]))

/** State that flows one way, from the video element to its watchers. It changes only when the element says so. */
export interface MediaStore<Video extends PlayedVideo = HTMLVideoElement> {
  readonly video: Video
  readonly timing: FrameTiming | null
  readonly state: () => MediaState
  /** The frame on the screen right now, or the one that it seeks to; null if frames are unknown. */
  readonly frame: () => number | null
  /** The frame from which a step goes; null if frames are unknown. */
  readonly stepOrigin: () => number | null
  readonly watch: (listener: () => void) => () => void
}

/** Watches an element: at each of its events and pictures, and every 100 ms while it plays. */
export function createMediaStore<Video extends PlayedVideo>(
  video: Video,
  timing: FrameTiming | null,
): MediaStore<Video> {
  const listeners = new Set<() => void>()
  const pictures = 'requestVideoFrameCallback' in video
  let presented: number | null = null
  let sought = Number.NEGATIVE_INFINITY
  /** The last seek was made while nothing played, and nothing has played since. */
  let is_where_sought = false
  let callback = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const frame = () => timing && frameOnScreen(video, timing, presented)
  let state = read(video, frame())

  const refresh = () => {
    const next = read(video, frame())
    if (same(state, next)) return
    state = next
    for (const listener of listeners) listener()
  }
  const onEvent = ({ type }: Pick<Event, 'type'>) => {
    if (type === 'seeking' || type === 'emptied') {
      presented = null
      sought = performance.now()
    }
    if (type === 'seeking') is_where_sought = video.paused
    if (type === 'emptied' || type === 'play') is_where_sought = false
    refresh()
    clearInterval(timer)
    if (!video.paused) timer = setInterval(refresh, TIMING.player_progress)
  }
  const onPicture: VideoFrameRequestCallback = (_, { mediaTime, presentationTime }) => {
    // Reports come late: this picture may be from before the seek, and a step that started from it would be lost.
    if (presentationTime > sought) presented = mediaTime
    if (video.paused) refresh()
    callback = video.requestVideoFrameCallback(onPicture)
  }
  const begin = () => {
    for (const name of EVENTS) video.addEventListener(name, onEvent)
    if (pictures) callback = video.requestVideoFrameCallback(onPicture)
    onEvent({ type: 'begin' })
  }
  const end = () => {
    clearInterval(timer)
    for (const name of EVENTS) video.removeEventListener(name, onEvent)
    if (pictures) video.cancelVideoFrameCallback(callback)
    presented = null
    is_where_sought = false
  }
  return {
    video,
    timing,
    state: () => state,
    frame,
    // After several seeks at once a picture of an earlier one may be shown, and reported, when the last one has begun.
    stepOrigin: () => (timing && is_where_sought ? dueFrame(video, timing) : frame()),
    watch: (listener) => {
      if (listeners.size === 0) begin()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) end()
      }
    },
  }
}

/** Seconds inside the frame on the screen, or inside the one that it seeks to; the element's time if frames are unknown. */
export function placeOf(store: MediaStore | null): number {
  if (!store) return 0
  const frame = store.frame()
  return store.timing && frame !== null ? frameSeek(store.timing, frame) : destination(store.video)
}

const watchNothing = () => () => undefined

/**
 * One fact of a video's state; the component renders again only when that fact changes.
 * @param without the fact while there is no element yet
 */
export function useMedia<Fact extends string | number | boolean | null>(
  store: MediaStore<PlayedVideo> | null,
  pick: (state: MediaState) => Fact,
  without: Fact,
): Fact {
  return useSyncExternalStore(store?.watch ?? watchNothing, () => (store ? pick(store.state()) : without))
}
