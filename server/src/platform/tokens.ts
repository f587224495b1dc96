import { createHash, hkdfSync, randomBytes } from 'node:crypto'

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
