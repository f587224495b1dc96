import { FRAME, type Levels } from './levels.ts'

/** A stretch of speech, in seconds. */
export interface Utterance {
  readonly start: number
  readonly end: number
}

/** Seconds of sound before and after, so that no first or last consonant is lost. */
const PADDING = 0.2
/** Seconds: a shorter pause does not end an utterance, since words help to recognise their neighbours. */
const MIN_PAUSE = 0.5

/** A range of frames; the end is exclusive. */
interface Run {
  readonly from: number
  to: number
}

/**
 * Makes utterances from the speech that a model has found: joined over pauses of less than half a second, padded by
 * 0.2 s, in order, never overlapping. A longer one than allowed is cut where it is quiet.
 * @param longest seconds of an utterance
 */
export function utterancesOf(levels: Levels, speech: readonly Utterance[], longest: number): Utterance[] {
  const runs: Run[] = []
  for (const { start, end } of speech) {
    const [from, to] = [Math.floor(start / FRAME), Math.min(levels.length, Math.ceil(end / FRAME))]
    if (from >= to) continue
    const last = runs.at(-1)
    if (last && (from - last.to) * FRAME < MIN_PAUSE) last.to = Math.max(last.to, to)
    else runs.push({ from, to })
  }
  const padding = Math.round(PADDING / FRAME)
  let free = 0
  return runs.flatMap(({ from, to }) => {
    const start = Math.max(free, from - padding) * FRAME
    free = Math.min(levels.length, to + padding)
    return split(levels, { start, end: free * FRAME }, longest)
  })
}

function split(levels: Levels, whole: Utterance, longest: number): Utterance[] {
  if (whole.end - whole.start <= longest) return [whole]
  const cut = quietestIn(levels, whole.start + longest / 2, whole.start + longest)
  return [{ start: whole.start, end: cut }, ...split(levels, { start: cut, end: whole.end }, longest)]
}

/** The middle of the quietest tenth of a second between two times. @returns seconds */
export function quietestIn(levels: Levels, start: number, end: number): number {
  const half = Math.round(0.05 / FRAME)
  const [from, to] = [Math.ceil(start / FRAME), Math.floor(end / FRAME)]
  let [best, quietest] = [to, Number.POSITIVE_INFINITY]
  for (let frame = from; frame < to; frame++) {
    let level = 0
    for (let near = frame - half; near <= frame + half; near++) level += levels[near] ?? 0
    if (level < quietest) [best, quietest] = [frame, level]
  }
  return best * FRAME
}
