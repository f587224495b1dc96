import { useSyncExternalStore } from 'react'
import { readSession, type StoredSession, watchSession } from './session.ts'

/** Who is signed in, or null; follows sign-in and sign-out in every tab. */
export const useSession = (): StoredSession | null => useSyncExternalStore(watchSession, readSession)
