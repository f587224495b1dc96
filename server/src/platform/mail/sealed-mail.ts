import { Seal } from '../tokens.ts'
import type { Mail } from './mailer.ts'

/** A queued message. */
export interface MailOrder {
  readonly mail: Mail
  /** Costs as much as sending, but delivers nothing. */
  readonly rehearsed: boolean
  /** Time after which the message is useless, in milliseconds since 1970; null if it never expires. */
  readonly until: number | null
}

/** Encrypts messages for the queue, since a code or link in one signs its reader in. */
export class MailSeal {
  readonly #seal: Seal

  /** @param secret `SECRET_KEY` of the installation */
  constructor(secret: string) {
    this.#seal = new Seal(secret, 'mail in the queue')
  }

  seal(order: MailOrder): string {
    return this.#seal.seal(JSON.stringify(order))
  }

  /** @returns null for a changed message, or one sealed with another secret */
  open(sealed: string): MailOrder | null {
    const text = this.#seal.open(sealed)
    return text === null ? null : JSON.parse(text)
  }
}
