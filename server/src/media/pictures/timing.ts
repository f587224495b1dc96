import type { FrameRate, FrameTiming } from '@footnote/contract/shared/frames.ts'

/** Tolerance in seconds for a frame before its regular time: containers round to a millisecond. */
const ROUNDING = 0.001

/** Tolerance for a late frame, as a share of a frame: the middle of its slot then still shows it. */
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
 * Least share of the slots of a rate that have a frame. Cameras and streams drop a frame now and then; a film with more
 * gaps was recorded at a varying rate.
 */
const LEAST_FILLED = 0.9

/**
 * The share of a rate's slots that have a frame, 0 to 1; 0 when a frame is not in a slot of its own. The first one may
 * be in any, since pictures may begin after the sound.
 */
function filledShare(times: Float64Array, rate: FrameRate): number {
  const length = rate.den / rate.num
  const slotOf = (time: number) => Math.floor((time + ROUNDING) / length)
  const first = slotOf(times[0] ?? 0)
  let last = first - 1
  for (const time of times) {
    const slot = slotOf(time)
    if (slot === last || time - slot * length > LATE * length) return 0
    last = slot
  }
  return times.length / (last - first + 1)
}

/**
 * Decides between a constant rate and a table. A common rate that fits is preferred to an odd one, since containers
 * with coarse clocks store approximations. A missing frame is a gap in a constant rate: the frame before it stays on
 * the screen.
 * @param times when each frame is shown, ascending, in seconds from the start of the video
 * @param stated rates in the container
 */
export function timingOf(times: Float64Array, stated: readonly FrameRate[]): FrameTiming<Float64Array> {
  const sound = stated.filter(({ num, den }) => num > 0 && den > 0 && num <= 1000 * den)
  const usual = USUAL_RATES.filter(({ num, den }) => sound.some((rate) => rate.num * den === rate.den * num))
  let best: FrameRate | null = null
  let most = 0
  for (const rate of [...usual, ...USUAL_RATES, ...sound]) {
    const filled = filledShare(times, rate)
    if (filled >= LEAST_FILLED && filled > most) [best, most] = [rate, filled]
    if (most === 1) break
  }
  return best ? { rate: best, times: null } : { rate: null, times }
}
