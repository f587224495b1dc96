import { createContext, useSyncExternalStore } from 'react'
import { readSession, type StoredSession, watchSession } from './session.ts'

/** A page that is drawn at build time is a visitor's; whoever is signed in sees theirs as soon as it lives. */
const nobody = () => null

/** Who is signed in, or null; follows sign-in and sign-out in every tab. */
export const useSession = (): StoredSession | null => useSyncExternalStore(watchSession, readSession, nobody)

/** Whether the page stands in the shell of people who are signed in, with its queries. It comes after the session is known. */
export const InUserShell = createContext(false)
