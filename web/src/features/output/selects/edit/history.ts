import { type Cuts, sameCuts } from './cuts.ts'

/** States to go back and forth between. */
export interface History {
  readonly past: readonly Cuts[]
  readonly now: Cuts
  readonly future: readonly Cuts[]
  /** The change that led here; the next one of the same name replaces it, so that one undo takes back a whole trim. */
  readonly by: string | null
}

/** States that are kept to go back to. */
const KEPT = 100

export const begun = (now: Cuts): History => ({ past: [], now, future: [], by: null })

/** @param by name of a change that goes on, such as the trim of one piece; null for one that is whole */
export function went(history: History, next: Cuts, by: string | null): History {
  if (sameCuts(history.now, next)) return history
  const goesOn = by !== null && by === history.by
  const past = goesOn ? history.past : [...history.past, history.now].slice(-KEPT)
  return { past, now: next, future: [], by }
}

export function undone({ past, now, future }: History): History | null {
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), now: before, future: [now, ...future], by: null } : null
}

export function redone({ past, now, future: [next, ...future] }: History): History | null {
  return next ? { past: [...past, now], now: next, future, by: null } : null
}
