import type { Session, SessionUser } from '@footnote/contract/nouns/identity/accounts.ts'

/** Keys of local storage. They are fixed, because other programs read them. */
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
/** The signed-in user, as the browser stores them. */
export type StoredSession = Readonly<Record<SessionKey, string>>

const listeners = new Set<() => void>()
let known: StoredSession | null = null
let left = false

const tell = () => {
  for (const listener of listeners) listener()
}

/** The session of this browser, or null. Returns the same object until it changes. */
export function readSession(): StoredSession | null {
  if (!localStorage.getItem('token')) {
    known = null
    return null
  }
  const fresh = Object.fromEntries(SESSION_KEYS.map((key) => [key, localStorage.getItem(key) ?? ''])) as StoredSession
  if (!known || SESSION_KEYS.some((key) => known?.[key] !== fresh[key])) known = fresh
  return known
}

/** Stores the answer of `login` or `verify_code`. */
export function startSession({ access, refresh, user }: Session): void {
  const { id, ...rest } = user
  const entries: StoredSession = { token: access, refresh, user_id: id, ...rest }
  for (const key of SESSION_KEYS) localStorage.setItem(key, entries[key])
  localStorage.removeItem(STORAGE_KEYS.signup)
  left = false
  tell()
}

/**
 * Stores which sign-up waits for its code. A stranger may sign up with the same address, so this browser must confirm
 * its own sign-up only.
 * @param signup its id; absent if the server named none
 */
export function keepSignup(email: string, signup: string | undefined): void {
  localStorage.setItem(STORAGE_KEYS.email, email)
  if (signup) localStorage.setItem(STORAGE_KEYS.signup, signup)
  else localStorage.removeItem(STORAGE_KEYS.signup)
}

/** Stores a person's changed name or address. */
export function keepUser({ first_name, last_name, email }: SessionUser): void {
  for (const [key, value] of Object.entries({ first_name, last_name, email })) localStorage.setItem(key, value)
  tell()
}

/** Stores a new pair of tokens. */
export function keepTokens(tokens: { access: string; refresh: string }): void {
  localStorage.setItem('token', tokens.access)
  localStorage.setItem('refresh', tokens.refresh)
  tell()
}

/**
 * Removes the session from the browser. Keeps the tutorial's flag and the theme, which belong to the browser.
 * @param by_person they logged out themselves; otherwise the session was lost
 */
export function endSession(by_person = false): void {
  left = by_person
  for (const key of SESSION_KEYS) localStorage.removeItem(key)
  tell()
}

/** Whether the person logged out in this tab. The next person to sign in then starts at home, not on the last page. */
export const hasLeft = (): boolean => left

/** Calls back when the session changes, here or in another tab. @returns a function that stops it */
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
