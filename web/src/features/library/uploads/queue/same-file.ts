import { uploads } from '@footnote/contract/nouns/library/uploads.ts'
import { call } from '../../../../lib/calls/client.ts'
import { readUploads, type SameFile, type UploadSlot } from '../upload-list.ts'
import { fingerprintOf, isSameContent, sha256Of } from './fingerprint.ts'
import { held } from './slots.ts'
import { type OnReach, untilAnswered } from './waiting.ts'

/** What there is of a file already. */
export interface FileMatch {
  readonly same: SameFile
  /** Whether it came from the same place of the same folder, so that the folder was chosen again. */
  readonly same_place: boolean
}

interface FileQuery {
  readonly slot: UploadSlot
  readonly file: File
  readonly fingerprint: string
  readonly onReach: OnReach
  /** Called before the whole file is read, which takes a while. */
  readonly onCompare: () => void
}

/**
 * Looks for a file among the videos of its collection, and among the earlier files of the list. Reads the whole file
 * only if something there has the same size.
 * @returns null when it is new
 * @throws ApiError, a DOMException when the file cannot be read, or the signal's reason
 */
export async function findSame(asked: FileQuery, signal: AbortSignal): Promise<FileMatch | null> {
  const { slot, file, fingerprint, onReach, onCompare } = asked
  const { collection_id: index_id, relative_path, size: file_size } = slot
  const find = (more: { sha256?: string }) => {
    const query = { index_id, fingerprint, file_size, ...(relative_path === null ? {} : { relative_path }), ...more }
    return untilAnswered(() => call(uploads.find, { query }, signal), onReach, signal)
  }
  const found = await find({})
  const queued = found.video ? [] : earlier(slot)
  if (found.compares || queued.length > 0) onCompare()
  const { video } = found.compares ? await find({ sha256: await sha256Of(file, signal) }) : found
  if (video) return { same: { file_name: video.file_name, slot: null }, same_place: video.same_place }
  for (const other of queued) {
    const its = held.get(other.id)?.file
    if (!its || !(await isSameContent(file, its, signal))) continue
    const same_place =
      relative_path !== null && other.relative_path === relative_path && (await fingerprintOf(its)) === fingerprint
    return { same: { file_name: other.name, slot: other.id }, same_place }
  }
  return null
}

/** The files before this one in the list that become videos of the same collection, and have the same size. */
const earlier = ({ id, collection_id, size }: UploadSlot): UploadSlot[] =>
  readUploads().slots.filter(
    (other) =>
      other.id < id &&
      other.collection_id === collection_id &&
      other.size === size &&
      !['skipped', 'duplicate', 'error'].includes(other.status),
  )
