import { TIMING } from '@footnote/contract/shared/limits.ts'
import { PLAYER } from '@footnote/contract/shared/review-limits.ts'
import type { MediaRequests } from '../media/media-requests.ts'
import type { PlayedVideo } from '../media/media-store.ts'
import { isSeeking } from '../media/seeks.ts'

/** Plays forwards and backwards, faster with each press, as J, K and L do on an editing table. */
export interface Shuttle {
  /** Plays in a direction, or faster if it already does. @param direction 1 forward, -1 back */
  readonly press: (direction: 1 | -1) => void
  /** Stops at the current frame. */
  readonly stop: () => void
  /** Factor of the normal speed, negative for backwards; 0 when the shuttle does not drive the video. */
  readonly speed: () => number
  readonly watch: (listener: () => void) => () => void
  /** Starts to listen to the element. @returns a function that stops it */
  readonly begin: () => () => void
}

/** Seconds. If the video is further than this from the shuttle's own position, somebody else moved it. */
const MOVED = 0.5

/** No browser plays backwards, so the shuttle seeks step by step. */
export function createShuttle(video: PlayedVideo, requests: MediaRequests): Shuttle {
  const listeners = new Set<() => void>()
  let speed = 0
  let timer: ReturnType<typeof setInterval> | undefined
  const turn = (next: number) => {
    speed = next
    for (const listener of listeners) listener()
  }
  const leave = () => {
    clearInterval(timer)
    video.playbackRate = video.defaultPlaybackRate
    if (speed !== 0) turn(0)
  }
  const goBack = () => {
    let position = video.currentTime
    let last = performance.now()
    timer = setInterval(() => {
      // A slow seek makes the next step longer, so that the speed stays the same.
      if (isSeeking(video)) return
      const now = performance.now()
      if (Math.abs(video.currentTime - position) > MOVED) position = video.currentTime
      position = Math.max(0, position + (speed * video.defaultPlaybackRate * (now - last)) / 1000)
      last = now
      requests.seek(position)
      if (position === 0) leave()
    }, TIMING.shuttle)
  }
  const press = (direction: 1 | -1) => {
    const now = speed || (video.paused ? 0 : 1)
    const same = Math.sign(now) === direction
    const faster = PLAYER.shuttle.find((step) => step > (same ? Math.abs(now) : 0)) ?? Math.abs(now)
    clearInterval(timer)
    turn(direction * faster)
    video.playbackRate = video.defaultPlaybackRate * (direction > 0 ? faster : 1)
    if (direction > 0) return requests.play()
    requests.pause()
    goBack()
  }
  const onPause = () => speed > 0 && leave()
  const onPlay = () => speed < 0 && leave()
  // Somebody chose another speed or another video.
  const onRate = () => speed > 0 && video.playbackRate !== video.defaultPlaybackRate * speed && turn(0)
  const heard = { pause: onPause, ended: onPause, play: onPlay, ratechange: onRate, emptied: leave }
  return {
    press,
    stop: () => {
      requests.pause()
      leave()
    },
    speed: () => speed,
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin: () => {
      for (const [name, act] of Object.entries(heard)) video.addEventListener(name, act)
      return () => {
        leave()
        for (const [name, act] of Object.entries(heard)) video.removeEventListener(name, act)
      }
    },
  }
}
