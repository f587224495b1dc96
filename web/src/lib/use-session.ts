import { createContext, useSyncExternalStore } from 'react'
import { readSession, type StoredSession, watchSession } from './session.ts'

/** A page drawn at build time has no session; a signed-in user gets theirs when the page is hydrated. */
const nobody = () => null

/** The signed-in user, or null; follows sign-in and sign-out in every tab. */
export const useSession = (): StoredSession | null => useSyncExternalStore(watchSession, readSession, nobody)

/** Whether the page is inside the shell for signed-in users, with its queries. True only after the session is known. */
export const InUserShell = createContext(false)
