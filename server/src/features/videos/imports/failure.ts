import { MediaError } from '../../../media/media-error.ts'
import { isNoRoom, ProductError } from '../../../platform/errors.ts'
import { Exchanged } from '../../../platform/storage/local/open-inside.ts'
import { FileChanged } from './take-file.ts'

/** Milliseconds for which a file must not change before it is taken. */
export const STILL = 10_000

/** Why a file was not taken. */
export interface Failure {
  /** For the person who runs the machine. */
  readonly sentence: string
  /** Whether other files fail alike. */
  readonly ends: boolean
}

const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'Footnote may not read it.',
  EPERM: 'Footnote may not read it.',
  ENOENT: 'It is gone.',
  EIO: 'The disk cannot read it.',
}

/** What an error means for an import; null for an error that is no fault of the file or the machine. */
export function failureOf(error: unknown): Failure | null {
  if (isNoRoom(error))
    return {
      sentence: 'There is no room for the next file on the disk of this server. Make room, then go on.',
      ends: true,
    }
  if (error instanceof FileChanged)
    return { sentence: 'Somebody wrote to it meanwhile. Import it again later.', ends: false }
  if (error instanceof Exchanged)
    return { sentence: 'Somebody put something else in its place meanwhile. Import it again later.', ends: false }
  if (error instanceof ProductError) return { sentence: error.message, ends: error.code === 'limit_storage' }
  if (error instanceof MediaError) return { sentence: error.message, ends: false }
  const sentence = SYSTEM[(error as NodeJS.ErrnoException).code ?? '']
  return sentence ? { sentence, ends: false } : null
}
