/** A signal about share links: one part of a page gives it, and others wait for it. */
export function linkSignal() {
  const listeners = new Set<(share_token: string) => void>()
  return {
    /** Gives the signal about a link. */
    note: (share_token: string): void => {
      for (const listener of listeners) listener(share_token)
    },
    /** Calls back at each signal about a link. @returns a function that stops it */
    watch: (share_token: string, onSignal: () => void): (() => void) => {
      const listener = (token: string) => {
        if (token === share_token) onSignal()
      }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const changed = linkSignal()

/** Says that a link was changed, or what it shows. */
export const noteLinkChange = changed.note

/** Calls back when a link was changed, or what it shows. @returns a function that stops it */
export const watchLinkChange = changed.watch
