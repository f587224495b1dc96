import type { FrameRate, FrameTiming } from '@footnote/contract/shared/frames.ts'

/** Tolerance in seconds for a frame before its regular time: containers round to a millisecond. */
const ROUNDING = 0.001

/** Tolerance for a late frame, as a share of a frame: its middle is then still within its own slot. */
const LATE = 0.45

/** Rates of SMPTE ST 12-1 and of common cameras, for containers without an exact rate. */
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

/**
 * Whether each frame is in its own slot of the rate. The first one may be in any, since pictures may begin after the
 * sound.
 */
function fits(times: Float64Array, rate: FrameRate): boolean {
  const length = rate.den / rate.num
  const first = Math.floor(((times[0] ?? 0) + ROUNDING) / length)
  return times.every((time, frame) => {
    const late = time - (first + frame) * length
    return late >= -ROUNDING && late <= LATE * length
  })
}

/**
 * Decides between a constant rate and a table. A common rate that fits is preferred to an odd one, since containers
 * with coarse clocks store approximations.
 * @param times when each frame is shown, ascending, in seconds from the start of the video
 * @param stated rates in the container
 */
export function timingOf(times: Float64Array, stated: readonly FrameRate[]): FrameTiming<Float64Array> {
  const sound = stated.filter(({ num, den }) => num > 0 && den > 0 && num <= 1000 * den)
  const usual = USUAL_RATES.filter(({ num, den }) => sound.some((rate) => rate.num * den === rate.den * num))
  const rate = [...usual, ...USUAL_RATES, ...sound].find((candidate) => fits(times, candidate))
  return rate ? { rate, times: null } : { rate: null, times }
}
