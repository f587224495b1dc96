/** Start and end in seconds. */
export type Range = readonly [number, number]

/** Seconds between two ranges that count as one: a pause leaves no gap. */
const TOUCH = 0.01

/** Ranges in order, with those that touch as one. */
export function merged(ranges: readonly Range[]): Range[] {
  const all: [number, number][] = []
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = all.at(-1)
    if (last && start <= last[1] + TOUCH) last[1] = Math.max(last[1], end)
    else all.push([start, end])
  }
  return all
}

/** What of `ranges` is not in `known`; both as `merged` gives them. */
export function newIn(ranges: readonly Range[], known: readonly Range[]): Range[] {
  return ranges.flatMap(([from, to]) => {
    const left: Range[] = []
    let start = from
    for (const [known_start, known_end] of known) {
      if (known_end <= start || known_start >= to) continue
      if (known_start > start) left.push([start, known_start])
      start = Math.max(start, known_end)
    }
    if (start < to) left.push([start, to])
    return left.filter(([begins, ends]) => ends - begins > TOUCH)
  })
}
