import { uploads } from '@footnote/contract/nouns/videos/uploads.ts'
import { call } from '../../../lib/calls/client.ts'
import type { UploadSlot } from '../upload-list.ts'

/**
 * Whether the collection has the video of a folder's file already: from the same place of the folder, with the same
 * fingerprint.
 * @throws ApiError
 */
export async function isThere(slot: UploadSlot, fingerprint: string, signal: AbortSignal): Promise<boolean> {
  const { collection_id: index_id, relative_path } = slot
  if (relative_path === null) return false
  const { video_id } = await call(uploads.find, { query: { index_id, relative_path, fingerprint } }, signal)
  return video_id !== null
}
