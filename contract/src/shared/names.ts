import { TEXT } from './limits.ts'
import { asOneLine, withoutDirections } from './text.ts'

/**
 * A name that nobody typed here, of a file, a folder or an author in a file: one line, trimmed, with composed letters
 * (NFC). Characters that are not text become blanks; direction marks are dropped. It may be empty.
 */
export const cleanName = (name: string): string =>
  withoutDirections(asOneLine(name.toWellFormed())).normalize('NFC').trim()

/** A path whose names are clean, with slashes between them. */
export const cleanPath = (path: string): string => path.split('/').map(cleanName).join('/')

/** Nothing that a person could read: such a name would be hidden, or mean a folder. */
const NOTHING = /^[.\s\p{Cf}]*$/u

/**
 * The name of a video as every entrance stores it: clean as `cleanName`, with underscores in place of slashes and
 * backslashes, at most 255 characters. A long one keeps its end, and whole characters. Empty if only dots and blanks are left.
 * @param extension added to a name that does not end with it, without a dot; may be empty
 */
export function cleanFileName(name: string, extension = ''): string {
  const whole = cleanName(name).replaceAll(/[/\\]/g, '_')
  if (NOTHING.test(whole)) return ''
  const ending = extension === '' || whole.toLowerCase().endsWith(`.${extension.toLowerCase()}`) ? '' : `.${extension}`
  return (whole + ending)
    .slice(-TEXT.file_name)
    .replace(/^[\udc00-\udfff]/, '')
    .trim()
}

/**
 * The beginning of a name and its extension, in so many bytes of UTF-8. Linux and most file systems of others refuse
 * longer names than 255 bytes.
 */
export function shortName(name: string, bytes = 255): string {
  const size = (text: string) => new TextEncoder().encode(text).length
  if (size(name) <= bytes) return name
  const extension = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? ''
  const room = bytes - size(extension)
  const kept = new Uint8Array(Math.max(0, room))
  const { read } = new TextEncoder().encodeInto(name.slice(0, name.length - extension.length), kept)
  return name.slice(0, read).trimEnd() + extension
}
