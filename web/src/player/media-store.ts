import { TIMING } from '@footnote/contract/limits.ts'
import { useSyncExternalStore } from 'react'

/** What a video element says of itself. Times in seconds, volume 0 to 1. */
export interface MediaState {
  readonly paused: boolean
  readonly time: number
  /** NaN until the file's head is read. */
  readonly duration: number
  /** Where the loaded part around the playhead ends. */
  readonly buffered_to: number
  readonly volume: number
  readonly muted: boolean
  readonly rate: number
  /** It should play, and data is missing. */
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

function bufferedTo(video: HTMLVideoElement): number {
  for (let index = 0; index < video.buffered.length; index += 1) {
    if (video.buffered.start(index) <= video.currentTime && video.currentTime <= video.buffered.end(index))
      return video.buffered.end(index)
  }
  return video.currentTime
}

const read = (video: HTMLVideoElement): MediaState => ({
  paused: video.paused,
  time: video.currentTime,
  duration: video.duration,
  buffered_to: bufferedTo(video),
  volume: video.volume,
  muted: video.muted,
  rate: video.playbackRate,
  waiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
})

const same = (a: MediaState, b: MediaState): boolean =>
  (Object.keys(a) as (keyof MediaState)[]).every((key) => Object.is(a[key], b[key]))

/** State that flows one way, from the video element to whoever watches. Nothing is assumed before the element says it. */
export interface MediaStore {
  readonly video: HTMLVideoElement
  readonly state: () => MediaState
  readonly watch: (listener: () => void) => () => void
}

/** Watches an element: at each of its events, and every 100 ms while it plays. */
export function createMediaStore(video: HTMLVideoElement): MediaStore {
  const listeners = new Set<() => void>()
  let state = read(video)
  let timer: ReturnType<typeof setInterval> | undefined

  const refresh = () => {
    const next = read(video)
    if (same(state, next)) return
    state = next
    for (const listener of listeners) listener()
  }
  const onEvent = () => {
    refresh()
    clearInterval(timer)
    if (!video.paused) timer = setInterval(refresh, TIMING.player_progress)
  }
  return {
    video,
    state: () => state,
    watch: (listener) => {
      if (listeners.size === 0) {
        for (const name of EVENTS) video.addEventListener(name, onEvent)
        onEvent()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        for (const name of EVENTS) video.removeEventListener(name, onEvent)
      }
    },
  }
}

const watchNothing = () => () => undefined

/**
 * One fact of a video's state; the component is drawn again only when that fact changes.
 * @param without the fact while there is no element yet
 */
export function useMedia<Fact extends string | number | boolean>(
  store: MediaStore | null,
  pick: (state: MediaState) => Fact,
  without: Fact,
): Fact {
  return useSyncExternalStore(store?.watch ?? watchNothing, () => (store ? pick(store.state()) : without))
}
