import { TEXT } from './limits.ts'
import { asOneLine, withoutDirections } from './text.ts'

/**
 * A name that nobody typed here, of a file, a folder or an author in a file: one line, trimmed, with composed letters
 * (NFC). Characters that are not text become blanks; direction marks are dropped. It may be empty.
 */
export const cleanName = (name: string): string =>
  withoutDirections(asOneLine(name.toWellFormed().normalize('NFC'))).trim()

/** A path whose names are clean, with slashes between them. */
export const cleanPath = (path: string): string => path.split('/').map(cleanName).join('/')

/** The name of a file as every entrance stores it, at most 255 characters: the end of a long one has its extension. */
export const cleanFileName = (name: string): string => cleanName(cleanName(name).slice(-TEXT.file_name))
