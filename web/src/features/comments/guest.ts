import { useSyncExternalStore } from 'react'
import { randomKey } from '../../lib/random-key.ts'

const KEY = 'footnote.guest_key'
const NAME = 'footnote.guest_name'
const listeners = new Set<() => void>()

/** The key by which a guest's comments are known as theirs; made once for a browser. */
export function guestKey(): string {
  const known = localStorage.getItem(KEY)
  if (known) return known
  const fresh = randomKey()
  localStorage.setItem(KEY, fresh)
  return fresh
}

/** Keeps the name that a guest comments under; blank to be asked again. */
export function keepGuestName(name: string): void {
  localStorage.setItem(NAME, name.trim())
  for (const listener of listeners) listener()
}

/** The name that a guest comments under; empty until one was given. */
export const readGuestName = (): string => localStorage.getItem(NAME) ?? ''

function watch(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The name that a guest gave, or ''. */
export const useGuestName = (): string => useSyncExternalStore(watch, readGuestName)
