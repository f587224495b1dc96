import * as z from 'zod/mini'
import { TEXT } from './limits.ts'

/** Text that a person typed: trimmed, no NUL (PostgreSQL refuses it), at least one character. @param missing sentence when it is absent or blank @param max characters */
export const requiredText = (missing: string, max: number) =>
  z
    .string({ error: missing })
    .check(z.trim(), z.minLength(1, missing), z.maxLength(max, `At most ${max} characters are allowed`), noNul)

/** Text that may be absent or blank: trimmed, no NUL. @param max characters */
export const optionalText = (max: number) =>
  z.optional(z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters are allowed`), noNul))

/** Text that is sent exactly as typed. @param missing sentence when it is absent or empty @param max characters */
export const secretText = (missing: string, max: number) =>
  z
    .string({ error: missing })
    .check(z.minLength(1, missing), z.maxLength(max, `At most ${max} characters are allowed`), noNul)

const noNul = z.refine<string>((text) => !text.includes('\0'), 'Text must not contain a NUL character')

/** An id as sent by a client: any text, since an ill-formed id is answered as an unknown one. */
export const Id = z.string({ error: 'An id is required' }).check(z.maxLength(200, 'This id is too long'))

/** An e-mail address, trimmed and in lower case. */
export const Email = z
  .string({ error: 'Email is required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Email is required'),
    z.maxLength(TEXT.email, 'Invalid email address'),
    z.regex(/^[^\s@<>()",;:\\]+@[^\s@.]+(\.[^\s@.]+)+$/, 'Invalid email address'),
    noNul,
  )

/** A moment in time, ISO 8601 in UTC. */
export const Timestamp = z.string()
