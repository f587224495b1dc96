import { useEffect, useRef, useState } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import type { Comparison } from './comparison.ts'

/** A part of the comparison that changes, or a function that makes it from what there is. */
export type Change = Partial<Comparison> | ((now: Comparison) => Partial<Comparison>)

/** The comparison is kept here and written to the address: of two quick changes, the address alone would lose one. */
export function useComparison(
  opened: Comparison,
  onChange: (comparison: Comparison) => void,
): [Comparison, (change: Change) => void] {
  const [comparison, setComparison] = useState(opened)
  const write = useLatest(onChange)
  useEffect(() => write.current(comparison), [comparison, write])
  const change = (part: Change) =>
    setComparison((now) => ({ ...now, ...(typeof part === 'function' ? part(now) : part) }))
  return [comparison, change]
}

/** Milliseconds after which a place in the video is kept in the address: browsers refuse many changes in a row. */
const KEPT_AFTER = 300

/** Calls back with the last time, in seconds, after a pause. */
export function useStopped(onStopped: (seconds: number) => void): (seconds: number) => void {
  const latest = useLatest(onStopped)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (seconds) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(seconds), KEPT_AFTER)
  }
}
