import { formatExact, formatMoment, formatRelative } from '@footnote/contract/shared/timecode.ts'
import { useSyncExternalStore } from 'react'

/** Milliseconds between updates. */
const TICK = 30_000

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

/** One timer for all of them. */
function watch(listener: () => void): () => void {
  listeners.add(listener)
  ticking ??= setInterval(() => {
    for (const tell of listeners) tell()
  }, TICK)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

/**
 * How long ago something happened; keeps itself up to date.
 * @param at ISO 8601
 * @param exact whether there is room for the exact time, too
 */
export function RelativeTime({ at, exact = false }: { at: string; exact?: boolean }) {
  const moment = new Date(at)
  const words = useSyncExternalStore(watch, () => formatRelative(moment, new Date()))
  return (
    <>
      <time dateTime={at} title={formatMoment(moment)}>
        {words}
      </time>
      {exact && <span className="exact-time">{formatExact(moment, new Date())}</span>}
    </>
  )
}
