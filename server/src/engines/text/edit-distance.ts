import { smallest } from '@footnote/contract/shared/extremes.ts'

/**
 * Number of letters to add, omit or replace between two strings (Levenshtein 1966).
 * @param limit anything above it is returned as `limit + 1`
 */
export function editDistance(a: string, b: string, limit?: number): number {
  if (limit !== undefined && Math.abs(a.length - b.length) > limit) return limit + 1
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] as number) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] as number) + 1, (current[column - 1] as number) + 1))
    }
    if (limit !== undefined && smallest(current) > limit) return limit + 1
    previous = current
  }
  const found = previous[b.length] as number
  return limit === undefined ? found : Math.min(found, limit + 1)
}

/**
 * The same for a text and that place inside another one which is most like it (Sellers 1980).
 * @param text of which every letter counts
 */
export function distanceInside(text: string, other: string): number {
  // A place may begin anywhere: nothing before it counts.
  let previous = Array.from({ length: other.length + 1 }, () => 0)
  for (let row = 1; row <= text.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const replaced = (previous[column - 1] as number) + (text[row - 1] === other[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] as number) + 1, (current[column - 1] as number) + 1))
    }
    previous = current
  }
  return smallest(previous)
}
