import { frameStart } from '@footnote/contract/shared/frames.ts'
import type { MediaInfo } from '../../probe.ts'
import type { Thinning } from './thinning.ts'

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
}

/**
 * Expressions of ffmpeg's `select`. The first one leaves in register 0 whether a frame is a sample. The second one, which
 * follows it, is not 0 for frames that are looked at for text only; null for none. Or samples are the frames that are
 * shown at each whole second.
 */
export type FrameChoice = { readonly samples: string; readonly looks: string | null } | 'shown each second'

/** Text is shown for at least this long, in seconds. */
const SHORTEST_TEXT = 1.5
/**
 * Such text is on one of the taken frames: they are at most this far apart, in seconds. The rest is
 * for frames that are shown late.
 */
const LOOK_GAP = SHORTEST_TEXT - 0.1
/** Key frames are the samples when each is within this (seconds) of the next: 2 s, plus a frame of any rate. */
const KEY_GAP = 2.05
/** Least seconds from a key frame to the first look. */
const FIRST_LOOK = 0.1
/** Seconds from one look to the next: enough for what moves or shimmers to change. */
const LOOK_STEP = 0.4
/** Packets whose pictures may be shown before that of an earlier packet: as many B-frames as encoders use, and one. */
const REORDERED = 4
/** Frames that are shown for longer (seconds) may be missed by a choice of the first frame of each second. */
const LONG_FRAME = LOOK_GAP - 1

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

/** Samples are the first frame of each second; register 1 has the time of the last one, in seconds. */
const FIRST_OF_SECOND = 'st(0,isnan(prev_selected_t)+gt(floor(t),floor(ld(1))));st(1,if(ld(0),t,ld(1)))'

/**
 * Seconds after a key frame at which frames are looked at, as early as text that is on no key frame allows: if the next
 * one is `gap` seconds later, such text is shown from `gap - 1.5` to 1.5 s at least.
 */
const looksWithin = (gap: number): readonly [number, number] => {
  const first = Math.max(FIRST_LOOK, gap - SHORTEST_TEXT)
  return [first, first + LOOK_STEP]
}

/**
 * Samples are key frames, at most one of each second, and a frame where one is missing. Register 1 has the time of the last
 * sample, register 2 that of the last key frame, in seconds.
 */
const KEYS = [
  'st(2,if(key,t,ld(2)))',
  `st(0,isnan(prev_selected_t)+key*gt(floor(t),floor(ld(1)))+gt(t-ld(1),${KEY_GAP}))`,
  'st(1,if(ld(0),t,ld(1)))',
].join(';')
/** The first frame at or after each of two times after a key frame, in seconds. */
const afterKey = (looks: readonly number[]): string =>
  looks.map((look) => `gte(t-ld(2),${look.toFixed(3)})*lt(prev_selected_t-ld(2),${look.toFixed(3)})`).join('+')

/** Options that leave out costly steps which change hardly a pixel. */
const LIGHT = ['-skip_loop_filter', 'all', '-flags2', '+fast', '-err_detect', 'careful']

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
    const between = `gte(t-prev_selected_t,${Math.min(1, LOOK_GAP - gap).toFixed(4)})`
    // ffmpeg's own decoder of VP9 skips no pictures.
    const keys = thins && info.video.codec === 'vp9' ? { stream: info.video.index, drop: 'not(key)' } : null
    return {
      // One thread suffices for key frames.
      decoder: ['-skip_frame', 'nokey', '-threads', '1', ...LIGHT],
      choice: { samples: FIRST_OF_SECOND, looks: between },
      thinned: keys,
      every_picture: false,
    }
  }
  // Nor does it report its errors.
  const all = { decoder: LIGHT, thinned: null, every_picture: info.video.codec !== 'vp9' }
  if (longestFrame(info) > LONG_FRAME) return { ...all, choice: 'shown each second' }
  if (gap > KEY_GAP) return { ...all, choice: { samples: FIRST_OF_SECOND, looks: null } }
  const looks = looksWithin(gap)
  return {
    decoder: ['-skip_frame', 'noref', '-threads', '1', ...LIGHT],
    choice: { samples: KEYS, looks: afterKey(looks) },
    thinned: thins ? { stream: info.video.index, drop: dropAfter(looks[1], info) } : null,
    every_picture: false,
  }
}

/**
 * Whether nothing gets lost on the way of packets to another program: rotation, or uneven times. ffmpeg's decoder of H.264
 * loses key frames of open groups of pictures where packets before them are missing.
 */
function canBeThinned({ container, timing, video, leading }: MediaInfo): boolean {
  const timed = ['mp4', 'matroska'].includes(container.family) && timing.rate !== null
  return timed && video.orientation.filters.length === 0 && !(leading && video.codec === 'h264')
}

/**
 * Drops all packets from some seconds after a key frame to the next, and those that are shown before their key frame,
 * since they refer to dropped ones. Counts packets: to this filter ffmpeg 5.1 gives times of one clock and the tick of
 * another.
 */
function dropAfter(seconds: number, { timing: { rate } }: MediaInfo): string {
  const packets = rate ? Math.ceil((seconds * rate.num) / rate.den) + REORDERED : Infinity
  return `st(1,if(key,pts,ld(1)));st(0,if(key,0,ld(0)+gte(pts,ld(1))));gte(ld(0),${packets})+lt(pts,ld(1))`
}
