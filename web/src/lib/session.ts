import type { Session, SessionUser } from '@footnote/contract/nouns/accounts.ts'

/** Names under which the browser keeps what it knows of the person; other programs read them, so they are fixed. */
export const STORAGE_KEYS = {
  token: 'token',
  refresh: 'refresh',
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  user_id: 'user_id',
  company_id: 'company_id',
  reset_email: 'reset_email',
  signup: 'signup',
  tutorial_completed: 'tutorialCompleted',
} as const

const SESSION_KEYS = ['token', 'refresh', 'first_name', 'last_name', 'email', 'user_id', 'company_id'] as const
type SessionKey = (typeof SESSION_KEYS)[number]
/** Who is signed in, as the browser keeps it. */
export type StoredSession = Readonly<Record<SessionKey, string>>

const listeners = new Set<() => void>()
let known: StoredSession | null = null
let left = false

const tell = () => {
  for (const listener of listeners) listener()
}

/** The session of this browser, or null. The same object until it changes. */
export function readSession(): StoredSession | null {
  if (!localStorage.getItem('token')) {
    known = null
    return null
  }
  const fresh = Object.fromEntries(SESSION_KEYS.map((key) => [key, localStorage.getItem(key) ?? ''])) as StoredSession
  if (!known || SESSION_KEYS.some((key) => known?.[key] !== fresh[key])) known = fresh
  return known
}

/** Keeps what `login` and `verify_code` answer. */
export function startSession({ access, refresh, user }: Session): void {
  const { id, ...rest } = user
  const entries: StoredSession = { token: access, refresh, user_id: id, ...rest }
  for (const key of SESSION_KEYS) localStorage.setItem(key, entries[key])
  localStorage.removeItem(STORAGE_KEYS.signup)
  left = false
  tell()
}

/**
 * Keeps which sign-up waits for its code: no other one with that address, which a stranger may have made, is confirmed here.
 * @param signup its id; absent where the server named none
 */
export function keepSignup(email: string, signup: string | undefined): void {
  localStorage.setItem(STORAGE_KEYS.email, email)
  if (signup) localStorage.setItem(STORAGE_KEYS.signup, signup)
  else localStorage.removeItem(STORAGE_KEYS.signup)
}

/** Keeps what the person has changed of themselves. */
export function keepUser({ first_name, last_name, email }: SessionUser): void {
  for (const [key, value] of Object.entries({ first_name, last_name, email })) localStorage.setItem(key, value)
  tell()
}

/** Keeps a new pair of tokens. */
export function keepTokens(tokens: { access: string; refresh: string }): void {
  localStorage.setItem('token', tokens.access)
  localStorage.setItem('refresh', tokens.refresh)
  tell()
}

/**
 * Forgets who is signed in. The tutorial's flag and the theme stay: they belong to the browser.
 * @param by_person they logged out themselves; otherwise the session was lost
 */
export function endSession(by_person = false): void {
  left = by_person
  for (const key of SESSION_KEYS) localStorage.removeItem(key)
  tell()
}

/** Whether the person logged out in this tab, so that the next one to sign in is not led to where they were. */
export const hasLeft = (): boolean => left

/** Calls back when the session changes, here or in another tab. @returns the way to stop */
export function watchSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || (SESSION_KEYS as readonly string[]).includes(event.key)) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
