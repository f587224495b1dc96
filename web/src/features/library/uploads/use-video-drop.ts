import { SENDING } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import { fromEvent } from 'file-selector'
import { type DropEvent, type DropzoneState, useDropzone } from 'react-dropzone'
import { isSystemFile, namesIn, type PathFile } from './folders.ts'
import { isSound, isVideo, UNTYPED } from './unfit.ts'

/** A video that an upload can become a version of. */
export interface VersionTarget {
  readonly video_id: string
  readonly file_name: string
  /** Number that the next version is expected to get. */
  readonly version: number
}

/** Files that were chosen or dropped together. */
export interface ChosenVideos {
  readonly files: readonly PathFile[]
  /** The video that they were dropped on. */
  readonly onto?: VersionTarget
  /** Whether each sub-folder gets a collection, if the person has chosen that. */
  readonly per_folder?: boolean
  /** Why others are left out; null if there are none. */
  readonly refusal: string | null
}

/** An area that accepts dropped videos and folders. @param noClick a press on it does not open the browser's file chooser */
export function useVideoDrop(onChoose: (chosen: ChosenVideos) => void, noClick = false): DropzoneState {
  return useDropzone({
    // In one entry, extensions would replace the wildcard, so they have their own.
    accept: { 'video/*': [], 'video/x-matroska': UNTYPED },
    noKeyboard: true,
    noClick,
    // Chromium's chooser gives handles that outlive the page.
    useFsAccessApi: true,
    getFilesFromEvent: filesOf,
    maxSize: UPLOAD.max_bytes,
    onError: (error) => {
      console.warn('chosen files', error)
      onChoose({ files: [], refusal: 'The files could not be read. Choose them again.' })
    },
    onDrop: (files, rejected) =>
      onChoose(
        sortOut(
          files,
          rejected.map(({ file }) => file),
        ),
      ),
  })
}

/** Reads files, also those of dropped folders, and keeps their handles. */
async function filesOf(event: DropEvent | FileSystemFileHandle[]): Promise<(File | DataTransferItem)[]> {
  if (!Array.isArray(event)) return await fromEvent(event)
  const files = await fromEvent(event)
  return files.map((file, place) => Object.assign(file, { handle: event[place] }))
}

/**
 * Leaves out what is no video, and says so. Sound stays on the list, which says why it is not uploaded.
 * @param others files that are no videos or too large
 */
export function sortOut(files: readonly PathFile[], others: readonly PathFile[]): ChosenVideos {
  const videos = [...files, ...others.filter(isSound)].filter((file) => !isSystemFile(file))
  const refused = others.filter((file) => !isSystemFile(file) && !isSound(file))
  const count = videos.length + refused.length
  if (count > SENDING.folder_files)
    return {
      files: [],
      refusal: `A folder may hold up to 10,000 files; this one has ${count.toLocaleString('en-US')}. Choose a part of it.`,
    }
  return { files: videos, refusal: refused.length > 0 ? refusal(refused) : null }
}

/** Sorts files that came without a drop area. */
export function sortFiles(files: readonly File[]): ChosenVideos {
  const { fit = [], others = [] } = Object.groupBy(files, (file) =>
    isVideo(file) && file.size <= UPLOAD.max_bytes ? 'fit' : 'others',
  )
  return sortOut(fit, others)
}

function refusal(files: readonly File[]): string {
  const names = `Left out: ${namesIn(files.map(({ name }) => name))}`
  if (files.some(({ size }) => size > UPLOAD.max_bytes)) return `Only videos of up to 20 GB can be uploaded. ${names}`
  return files.length > 1
    ? `Only video files can be uploaded. ${files.length} files are none. ${names}`
    : `Only video files can be uploaded. ${names}`
}
