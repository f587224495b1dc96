import { POSITION_FORMATS, type PositionFormat } from '@footnote/contract/shared/timecode.ts'
import { useSyncExternalStore } from 'react'

const KEY = 'player_time'
const listeners = new Set<() => void>()

const read = (): PositionFormat => {
  const kept = localStorage.getItem(KEY)
  return POSITION_FORMATS.find((known) => known === kept) ?? 'time'
}

function choose(next: PositionFormat): void {
  localStorage.setItem(KEY, next)
  for (const listener of listeners) listener()
}

function watch(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab may choose, too.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The chosen 'Times as', stored in this browser, and the function that changes it everywhere on the page. */
export const usePositionFormat = () => [useSyncExternalStore(watch, read), choose] as const
