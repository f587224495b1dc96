import { type FrameTiming, frameAt, frameMiddle, frameSeek, lastFrame } from '@footnote/contract/shared/frames.ts'
import type { MediaStore, PlayedVideo } from './media-store.ts'
import { destination, seekTo } from './seeks.ts'

/** Everything that a person can ask of a video. It keeps no state: the element answers through its events. */
export interface MediaRequests {
  play: () => void
  pause: () => void
  togglePlay: () => void
  /** Goes to the frame at a time. @param time seconds; kept inside the video */
  seek: (time: number) => void
  /** Goes to a frame; does nothing if frames are unknown. @param frame from 0, kept inside the video */
  seekToFrame: (frame: number) => void
  /** The frame on the screen, or the one that it seeks to; null if frames are unknown. */
  currentFrame: () => number | null
  /** @param seconds forward, or back when negative */
  skip: (seconds: number) => void
  /** Pauses and shows another frame. @param frames forward, or back when negative */
  step: (frames: number) => void
  /** @param volume 0 to 1; 0 mutes, more unmutes */
  setVolume: (volume: number) => void
  /** @param change of the volume, -1 to 1; from 0 when muted */
  changeVolume: (change: number) => void
  toggleMuted: () => void
  /** @param rate 1 is normal speed */
  setRate: (rate: number) => void
  /** Starts and ends in seconds of what has played since the element loaded its file; what was skipped is not in it. */
  played: () => readonly (readonly [number, number])[]
}

/** Steps use this rate if the video's own frames are unknown. */
const ASSUMED: FrameTiming = { rate: { num: 30, den: 1 }, times: null }

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/**
 * Turns requests into calls on the element. Each seek goes into a frame, away from its edges, so that rounding cannot show its
 * neighbour.
 */
export function mediaRequests({
  video,
  timing,
  frame: currentFrame,
  stepOrigin,
}: MediaStore<PlayedVideo>): MediaRequests {
  const end = () => (Number.isFinite(video.duration) ? video.duration : Number.POSITIVE_INFINITY)
  const toFrame = (frame: number, by: FrameTiming) => {
    seekTo(video, frameSeek(by, clamp(frame, 0, lastFrame(by, end()))))
  }
  // If the browser refuses (no gesture yet, or a newer load), the element stays paused, and its state says so.
  const play = () => void video.play()?.catch(() => undefined)
  const seek = (time: number) => {
    const inside = clamp(time, 0, end())
    if (timing) toFrame(frameAt(timing, inside), timing)
    else seekTo(video, inside)
  }
  const setVolume = (volume: number) => {
    // Muting by the slider keeps the old volume, so that unmuting can restore it.
    if (volume > 0) video.volume = Math.min(1, volume)
    video.muted = volume <= 0
  }
  return {
    play,
    pause: () => video.pause(),
    togglePlay: () => (video.paused ? play() : video.pause()),
    seek,
    seekToFrame: (frame) => {
      if (timing) toFrame(frame, timing)
    },
    currentFrame,
    skip: (seconds) => {
      const frame = stepOrigin()
      seek((timing && frame !== null ? frameMiddle(timing, frame) : destination(video)) + seconds)
    },
    step: (frames) => {
      const origin = stepOrigin()
      video.pause()
      if (timing && origin !== null) toFrame(origin + frames, timing)
      else toFrame(frameAt(ASSUMED, destination(video)) + frames, ASSUMED)
    },
    setVolume,
    changeVolume: (change) => setVolume(Math.round(((video.muted ? 0 : video.volume) + change) * 100) / 100),
    toggleMuted: () => {
      video.muted = !video.muted
    },
    setRate: (rate) => {
      // A new address resets the speed to the default one.
      video.defaultPlaybackRate = rate
      video.playbackRate = rate
    },
    played: () => {
      const { played } = video
      return Array.from({ length: played?.length ?? 0 }, (_, at) => [played?.start(at) ?? 0, played?.end(at) ?? 0])
    },
  }
}
