import { formatDate, formatRelative } from '@footnote/contract/timecode.ts'
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

/** How long ago something was; goes on counting. @param at ISO 8601 */
export function RelativeTime({ at }: { at: string }) {
  const words = useSyncExternalStore(watch, () => formatRelative(new Date(at), new Date()))
  return (
    <time className="faint" dateTime={at} title={formatDate(new Date(at))}>
      {words}
    </time>
  )
}
