import { GROUP_OF, Notification } from '@footnote/contract/nouns/personal/notifications.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { NIL_ID } from '../../../platform/db/database.ts'
import type { UserViewer } from '../../../platform/route.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import { pathOf } from './places.ts'
import { mayFetchClip, mayFetchExport, mayFetchSelects } from './policy.ts'
import type { NotificationRow } from './queries.ts'

const NotificationType = Notification.shape.type

/** The viewer and the circumstances of an answer. */
export interface NotificationPresentation extends Circumstances {
  readonly viewer: UserViewer
  /** The store of the files. */
  readonly storage: Storage
}

/** A notification for its reader, with a signed address of its file. */
export async function presentNotification(
  row: NotificationRow,
  presentation: NotificationPresentation,
): Promise<Notification> {
  const {
    video_name = null,
    actor_name = null,
    is_guest = false,
    version = null,
    verdict = null,
    comments = null,
    videos = null,
    text = null,
    error = null,
  } = row.payload
  const type = NotificationType.parse(row.type)
  return {
    id: row.id,
    type,
    group: GROUP_OF[type],
    read: row.read_at !== null,
    created_at: row.created_at.toISOString(),
    download_file: await addressOfFile(row, presentation),
    video_id: row.about?.video.id ?? null,
    video_user_id: row.about && (row.about.video.user_id ?? NIL_ID),
    collection_id: row.about?.collection.id ?? null,
    video_name,
    actor_name,
    is_guest,
    version,
    verdict,
    comments,
    videos,
    text,
    selects_id: row.payload.selects_id ?? null,
    selects_name: row.payload.selects_name ?? null,
    error,
    due_at: row.payload.reminder ? null : (row.payload.due_at ?? null),
    path: pathOf(row),
  }
}

/** A clip is available while its video may be fetched, stills and an account's data also for a limited time. */
async function addressOfFile(
  { type, payload, about }: NotificationRow,
  presentation: NotificationPresentation,
): Promise<string | null> {
  const { viewer, storage } = presentation
  const { storage_key, file_name } = payload
  if (!storage_key || !file_name) return null
  // Ended after its lifetime, or with the video.
  const expires = type !== 'DOWNLOAD_CLIP'
  if (expires && (await storage.stat(storage_key)) === null) return null
  const may =
    type === 'DATA_EXPORT'
      ? mayFetchExport(viewer)
      : type === 'SELECTS_READY'
        ? mayFetchSelects(viewer, payload.company_id)
        : about !== null && mayFetchClip(viewer, about.video, about.collection, presentation)
  if (!may) return null
  return await storage.address(storage_key, {
    lifetime: ADDRESS.download,
    viewer,
    content_type: storage_key.endsWith('.zip') ? 'application/zip' : 'video/mp4',
    download_name: file_name,
  })
}
