import { ACCOUNT } from '@footnote/contract/limits.ts'
import { jwtVerify, SignJWT } from 'jose'
import { deriveKey } from './secrets.ts'

const ISSUER = 'footnote'

/** Makes and reads access tokens: JWTs that live 15 minutes and name a user and a sign-in. */
export class AccessTokens {
  readonly #key: Uint8Array

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

  /** @returns whom the token names, or null for one that is altered, foreign or expired */
  async read(token: string): Promise<{ user_id: string; session_id: string } | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { issuer: ISSUER, algorithms: ['HS256'] })
      if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return null
      return { user_id: payload.sub, session_id: payload.sid }
    } catch {
      return null
    }
  }
}
