import { smallest } from '@footnote/contract/shared/extremes.ts'

/**
 * Number of letters to add, omit or replace between two strings (Levenshtein 1966).
 * @param limit anything above it is returned as `limit + 1`
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  const first = Array.from({ length: b.length + 1 }, (_, index) => index)
  return Math.min(lastRow(a, b, first, limit)?.at(-1) ?? limit + 1, limit + 1)
}

/** The same between a text and the place inside another one that is most like it (Sellers 1980). */
export function distanceInside(text: string, other: string): number {
  // A place may begin and end anywhere: nothing before or after it counts.
  const first = Array.from({ length: other.length + 1 }, () => 0)
  return smallest(lastRow(text, other, first) ?? first)
}

/** Distances of all of a string from the beginnings of another; null once all are above a limit. @param first of none of it */
function lastRow(a: string, b: string, first: number[], limit = Number.POSITIVE_INFINITY): number[] | null {
  let previous = first
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] as number) + 1, (current[column - 1] as number) + 1))
    }
    if (smallest(current) > limit) return null
    previous = current
  }
  return previous
}
