/** The files of a copy with a watermark; those of one that is not made are null. */
export interface MarkedCopy {
  readonly video_id: string
  readonly state: 'DUE' | 'READY' | 'FAILED'
  readonly storage_key: string | null
  /** Its picture for lists. */
  readonly poster_key: string | null
  readonly bytes: number | null
  readonly frames_differ: boolean
  /** Why it could not be made. */
  readonly error: string | null
}

/** Columns of a video that name its files, or say how they play. */
interface FileColumns {
  readonly storage_key: string
  readonly rendition_key: string | null
  readonly rendition_bytes: number | null
  readonly pictures_encoded: boolean
  readonly frames_differ: boolean
  readonly light: 'UNDECIDED' | 'DUE' | 'ASKED' | 'READY' | 'FAILED'
  readonly light_key: string | null
  readonly light_bytes: number | null
  readonly thumbnail_key: string | null
  readonly storyboard_key: string | null
  readonly storyboard: object | null
  readonly storyboard_sheets: object | null
  readonly playback: 'UNCHECKED' | 'READY' | 'PREPARING' | 'FAILED'
  readonly playback_error: string | null
}

/** How the copy in place of all files of a video is; absent for a video as it is. */
export interface WatermarkState {
  readonly marked?: MarkedCopy['state']
}

/**
 * A video whose only file is the copy with the watermark, for guests who get nothing else.
 * @param copy undefined before anybody asked for it
 */
export const asMarked = <Row extends FileColumns>(row: Row, copy: MarkedCopy | undefined): Row & WatermarkState => ({
  ...row,
  marked: copy?.state ?? 'DUE',
  storage_key: copy?.storage_key ?? '',
  rendition_key: copy?.storage_key ?? null,
  rendition_bytes: copy?.bytes ?? null,
  pictures_encoded: true,
  frames_differ: copy?.state === 'READY' ? copy.frames_differ : row.frames_differ,
  light: 'UNDECIDED',
  light_key: null,
  light_bytes: null,
  thumbnail_key: copy?.poster_key ?? null,
  storyboard_key: null,
  storyboard: null,
  storyboard_sheets: null,
  playback: PLAYBACK[copy?.state ?? 'DUE'],
  playback_error: copy?.error ?? null,
})

const PLAYBACK = { DUE: 'PREPARING', READY: 'READY', FAILED: 'FAILED' } as const

/** Key of the file that was sent, or of what guests get in its place; null while there is none. */
export function originalKey({
  storage_key,
  fetching,
  marked = 'READY',
}: WatermarkState & { readonly storage_key: string; readonly fetching: object | null }): string | null {
  return fetching || marked !== 'READY' ? null : storage_key
}
