import { weaker } from './calibration.ts'
import { byScore, type MergedHit } from './merge.ts'

/**
 * Joins moments into sequences: the second begins after the start of the first, and at most this many seconds after its
 * end. A moment belongs to at most one sequence: the best one, then the one with the least time between. A sequence
 * scores like the weaker of its moments.
 * @param within seconds
 * @returns by score, ties by fused rank, video, then time
 */
export function joinSequences(
  firsts: readonly MergedHit[],
  seconds: readonly MergedHit[],
  within: number,
): MergedHit[] {
  const after = Map.groupBy(seconds, ({ video_id }) => video_id)
  const pairs = firsts.flatMap((first) =>
    (after.get(first.video_id) ?? [])
      .filter(({ start_time }) => start_time > first.start_time && start_time - first.end_time <= within)
      .map((second) => ({ first, second, score: Math.min(first.score, second.score) })),
  )
  pairs.sort((a, b) => b.score - a.score || between(a.first, a.second) - between(b.first, b.second))
  const taken = { first: new Set<MergedHit>(), second: new Set<MergedHit>() }
  const found: MergedHit[] = []
  for (const { first, second } of pairs) {
    if (taken.first.has(first) || taken.second.has(second)) continue
    taken.first.add(first)
    taken.second.add(second)
    found.push(joined(first, second))
  }
  return found.sort(byScore)
}

/** Seconds from the end of one moment to the beginning of another; negative if they overlap. */
const between = (first: MergedHit, second: MergedHit): number => second.start_time - first.end_time

function joined(first: MergedHit, second: MergedHit): MergedHit {
  return {
    video_id: first.video_id,
    start_time: first.start_time,
    end_time: Math.max(first.end_time, second.end_time),
    ...weaker(first, second),
    fused: Math.min(first.fused, second.fused),
    parts: [...first.parts, ...second.parts],
    steps: [first, second],
  }
}
