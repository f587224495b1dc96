import { useSyncExternalStore } from 'react'
import { randomKey } from './random-key.ts'

const KEY = 'footnote.guest_key'
const NAME = 'footnote.guest_name'
const listeners = new Set<() => void>()

/** Random key by which the server recognises a guest's own comments; created once for each browser. */
export function guestKey(): string {
  const known = localStorage.getItem(KEY)
  if (known) return known
  const fresh = randomKey()
  localStorage.setItem(KEY, fresh)
  return fresh
}

/** Stores the name under which a guest comments; a blank name removes it. */
export function keepGuestName(name: string): void {
  localStorage.setItem(NAME, name.trim())
  for (const listener of listeners) listener()
}

/** The name under which a guest comments; empty until they give one. */
export const readGuestName = (): string => localStorage.getItem(NAME) ?? ''

function watch(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The name under which a guest comments, or ''; follows changes. */
export const useGuestName = (): string => useSyncExternalStore(watch, readGuestName)
