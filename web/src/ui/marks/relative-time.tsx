import { formatExact, formatMoment, formatRelative } from '@footnote/contract/shared/timecode.ts'
import { useSyncExternalStore } from 'react'

/** Milliseconds between looks at the clock. */
const TICK = 30_000

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined

/** One clock for all lines. */
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

/** How long ago something was; goes on counting. @param at ISO 8601 @param exact whether there is room for the exact time beside it */
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
