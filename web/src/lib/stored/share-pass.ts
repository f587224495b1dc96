import { storedText } from './stored-text.ts'

const passOf = (share_token: string) => storedText(`footnote.share_pass.${share_token}`)

/** What this browser got for opening a locked link; null before. The server decides how long it works. */
export const readPass = (share_token: string): string | null => passOf(share_token).read()

/** Keeps the pass of a link for all tabs of this browser. */
export const keepPass = (share_token: string, pass: string): void => passOf(share_token).store(pass)

/** A signal about links: one part of a page gives it, and others wait for it. */
function signalOf() {
  const listeners = new Set<(share_token: string) => void>()
  return {
    note: (share_token: string): void => {
      for (const listener of listeners) listener(share_token)
    },
    watch: (share_token: string, onSignal: () => void): (() => void) => {
      const listener = (token: string) => {
        if (token === share_token) onSignal()
      }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const locked = signalOf()
const changed = signalOf()

/** Says that the server refused a call because the link is locked. */
export const noteLocked = locked.note

/** Calls back when a call by the link is refused because it is locked. @returns a function that stops it */
export const watchLocked = locked.watch

/** Says that a link was changed, or what it shows. */
export const noteLinkChange = changed.note

/** Calls back when a link was changed, or what it shows. @returns a function that stops it */
export const watchLinkChange = changed.watch
