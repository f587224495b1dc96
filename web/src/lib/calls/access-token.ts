import { accounts, Tokens } from '@footnote/contract/nouns/identity/accounts.ts'
import { endSession, keepTokens, readSession } from '../session.ts'
import { readProblem, unreachable } from './api-error.ts'

/** A token is renewed this many seconds before it expires. */
const MARGIN = 10
let running: Promise<string | null> | null = null

/** Expiry of a JWT in seconds since 1970 (RFC 7519 `exp`), or null if it has none. */
function expiryOf(token: string): number | null {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const exp = payload && typeof payload === 'object' && 'exp' in payload ? payload.exp : null
    return typeof exp === 'number' ? exp : null
  } catch {
    return null
  }
}

/** Exchanges the refresh token, unless another tab has already replaced `spent`. */
async function exchange(spent: string): Promise<string | null> {
  const session = readSession()
  if (!session) return null
  if (session.token !== spent) return session.token
  const response = await fetch(accounts.refresh.path, {
    method: accounts.refresh.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh: session.refresh }),
  }).catch(() => {
    throw unreachable()
  })
  if (response.ok) {
    const tokens = Tokens.parse(await response.json())
    // Somebody signed out or in during the exchange, so the new tokens belong to no session.
    if (readSession()?.refresh !== session.refresh) return readSession()?.token ?? null
    keepTokens(tokens)
    return tokens.access
  }
  const problem = await readProblem(response)
  if (problem.status >= 500 || problem.status === 429) throw problem
  if (readSession()?.refresh === session.refresh) endSession()
  return null
}

/**
 * Gets a new access token in place of `spent`. A lock allows one exchange at a time in all tabs of the browser, because
 * using a refresh token twice ends the session.
 * @returns the token, or null when the session is over
 */
export function renewToken(spent: string): Promise<string | null> {
  const locked = () =>
    'locks' in navigator ? navigator.locks.request('footnote-session', () => exchange(spent)) : exchange(spent)
  running ??= locked().finally(() => {
    running = null
  })
  return running
}

/** The token to send, renewed shortly before it expires; null when nobody is signed in. */
export async function currentToken(): Promise<string | null> {
  const session = readSession()
  if (!session) return null
  const expiry = expiryOf(session.token)
  return expiry !== null && expiry - MARGIN < Date.now() / 1000 ? renewToken(session.token) : session.token
}
