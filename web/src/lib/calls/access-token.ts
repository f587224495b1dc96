import { accounts, Tokens } from '@footnote/contract/nouns/accounts.ts'
import { endSession, keepTokens, readSession } from '../session.ts'
import { readProblem, unreachable } from './api-error.ts'

/** Seconds before its end at which a token is no longer used. */
const MARGIN = 10
let running: Promise<string | null> | null = null

/** Seconds since 1970 at which a JWT ends (RFC 7519 `exp`), or null when it does not say. */
function expiryOf(token: string): number | null {
  try {
    const payload: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const exp = payload && typeof payload === 'object' && 'exp' in payload ? payload.exp : null
    return typeof exp === 'number' ? exp : null
  } catch {
    return null
  }
}

/** Exchanges the refresh token, unless somebody else has done so since `spent` was current. */
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
    // Signed out, or in as another, meanwhile: the new pair is nobody's.
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
 * A new access token in place of `spent`. One exchange at a time in this tab, and, by a lock, in all tabs of the
 * browser: a refresh token used twice ends the session.
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

/** The token to send, renewed when it is about to end; null when nobody is signed in. */
export async function currentToken(): Promise<string | null> {
  const session = readSession()
  if (!session) return null
  const expiry = expiryOf(session.token)
  return expiry !== null && expiry - MARGIN < Date.now() / 1000 ? renewToken(session.token) : session.token
}
