import { createHmac, timingSafeEqual } from 'node:crypto'
import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import { deriveKey } from '../../../../platform/tokens.ts'

/**
 * Codes that prove a guest's address. Nothing is stored: a code follows from the link, the address and the time, as those
 * of RFC 6238 do, so one that is asked for again within its time is the same. Tries are limited where they arrive.
 */
export class EmailCodes {
  readonly #key: Uint8Array

  /** @param secret `SECRET_KEY` of the installation */
  constructor(secret: string) {
    this.#key = deriveKey(secret, 'code for a link')
  }

  /** The code of the present step, with eight digits. */
  make(linkId: string, email: string, now = Date.now()): string {
    return this.#at(linkId, email, stepOf(now))
  }

  /** Whether a code was made within the last one to two lifetimes. */
  matches(code: string, linkId: string, email: string, now = Date.now()): boolean {
    const given = Buffer.from(code)
    return [stepOf(now), stepOf(now) - 1].some((step) => {
      const right = Buffer.from(this.#at(linkId, email, step))
      return given.length === right.length && timingSafeEqual(given, right)
    })
  }

  #at(linkId: string, email: string, step: number): string {
    const hash = createHmac('sha256', this.#key)
      .update(JSON.stringify([linkId, email, step]))
      .digest()
    return String(hash.readBigUInt64BE() % 10n ** BigInt(ACCOUNT.code_digits)).padStart(ACCOUNT.code_digits, '0')
  }
}

/** @param now milliseconds since 1970 */
const stepOf = (now: number): number => Math.floor(now / 1000 / ACCOUNT.code_lifetime)
