import { frameStart } from '@footnote/contract/shared/frames.ts'
import type { MediaInfo } from '../probe.ts'

/** How a pass over a video takes its frames. */
export interface SamplingPlan {
  /** Options of ffmpeg's decoder. */
  readonly decoder: readonly string[]
  /** Which of the decoded frames are taken. */
  readonly choice: FrameChoice
  /** Whether broken pictures are noticed: every one is decoded, by a decoder that reports errors. */
  readonly every_picture: boolean
  /**
   * Whether a taken frame is a sample. Others lie between two samples, and are looked at for text only.
   * @param time of the frame, in seconds
   * @param last time of the last sample, in seconds
   */
  isSample(time: number, last: number): boolean
}

/** Frames for which an expression of ffmpeg's `select` is not 0; or the frame that is shown at each whole second. */
export type FrameChoice = { readonly where: string } | 'shown each second'

/**
 * Text that is shown for 1.5 s is on one of the taken frames: they are at most this far apart, in seconds. The rest is
 * for frames that are shown late.
 */
const LOOK_GAP = 1.4
/** Key frames are the samples when each is within this (seconds) of the next: 2 s, plus a frame of any rate. */
const KEY_GAP = 2.05
/**
 * Seconds after a key frame at which frames are looked at. A text of 1.5 s that begins and ends between two key frames is
 * on both of these frames, if the key frames are KEY_GAP apart: it is shown from 0.55 to 1.5 s at least.
 */
const LOOKS = [0.55, 0.95] as const
/** Frames that are shown for longer (seconds) may be missed by a choice of the first frame of each second. */
const LONG_FRAME = LOOK_GAP - 1
/** Times of one frame by packets and by the decoder differ by at most this: containers round to a millisecond. */
const SAME_TIME = 0.002

/** The longest stretch without a key frame, in seconds. */
export function largestKeyGap({ key_times, duration }: Pick<MediaInfo, 'key_times' | 'duration'>): number {
  return longestStep([0, ...key_times, duration])
}

const longestStep = (times: ArrayLike<number>): number => {
  let longest = 0
  for (let at = 1; at < times.length; at += 1) longest = Math.max(longest, (times[at] ?? 0) - (times[at - 1] ?? 0))
  return longest
}

/** The longest time for which a frame before the last is shown, in seconds. */
const longestFrame = ({ timing }: MediaInfo): number =>
  timing.rate ? frameStart(timing, 1) - frameStart(timing, 0) : longestStep(timing.times)

/** The first frame of each second. */
const FIRST_OF_SECOND = 'isnan(prev_selected_t)+gt(floor(t),floor(prev_selected_t))'
const apart = (seconds: number) => `gte(t-prev_selected_t,${seconds.toFixed(4)})`

/** Key frames, and the first frame at or after each of the looks. */
const KEYS_AND_LOOKS = `st(0,if(key,t,ld(0)));isnan(prev_selected_t)+key+${LOOKS.map(
  (look) => `gte(t-ld(0),${look})*lt(prev_selected_t-ld(0),${look})`,
).join('+')}`

/** Options that leave out costly steps which change hardly a pixel. */
const LIGHT = ['-skip_loop_filter', 'all', '-flags2', '+fast', '-err_detect', 'careful']
const ofNewSecond = (time: number, last: number) => Math.floor(time) > Math.floor(last)

/**
 * Plans the cheapest pass in which text that is shown for 1.5 s is seen, whatever the key frames.
 *
 * Up to 2 s apart, key frames are the samples, at most one of each second: what they show represents the video. If they
 * are too far apart for text, two frames after each are looked at, too. Further apart, the first frame of each second is
 * the sample; in films whose frames last longer than others, the one that is shown at each whole second.
 */
export function planSampling(info: MediaInfo): SamplingPlan {
  const gap = largestKeyGap(info)
  if (gap <= LOOK_GAP) {
    const looks = apart(Math.min(1, LOOK_GAP - gap))
    return {
      // One thread suffices for key frames.
      decoder: ['-skip_frame', 'nokey', '-threads', '1', ...LIGHT],
      choice: { where: `${FIRST_OF_SECOND}+${looks}` },
      every_picture: false,
      isSample: ofNewSecond,
    }
  }
  // ffmpeg's own decoder of VP9 does not report its errors.
  const all = { decoder: LIGHT, every_picture: info.video.codec !== 'vp9' }
  if (longestFrame(info) > LONG_FRAME) return { ...all, choice: 'shown each second', isSample: () => true }
  if (gap > KEY_GAP) return { ...all, choice: { where: FIRST_OF_SECOND }, isSample: () => true }
  return {
    decoder: ['-skip_frame', 'noref', ...LIGHT],
    choice: { where: KEYS_AND_LOOKS },
    every_picture: false,
    isSample: (time, last) => time - last > KEY_GAP || (ofNewSecond(time, last) && isAmong(info.key_times, time)),
  }
}

/** Whether a time is one of others. @param times ascending */
function isAmong(times: Float64Array, time: number): boolean {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < time - SAME_TIME) low = middle + 1
    else high = middle
  }
  return Math.abs((times[low] ?? Infinity) - time) <= SAME_TIME
}
