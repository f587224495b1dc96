import { MediaError } from '../../../../media/media-error.ts'
import { isNoRoom, ProductError } from '../../../../platform/errors.ts'
import { PathExchanged } from '../../../../platform/storage/local/open-inside.ts'
import { FileChanged } from './add-file.ts'
import { HalfWritten, StillOpen } from './half-written.ts'

/** Milliseconds for which a file must not change before it is taken. */
export const STILL = 10_000
/** The same for a file that changed while its folder was watched: its writer may pause again. */
export const STILL_AFTER_GROWTH = 60_000

/** Why a file was not taken. */
export interface Failure {
  /** For the person who runs the machine. */
  readonly sentence: string
  /** Whether other files fail alike. */
  readonly ends: boolean
  /** Whether the reason may be gone at any moment, although the file does not change. */
  readonly passes: boolean
}

const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'Footnote may not read it.',
  EPERM: 'Footnote may not read it.',
  ENOENT: 'It is gone.',
  EIO: 'The disk cannot read it.',
}

/** What an error means for an import; null for an error that is no fault of the file or the machine. */
export function failureOf(error: unknown): Failure | null {
  const failed = (sentence: string, how: Partial<Failure> = {}) => ({ ends: false, passes: false, sentence, ...how })
  if (isNoRoom(error))
    return failed('There is no room for the next file on the disk of this server. Make room, then go on.', {
      ends: true,
      passes: true,
    })
  if (error instanceof FileChanged) return failed('Somebody wrote to it meanwhile. Import it again later.')
  if (error instanceof HalfWritten) return failed(error.message, { passes: error instanceof StillOpen })
  if (error instanceof PathExchanged)
    return failed('Somebody put something else in its place meanwhile. Import it again later.')
  if (error instanceof ProductError) {
    const ends = error.code === 'limit_storage'
    return failed(error.message, { ends, passes: ends })
  }
  if (error instanceof MediaError) return failed(error.message)
  const sentence = SYSTEM[(error as NodeJS.ErrnoException).code ?? '']
  return sentence ? failed(sentence) : null
}
