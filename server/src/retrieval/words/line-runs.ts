import { largest, smallest } from '@footnote/contract/shared/extremes.ts'
import { partsOf } from '@footnote/contract/shared/language/tokens.ts'
import type { TextLine, TextSource } from '../text-line.ts'

/** A line and its score, 0 to 1. */
export interface ScoredLine {
  readonly line: TextLine
  readonly raw: number
}

/** Seconds of silence that end a train of thought. */
const LONGEST_PAUSE = 2.5
/** Consecutive lines with at least this share of the best score become one hit. */
const COMPARABLE = 0.8
/** Two texts are the same when the longer has this share of the shorter one's words. */
const SAME_TEXT = 0.8
/** Seconds; a longer hit is no moment any more. */
const LONGEST_HIT = 30

/**
 * Joins consecutive lines with about equal scores.
 * @param lines by video and time
 */
export function lineRuns<Line extends ScoredLine>(lines: readonly Line[], source: TextSource): Line[][] {
  const joins = source.table === 'cues' ? isNear : isSameText
  const found: Line[][] = []
  for (const line of lines) {
    const run = found.at(-1)
    const last = run?.at(-1)
    const best = Math.max(0, largest((run ?? []).map(({ raw }) => raw)))
    const comparable = Math.min(line.raw, best) >= COMPARABLE * Math.max(line.raw, best)
    const start = run?.[0]?.line.start_time ?? 0
    if (run && last && comparable && joins(last.line, line.line) && line.line.end_time - start <= LONGEST_HIT)
      run.push(line)
    else found.push([line])
  }
  return found
}

/** The time of a run, in seconds. */
export function spanOf(run: readonly ScoredLine[]): Pick<TextLine, 'start_time' | 'end_time'> {
  return {
    start_time: smallest(run.map(({ line }) => line.start_time)),
    end_time: largest(run.map(({ line }) => line.end_time)),
  }
}

/** Orders lines by video and time. */
export function byTime(a: TextLine, b: TextLine): number {
  return (
    (a.video_id < b.video_id ? -1 : Number(a.video_id > b.video_id)) ||
    a.start_time - b.start_time ||
    a.number - b.number
  )
}

/** Whether two lines belong to one train of thought. */
export function isNear(a: TextLine, b: TextLine): boolean {
  return (
    a.video_id === b.video_id &&
    Math.max(a.start_time, b.start_time) - Math.min(a.end_time, b.end_time) <= LONGEST_PAUSE
  )
}

/** Two slides are two moments; a slide with an added line is one. */
function isSameText(a: TextLine, b: TextLine): boolean {
  if (!isNear(a, b)) return false
  const [words, others] = [a, b].map(({ text }) => new Set(partsOf(text).map(({ plain }) => plain))) as [
    Set<string>,
    Set<string>,
  ]
  return [...words].filter((word) => others.has(word)).length >= SAME_TEXT * Math.min(words.size, others.size)
}
