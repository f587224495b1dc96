import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import { type DropzoneState, useDropzone } from 'react-dropzone'

/** A video that an upload can become a version of. */
export interface VersionTarget {
  readonly video_id: string
  readonly file_name: string
  /** Number that the next version is expected to get. */
  readonly version: number
}

/** Files that were chosen or dropped together. */
export interface ChosenVideos {
  readonly files: readonly File[]
  /** The video that they were dropped on. */
  readonly onto?: VersionTarget
  /** Why others are left out; null if there are none. */
  readonly refusal: string | null
}

/** Extensions of videos for which browsers have no type, or not a video type. */
const UNTYPED = ['.mkv', '.avi', '.mts', '.m2ts', '.ts', '.flv', '.wmv', '.mpg', '.mpeg', '.3gp', '.ogv']

/** An area that accepts dropped videos. @param noClick a press on it does not open the browser's file chooser */
export function useVideoDrop(onChoose: (chosen: ChosenVideos) => void, noClick = false): DropzoneState {
  return useDropzone({
    // In one entry, extensions would replace the wildcard, so they have their own.
    accept: { 'video/*': [], 'video/x-matroska': UNTYPED },
    noKeyboard: true,
    noClick,
    maxSize: UPLOAD.max_bytes,
    onDrop: (files, rejected) =>
      onChoose({ files, refusal: rejected.length > 0 ? refusal(rejected.map(({ file }) => file)) : null }),
  })
}

function refusal(files: readonly File[]): string {
  const names = files.map(({ name }) => name).join(', ')
  return files.some(({ size }) => size > UPLOAD.max_bytes)
    ? `Only videos of up to 20 GB can be uploaded. Left out: ${names}`
    : `Only video files can be uploaded. Left out: ${names}`
}
