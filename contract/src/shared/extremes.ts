/**
 * The smallest number of a list of any length; Infinity for an empty one. `Math.min(...list)` puts each number on the
 * stack, which holds about 100,000.
 */
export function smallest(numbers: Iterable<number>): number {
  let least = Infinity
  for (const number of numbers) least = Math.min(least, number)
  return least
}

/** The largest number of a list of any length; -Infinity for an empty one. */
export function largest(numbers: Iterable<number>): number {
  let most = -Infinity
  for (const number of numbers) most = Math.max(most, number)
  return most
}
