/** Tops of the scale, as multiples of a power of ten. Each is easy to halve in the head. */
const STEPS = [1, 2, 4, 6, 10]

/**
 * The numbers beside a chart: zero, the middle, and a round number that no value exceeds.
 * @param most the largest value
 */
export function scaleOf(most: number): readonly [number, number, number] {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  const top = (STEPS.find((step) => step * power >= most) ?? 10) * power
  return [0, top / 2, top]
}
