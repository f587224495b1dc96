import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import { type DropzoneState, useDropzone } from 'react-dropzone'

/** What was chosen or dropped at one time. */
export interface ChosenVideos {
  readonly files: readonly File[]
  /** Why others are left out; null when none are. */
  readonly refusal: string | null
}

/** Endings of videos to which browsers give no type, or none of a video. */
const UNTYPED = ['.mkv', '.avi', '.mts', '.m2ts', '.ts', '.flv', '.wmv', '.mpg', '.mpeg', '.3gp', '.ogv']

/** A part of the page that takes dropped videos. @param noClick a press on it does not open the browser's file chooser */
export function useVideoDrop(onChoose: (chosen: ChosenVideos) => void, noClick = false): DropzoneState {
  return useDropzone({
    // Endings take the place of a wildcard in the same entry, so they have an entry of their own.
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
