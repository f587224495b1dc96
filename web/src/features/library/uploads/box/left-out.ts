import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import { isVideo } from '../unfit.ts'

/** Why a file is not sent into a box; null for a video. */
export function leftOut(file: File): string | null {
  if (!isVideo(file)) return 'Not a video, left out'
  if (file.size > UPLOAD.max_bytes) return 'Larger than 20 GB, left out'
  return file.size === 0 ? 'It is empty, left out' : null
}
