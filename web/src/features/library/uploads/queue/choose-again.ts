import type { PickedFile } from '../pick-files.ts'
import { type InterruptedUpload, publish, readUploads } from '../upload-list.ts'
import { endsOf, fingerprintOf } from './fingerprint.ts'
import { isFileOf, isNamed } from './interrupted.ts'
import { forgetFiles } from './kept-files.ts'
import { addUploads, type FileToUpload } from './queue.ts'

const OTHER_FILE = 'Not the interrupted file, so it starts as a new upload'

/** Chromium's question for access to a file that was chosen in an earlier page. */
interface AskingHandle {
  requestPermission?(how: { mode: 'read' }): Promise<PermissionState>
}

/**
 * Goes on with the interrupted uploads whose files this browser can open. Call it while a press is handled, because
 * the browser asks the person.
 */
export async function resumeKept(): Promise<void> {
  for (const upload of readUploads().interrupted) {
    const handle: (FileSystemFileHandle & AskingHandle) | null = upload.handle
    if (!handle) continue
    try {
      // Without the permission this fails.
      await handle.requestPermission?.({ mode: 'read' })
      const file = await handle.getFile()
      addUploads([await continuation(upload, { file, handle })])
    } catch (error) {
      // It was moved or deleted, or the person refused: they choose it.
      console.warn('kept file', error)
      replace(upload, { ...upload, handle: null })
    }
  }
}

/**
 * Goes on with the interrupted uploads of chosen files. A file that is none of them starts as a new upload, in the
 * collection of the interrupted upload with its name, or in the only collection with interrupted uploads.
 * @returns names of the files that have no such collection, so that nothing was done with them
 */
export async function chooseAgain(files: readonly PickedFile[]): Promise<string[]> {
  const unknown: string[] = []
  for (const chosen of files) {
    const { interrupted } = readUploads()
    const known = await knownOf(chosen.file)
    const named = interrupted.filter((upload) => isNamed(upload, chosen.file))
    const same = interrupted.find((upload) => upload.file_id !== null && isFileOf(upload, known))
    const [first] = interrupted
    const only = interrupted.every(({ collection_id }) => collection_id === first?.collection_id) ? first : undefined
    const near = same ?? named[0] ?? only
    if (near) addUploads([await continuation(near, chosen)])
    else unknown.push(chosen.file.name)
  }
  return unknown
}

/** Deletes what has arrived of all interrupted uploads. @throws Error when the server refuses or is out of reach */
export async function discardInterrupted(): Promise<void> {
  const { discard } = await import('./transfer.ts')
  for (const upload of readUploads().interrupted) {
    if (upload.file_id) await discard(upload.file_id)
    if (upload.kept_key) await forgetFiles([upload.kept_key])
    replace(upload, null)
  }
}

function replace(upload: InterruptedUpload, other: InterruptedUpload | null): void {
  const { interrupted } = readUploads()
  publish({
    interrupted: interrupted.flatMap((one) =>
      one.file_id === upload.file_id && one.kept_key === upload.kept_key ? (other ?? []) : one,
    ),
  })
}

/** What to do with a file: go on if it is the interrupted one, otherwise upload it from its beginning. */
async function continuation(upload: InterruptedUpload, { file, handle }: PickedFile): Promise<FileToUpload> {
  const { collection_id, version_of, relative_path, kept_key } = upload
  const place = { file, handle, collection_id, version_of, relative_path }
  if (!isFileOf(upload, await knownOf(file))) {
    replace(upload, { ...upload, handle: null })
    return { ...place, note: OTHER_FILE }
  }
  replace(upload, null)
  return { ...place, kept_key, file_id: upload.file_id, received: upload.received }
}

const knownOf = async (file: File) => ({
  file,
  ends: await endsOf(file),
  fingerprint: await fingerprintOf(file),
})
