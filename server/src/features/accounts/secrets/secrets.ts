import { createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { ACCOUNT } from '@footnote/contract/shared/limits.ts'

/** A key for one purpose, derived from the installation's secret (HKDF, RFC 5869). */
export const deriveKey = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `footnote ${purpose}`, 32))

/** A token that nobody guesses: 256 bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** How a token is kept: SHA-256 suffices for 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A code, as mailed. */
export const newCode = (): string => String(randomInt(10 ** ACCOUNT.code_digits)).padStart(ACCOUNT.code_digits, '0')
