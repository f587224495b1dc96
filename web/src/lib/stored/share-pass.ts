import { linkSignal } from '../calls/link-signal.ts'
import { storedText } from './stored-text.ts'

const passOf = (share_token: string) => storedText(`footnote.share_pass.${share_token}`)
const locked = linkSignal()

/** What this browser got for opening a locked link; null before. The server decides how long it works. */
export const readPass = (share_token: string): string | null => passOf(share_token).read()

/** Keeps the pass of a link for all tabs of this browser. */
export const keepPass = (share_token: string, pass: string): void => passOf(share_token).store(pass)

/** Says that the server refused a call because the link is locked. */
export const noteLocked = locked.note

/** Calls back when a call by the link is refused because it is locked. @returns a function that stops it */
export const watchLocked = locked.watch
