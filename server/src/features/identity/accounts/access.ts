import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import { jwtVerify, SignJWT } from 'jose'
import { deriveKey } from '../../../platform/tokens.ts'

const ISSUER = 'footnote'
/** Maximum number of verified tokens in the cache: a page sends the same token many times. */
const REMEMBERED = 10_000

interface TokenSubject {
  readonly user_id: string
  readonly session_id: string
}

/** Makes and reads access tokens: JWTs that are valid for 15 minutes and name a user and a session. */
export class AccessTokens {
  readonly #key: Uint8Array
  /** Each token with its expiry, in milliseconds since 1970. */
  readonly #read = new Map<string, { readonly named: TokenSubject; readonly end: number }>()

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'access token')
  }

  sign(userId: string, sessionId: string): Promise<string> {
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(`${ACCOUNT.access_lifetime}s`)
      .sign(this.#key)
  }

  /** @returns the user and session that the token names; null for a changed, foreign or expired token */
  async read(token: string): Promise<TokenSubject | null> {
    const known = this.#read.get(token)
    if (known && known.end > Date.now()) return known.named
    this.#read.delete(token)
    try {
      const { payload } = await jwtVerify(token, this.#key, { issuer: ISSUER, algorithms: ['HS256'] })
      const { sub, sid, exp } = payload
      if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null
      const named = { user_id: sub, session_id: sid }
      if (this.#read.size >= REMEMBERED) this.#read.clear()
      this.#read.set(token, { named, end: exp * 1000 })
      return named
    } catch {
      return null
    }
  }
}
