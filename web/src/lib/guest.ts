import { useSyncExternalStore } from 'react'
import { randomKey } from './random-key.ts'
import { storedText } from './stored/stored-text.ts'

const KEY = 'footnote.guest_key'
const name = storedText('footnote.guest_name')

/** Random key by which the server recognises a guest's own comments; created once for each browser. */
export function guestKey(): string {
  const known = localStorage.getItem(KEY)
  if (known) return known
  const fresh = randomKey()
  localStorage.setItem(KEY, fresh)
  return fresh
}

/** Stores the name under which a guest comments; a blank name removes it. */
export const keepGuestName = (given: string): void => name.store(given.trim())

/** The name under which a guest comments; empty until they give one. */
export const readGuestName = (): string => name.read() ?? ''

/** The name under which a guest comments, or ''; follows changes. */
export const useGuestName = (): string => useSyncExternalStore(name.watch, readGuestName)
