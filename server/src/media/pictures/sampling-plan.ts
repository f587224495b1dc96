import { frameStart } from '@footnote/contract/shared/frames.ts'
import type { MediaInfo } from '../probe.ts'
import type { Thinning } from '../sandbox.ts'

/** How a pass over a video takes its frames. */
export interface SamplingPlan {
  /** Options of ffmpeg's decoder. */
  readonly decoder: readonly string[]
  /** Which of the decoded frames are taken. */
  readonly choice: FrameChoice
  /** Packets that need not be decoded; null if all are. */
  readonly thinned: Thinning | null
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
/** Packets of a film of B-frames whose pictures may be shown before that of an earlier packet, and some more. */
const REORDERED = 6
/** Frames that are shown for longer (seconds) may be missed by a choice of the first frame of each second. */
const LONG_FRAME = LOOK_GAP - 1
/** Times of one frame by packets and by the decoder differ by at most this: containers round to a millisecond. */
const SAME_TIME = 0.002

/** Transfers of films of standard range, by ffmpeg's names; empty where the file states none. */
const SDR: readonly string[] = ['', 'unknown', 'bt709', 'smpte170m', 'bt470bg', 'bt470m', 'iec61966-2-1']

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
 * are too far apart for text, two frames after each are looked at, too, and what follows them is not decoded. Further
 * apart, the first frame of each second is the sample; in films whose frames last longer than others, the one that is
 * shown at each whole second.
 * @param whole whether to decode everything where a part would suffice
 */
export function planSampling(info: MediaInfo, whole = false): SamplingPlan {
  const gap = largestKeyGap(info)
  const thins = !whole && canBeThinned(info)
  if (gap <= LOOK_GAP) {
    const looks = apart(Math.min(1, LOOK_GAP - gap))
    // ffmpeg's own decoder of VP9 skips no pictures.
    const keys = thins && info.video.codec === 'vp9' ? { stream: info.video.index, drop: 'not(key)' } : null
    return {
      // One thread suffices for key frames.
      decoder: ['-skip_frame', 'nokey', '-threads', '1', ...LIGHT],
      choice: { where: `${FIRST_OF_SECOND}+${looks}` },
      thinned: keys,
      every_picture: false,
      isSample: ofNewSecond,
    }
  }
  // Nor does it report its errors.
  const all = { decoder: LIGHT, thinned: null, every_picture: info.video.codec !== 'vp9' }
  if (longestFrame(info) > LONG_FRAME) return { ...all, choice: 'shown each second', isSample: () => true }
  if (gap > KEY_GAP) return { ...all, choice: { where: FIRST_OF_SECOND }, isSample: () => true }
  const part = { decoder: ['-skip_frame', 'noref', '-threads', '1', ...LIGHT], every_picture: false }
  return {
    ...all,
    ...(thins && { ...part, thinned: { stream: info.video.index, drop: dropAfterLooks(info) } }),
    choice: { where: KEYS_AND_LOOKS },
    isSample: (time, last) => time - last > KEY_GAP || (ofNewSecond(time, last) && isAmong(info.key_times, time)),
  }
}

/** Whether nothing gets lost on the way of packets to another program: rotation, colours, or uneven times. */
function canBeThinned({ container, rotation, timing, video }: MediaInfo): boolean {
  const timed = ['mp4', 'matroska'].includes(container.family) && timing.rate !== null
  return timed && rotation === 0 && SDR.includes(video.transfer)
}

/**
 * Drops all packets between the last look and the next key frame, and those that are shown before their key frame, since
 * they refer to dropped ones. Counts packets: to this filter ffmpeg 5.1 gives times of one clock and the tick of another.
 */
function dropAfterLooks({ timing: { rate } }: MediaInfo): string {
  const packets = rate ? Math.ceil((LOOKS[1] * rate.num) / rate.den) + REORDERED : Infinity
  return `st(0,if(key,n,ld(0)));st(1,if(key,pts,ld(1)));gte(n-ld(0),${packets})+lt(pts,ld(1))`
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
