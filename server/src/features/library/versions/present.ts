import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { NIL_ID } from '../../../platform/db/database.ts'
import type { Viewer } from '../../../platform/route.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { VersionRow } from './queries.ts'

/** A version for the API, with a signed address of its picture. */
export async function presentVersion(
  row: VersionRow,
  open_comments: number,
  {
    viewer,
    storage,
    newest,
  }: {
    readonly viewer: Viewer
    readonly storage: Pick<Storage, 'address'>
    /** Whether it is the current one among those that the viewer sees. */
    readonly newest: boolean
  },
): Promise<Version> {
  const guest = viewer.kind === 'share'
  return {
    video_id: row.id,
    user_id: row.user_id ?? NIL_ID,
    version: row.version,
    file_name: row.file_name,
    status: row.status,
    error: row.error,
    duration: row.duration,
    thumbnail_url: row.thumbnail_key
      ? await storage.address(row.thumbnail_key, {
          lifetime: ADDRESS.media,
          content_type: 'image/jpeg',
          viewer: guest ? { ...viewer, video_id: row.id } : viewer,
        })
      : null,
    created_at: row.created_at.toISOString(),
    // Guests of a link must not learn who works here.
    first_name: guest ? '' : (row.first_name ?? ''),
    last_name: guest ? '' : (row.last_name ?? ''),
    open_comments,
    review_status: row.review_status,
    current: newest,
  }
}
