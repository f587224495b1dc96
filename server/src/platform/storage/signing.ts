import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

/** Signs texts for one purpose with its own key, derived from the installation's secret (HKDF, RFC 5869). */
export class Signer {
  /** Prepared once: an answer to a search has a thousand signatures. */
  readonly #key: KeyObject

  constructor(secret: string, purpose: string) {
    this.#key = createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', `footnote ${purpose}`, 32)))
  }

  /** HMAC-SHA256 in base64url. The parts are signed as a list, so that no part can extend into the next. */
  sign(...parts: readonly (string | number | null)[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('base64url')
  }

  matches(signature: string, ...parts: readonly (string | number | null)[]): boolean {
    const [given, right] = [Buffer.from(signature), Buffer.from(this.sign(...parts))]
    return given.length === right.length && timingSafeEqual(given, right)
  }
}
