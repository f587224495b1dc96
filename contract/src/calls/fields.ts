import * as z from 'zod/mini'
import { TEXT } from '../shared/limits.ts'
import { cleanFileName, cleanPath } from '../shared/names.ts'
import { isOneLine, isPlain, withoutDirections } from '../shared/text.ts'

const oneLine = z.refine<string>(isOneLine, 'Line breaks and control characters are not allowed')
const plain = z.refine<string>(isPlain, 'Control characters are not allowed')
const undirected = z.overwrite<string>(withoutDirections)
const noNul = z.refine<string>((text) => !text.includes('\0'), 'Text must not contain a NUL character')
const atMost = (max: number) => z.maxLength(max, `At most ${max} characters are allowed`)

/** One line that a person typed, such as a name: trimmed, at least one character. @param missing sentence when it is absent or blank @param max characters */
export const requiredText = (missing: string, max: number) =>
  z.string({ error: missing }).check(undirected, z.trim(), z.minLength(1, missing), atMost(max), oneLine)

/** One line that may be absent or blank: trimmed. @param max characters */
export const optionalText = (max: number) => z.optional(z.string().check(undirected, z.trim(), atMost(max), oneLine))

/** Text of several lines that a person typed: trimmed, at least one character. @param missing sentence when it is absent or blank @param max characters */
export const requiredLines = (missing: string, max: number) =>
  z.string({ error: missing }).check(z.trim(), z.minLength(1, missing), atMost(max), plain)

/** Text of several lines that may be absent or blank: trimmed. @param max characters */
export const optionalLines = (max: number) => z.optional(z.string().check(z.trim(), atMost(max), plain))

/**
 * Name of a file as a browser sends it. Nobody typed it, so it becomes clean and short enough instead of an error.
 * @param missing sentence when nothing of it is left
 */
export const fileName = (missing: string) =>
  z.string({ error: missing }).check(z.overwrite(cleanFileName), z.minLength(1, missing))

/** Path of a file within a folder; its names become clean. @param missing sentence when it is empty @param max characters */
export const filePath = (missing: string, max: number) =>
  z.string({ error: missing }).check(z.overwrite(cleanPath), z.minLength(1, missing), atMost(max))

/** Text that is sent exactly as typed. @param missing sentence when it is absent or empty @param max characters */
export const secretText = (missing: string, max: number) =>
  z.string({ error: missing }).check(z.minLength(1, missing), atMost(max), noNul)

/** An id that a client sends: any text, so that a malformed id gets the same answer as an unknown one. */
export const Id = z.string({ error: 'An id is required' }).check(z.maxLength(200, 'This id is too long'))

const INVALID_EMAIL = 'Invalid email address'
/**
 * Refuses blanks, quotes, brackets, separators and invisible characters. The domain needs names with single dots
 * between them.
 */
const EMAIL = /^[^\s@<>()",;:\\[\]\p{C}]+@[^\s@.,;:<>()"[\]\\\p{C}]+(\.[^\s@.,;:<>()"[\]\\\p{C}]+)+$/u
/** Refuses dots and letters that mail programs read as others: one mailbox would have many spellings. */
const oneSpelling = (email: string) => {
  const domain = email.slice(email.indexOf('@') + 1)
  return !/[\u3002\uff0e\uff61]/.test(domain) && domain === domain.normalize('NFKC')
}

/** An e-mail address, trimmed and in lower case. */
export const Email = z
  .string({ error: 'Email is required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Email is required'),
    z.maxLength(TEXT.email, INVALID_EMAIL),
    z.regex(EMAIL, INVALID_EMAIL),
    z.refine(oneSpelling, INVALID_EMAIL),
  )

/** A moment in time, ISO 8601 in UTC. */
export const Timestamp = z.string()
