import { accounts } from '@footnote/contract/nouns/identity/accounts.ts'
import { call } from '../lib/calls/client.ts'
import { endSession, readSession, STORAGE_KEYS } from '../lib/session.ts'

/** Ends the session here at once, with all drafts of this tab, and on the server as soon as it can be reached. */
export function logOut(): void {
  const refresh = readSession()?.refresh
  endSession(true)
  // Drafts and reference images, which this tab stored for the person.
  sessionStorage.clear()
  if (refresh) call(accounts.logout, { body: { refresh } }).catch((error: unknown) => console.warn('logout', error))
}

/** Shows the tutorial again: removes its completed flag, and reloads. */
export function resetTutorial(): void {
  localStorage.removeItem(STORAGE_KEYS.tutorial_completed)
  window.location.reload()
}
