/** A rational frame rate in frames a second, for example 30000/1001. */
export interface FrameRate {
  readonly num: number
  readonly den: number
}

/**
 * When the frames of a video are shown: frame k from `k * den / num` seconds where the rate is constant, else from the
 * k-th time of a rising table in seconds. Frames are numbered from 0, the frame shown at 0 s.
 */
export type FrameTiming =
  | { readonly rate: FrameRate; readonly times: null }
  | { readonly rate: null; readonly times: Float64Array }

/**
 * A time this little (seconds) before a frame still means that frame: players and containers round to a millisecond or
 * to a tick of 1/90000 s.
 */
const ROUNDING = 0.001

/** How late a frame of a constant rate may come, as a share of a frame: its middle is then still its own. */
const LATE = 0.45

/** Rates of SMPTE ST 12-1 and of common cameras, tried where a container states none exactly. */
const USUAL_RATES: readonly FrameRate[] = [
  [24000, 1001],
  [24, 1],
  [25, 1],
  [30000, 1001],
  [30, 1],
  [48, 1],
  [50, 1],
  [60000, 1001],
  [60, 1],
  [120, 1],
  [12, 1],
  [15, 1],
  [10, 1],
  [5, 1],
  [1, 1],
].map(([num = 1, den = 1]) => ({ num, den }))

/** Index of the last entry of a rising table that is <= value, or -1. */
function lastAtOrBefore(table: Float64Array, value: number): number {
  let low = 0
  let high = table.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((table[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The frame on the screen at a time (seconds); the first one for a time before it. */
export function frameAt(timing: FrameTiming, time: number): number {
  const { rate, times } = timing
  const frame = rate ? Math.floor(((time + ROUNDING) * rate.num) / rate.den) : lastAtOrBefore(times, time + ROUNDING)
  return Math.max(0, frame)
}

/** The frame whose start is nearest to a time (seconds): for times that a person typed or an engine found. */
export function nearestFrame(timing: FrameTiming, time: number): number {
  const frame = frameAt(timing, time)
  if (timing.times && frame >= timing.times.length - 1) return frame
  return frameStart(timing, frame + 1) - time < time - frameStart(timing, frame) ? frame + 1 : frame
}

/** When a frame appears, in seconds; past a table's end its frames go on at the length of its last one. */
export function frameStart(timing: FrameTiming, frame: number): number {
  const { rate, times } = timing
  if (rate) return (frame * rate.den) / rate.num
  const last = times.length - 1
  if (frame <= last) return times[Math.max(0, frame)] ?? 0
  return (times[last] ?? 0) + (frame - last) * lastLength(times)
}

/** The middle of a frame, in seconds: the time to seek to, since no rounding leads to a neighbour. */
export function frameMiddle(timing: FrameTiming, frame: number): number {
  return (frameStart(timing, frame) + frameStart(timing, frame + 1)) / 2
}

/** Length of the last frame (seconds): that of the one before it, or 1/25 s for a single frame. */
function lastLength(times: Float64Array): number {
  const last = times.length - 1
  return last > 0 ? (times[last] ?? 0) - (times[last - 1] ?? 0) : 1 / 25
}

/** Whether each frame is shown in its own place of the rate, the first one in any: pictures may begin after the sound. */
function fits(times: Float64Array, rate: FrameRate): boolean {
  const length = rate.den / rate.num
  const first = Math.floor(((times[0] ?? 0) + ROUNDING) / length)
  return times.every((time, frame) => {
    const late = time - (first + frame) * length
    return late >= -ROUNDING && late <= LATE * length
  })
}

/**
 * Decides between constant rate and table. Of rates that fit, a usual one counts more than an odd one, since containers
 * with coarse clocks state approximations.
 * @param times when each frame is shown, rising, in seconds from the start of the video
 * @param stated rates that the container states
 */
export function timingOf(times: Float64Array, stated: readonly FrameRate[]): FrameTiming {
  const sound = stated.filter(({ num, den }) => num > 0 && den > 0 && num <= 1000 * den)
  const usual = USUAL_RATES.filter(({ num, den }) => sound.some((rate) => rate.num * den === rate.den * num))
  const rate = [...usual, ...USUAL_RATES, ...sound].find((candidate) => fits(times, candidate))
  return rate ? { rate, times: null } : { rate: null, times }
}
