import { type FrameTiming, frameAt, frameSeek, frameStart, lastFrame } from '@footnote/contract/shared/frames.ts'

/** Seconds by which the second video may lag or lead while both play; beyond it, it seeks. */
const MOST_LAG = { silent: 0.5, audible: 0.25 } as const
/**
 * Share of a frame within which two videos count as level: about a millisecond. A screen shows each picture up to a
 * repaint late, so half a frame between the clocks was often two frames between the pictures.
 */
const LEVEL = 0.03
/** Largest change of the playback rate that corrects a lag. With sound it is one of pitch and speed that nobody notices. */
const CHANGE = { silent: 0.5, audible: 0.03 } as const
/** Seconds in which a small lag would be gone at a steady rate: a few of the looks, which come each 0.1 s. */
const CATCH_UP = 0.25
/** Share of one look in the mean of the looks: at ten looks a second, the mean is of the last few seconds. */
const LOOK_SHARE = 0.03
/** Seconds by which the pictures of two videos differ at most from what their times say. */
const MOST_SHIFT = 0.1
/** Length of a frame in seconds if the video's own frames are unknown. */
const ASSUMED = 1 / 30

/**
 * Seconds by which the second video is ahead of the first.
 * @param frames of the first video; at a variable rate, frames of mean length
 * @param duration of the first video in seconds
 */
export function offsetSeconds(timing: FrameTiming | null, frames: number, duration: number): number {
  if (!timing) return frames * ASSUMED
  if (timing.rate) return frameStart(timing, 1) * frames
  return (frames * duration) / Math.max(1, timing.times.length)
}

/**
 * Where to stop the second video: in the frame that it shows at a time.
 * @param time seconds: the middle of the first video's frame, plus the offset
 * @param duration of the second video in seconds; the result is inside
 */
export function timeBeside(timing: FrameTiming | null, time: number, duration: number): number {
  const inside = Math.min(Math.max(0, time), duration)
  return timing ? frameSeek(timing, Math.min(frameAt(timing, inside), lastFrame(timing, duration))) : inside
}

/**
 * How far pictures are from what the times of two videos say. One look is off by up to a frame of each, their mean is not.
 * @param mean seconds, of the looks before
 * @param look seconds by which the first video's picture is further ahead of its time than the second one's
 * @returns seconds to add to the lag of the second video
 */
export function meanShift(mean: number, look: number): number {
  const inside = Math.min(MOST_SHIFT, Math.max(-MOST_SHIFT, look))
  return mean + LOOK_SHARE * (inside - mean)
}

/** What brings a playing video level with another: a seek, or a rate until the next look. */
export type Correction = { readonly seek: true } | { readonly seek: false; readonly rate: number }

/**
 * @param lag seconds by which the second video is behind; negative if it is ahead
 * @param rate of the first video, 1 is normal speed
 * @param heard whether the second video is the one that people hear
 */
export function correctionOf(timing: FrameTiming | null, lag: number, rate: number, heard: boolean): Correction {
  const sound = heard ? 'audible' : 'silent'
  if (Math.abs(lag) > MOST_LAG[sound] * Math.max(1, rate)) return { seek: true }
  const frame = timing?.rate ? frameStart(timing, 1) : ASSUMED
  if (Math.abs(lag) <= LEVEL * frame) return { seek: false, rate }
  const change = Math.min(CHANGE[sound], Math.max(-CHANGE[sound], lag / CATCH_UP))
  return { seek: false, rate: rate * (1 + change) }
}
