import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** A key for one purpose, derived from the installation's secret (HKDF, RFC 5869). */
export const deriveKey = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `footnote ${purpose}`, 32))

/** A random token of 256 bits, which cannot be guessed. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/**
 * The stored form of a random token, key or link: a fast hash suffices for 128 random bits and more, which nobody can
 * try out.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** AES-256-GCM: bytes of the nonce, which is never used twice, and of the tag. */
const [NONCE, TAG] = [12, 16] as const

/** Encrypts texts that the installation itself opens again. The same text looks different each time. */
export class Seal {
  readonly #key: Uint8Array

  /**
   * @param secret `SECRET_KEY` of the installation
   * @param purpose of the key
   */
  constructor(secret: string, purpose: string) {
    this.#key = deriveKey(secret, purpose)
  }

  /** @param about what the text belongs to; it opens only together with that */
  seal(text: string, about = ''): string {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(about))
    const sealed = [cipher.update(text, 'utf8'), cipher.final()]
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url')
  }

  /** @returns null for a changed text, one about something else, or one that was sealed with another key */
  open(sealed: string, about = ''): string | null {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < NONCE + TAG) return null
    const options = { authTagLength: TAG }
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE), options)
    decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString()
    } catch {
      return null
    }
  }
}
