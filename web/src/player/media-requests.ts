import type { Video } from '@footnote/contract/videos.ts'

/** What a person may ask of a video. Nothing here keeps state: the element answers through its events. */
export interface MediaRequests {
  play: () => void
  pause: () => void
  toggle: () => void
  /** @param time seconds; held inside the video */
  seek: (time: number) => void
  /** @param seconds forward, or back when negative */
  skip: (seconds: number) => void
  /** Pauses and shows another frame. @param frames forward, or back when negative */
  step: (frames: number) => void
  /** @param volume 0 to 1; above 0 it also ends muting */
  setVolume: (volume: number) => void
  toggleMuted: () => void
  /** @param rate 1 is normal speed */
  setRate: (rate: number) => void
}

/** Frames a second where the video's own rate is not constant or not known. */
const ASSUMED_RATE = { num: 30, den: 1 }

/**
 * Time in the middle of the frame that lies `frames` away, so that rounding never lands on a neighbour.
 * @param time seconds @param rate frames a second as a fraction
 */
export function timeOfFrame(time: number, frames: number, rate: { num: number; den: number }): number {
  const shown = Math.floor((time * rate.num) / rate.den + 1e-6)
  return ((Math.max(0, shown + frames) + 0.5) * rate.den) / rate.num
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** Turns wishes into calls on the element. */
export function mediaRequests(video: HTMLVideoElement, frameRate: Video['frame_rate']): MediaRequests {
  // A refusal (no gesture yet, or a newer load) leaves the element paused, and it says so itself.
  const play = () => void video.play()?.catch(() => undefined)
  const seek = (time: number) => {
    video.currentTime = clamp(time, 0, Number.isFinite(video.duration) ? video.duration : time)
  }
  return {
    play,
    pause: () => video.pause(),
    toggle: () => (video.paused ? play() : video.pause()),
    seek,
    skip: (seconds) => seek(video.currentTime + seconds),
    step: (frames) => {
      video.pause()
      seek(timeOfFrame(video.currentTime, frames, frameRate ?? ASSUMED_RATE))
    },
    setVolume: (volume) => {
      video.volume = clamp(volume, 0, 1)
      video.muted = volume === 0
    },
    toggleMuted: () => {
      video.muted = !video.muted
    },
    setRate: (rate) => {
      video.playbackRate = rate
    },
  }
}
