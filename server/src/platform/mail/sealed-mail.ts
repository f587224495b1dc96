import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../tokens.ts'
import type { Mail } from './mailer.ts'

/** A queued message. */
export interface MailOrder {
  readonly mail: Mail
  /** Costs as much as sending, but delivers nothing. */
  readonly rehearsed: boolean
  /** Time after which the message is useless, in milliseconds since 1970; null if it never expires. */
  readonly until: number | null
}

/** AES-256-GCM: bytes of the nonce, which is never used twice, and of the tag. */
const [NONCE, TAG] = [12, 16] as const

/** Encrypts messages for the queue, since a code or link in one signs its reader in. */
export class MailSeal {
  readonly #key: Uint8Array

  /** @param secret `SECRET_KEY` of the installation */
  constructor(secret: string) {
    this.#key = deriveKey(secret, 'mail in the queue')
  }

  seal(order: MailOrder): string {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    const text = [cipher.update(JSON.stringify(order), 'utf8'), cipher.final()]
    return Buffer.concat([nonce, cipher.getAuthTag(), ...text]).toString('base64url')
  }

  /** @returns null for a changed message, or one sealed with another secret */
  open(sealed: string): MailOrder | null {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < NONCE + TAG) return null
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
    try {
      return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString())
    } catch {
      return null
    }
  }
}
