import { accounts } from '@footnote/contract/nouns/accounts.ts'
import { call } from '../lib/calls/client.ts'
import { endSession, readSession, STORAGE_KEYS } from '../lib/session.ts'

/** Ends the session here at once, with what was being written in this tab, and on the server as soon as it can be reached. */
export function logOut(): void {
  const refresh = readSession()?.refresh
  endSession(true)
  // Drafts and reference images: this tab kept them for the person.
  sessionStorage.clear()
  if (refresh) call(accounts.logout, { body: { refresh } }).catch((error: unknown) => console.warn('logout', error))
}

/** Shows the tutorial again: forgets that it was completed, and reloads. */
export function resetTutorial(): void {
  localStorage.removeItem(STORAGE_KEYS.tutorial_completed)
  window.location.reload()
}
