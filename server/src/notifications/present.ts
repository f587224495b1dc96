import { ADDRESS } from '@footnote/contract/limits.ts'
import { Notification } from '@footnote/contract/notifications.ts'
import type { UserViewer } from '../route.ts'
import type { Storage } from '../storage/storage.ts'
import { mayFetchExport } from './policy.ts'
import type { NotificationRow } from './queries.ts'

const NotificationType = Notification.shape.type

/** Who looks, and where the files are fetched from. */
export interface NotificationPresentation {
  readonly viewer: UserViewer
  readonly storage: Storage
}

/** A notification as its reader sees it, with a signed address of the file that it announces. */
export async function presentNotification(
  row: NotificationRow,
  presentation: NotificationPresentation,
): Promise<Notification> {
  const { video_name = null, actor_name = null, text = null, error = null } = row.payload
  return {
    id: row.id,
    type: NotificationType.parse(row.type),
    read: row.read_at !== null,
    created_at: row.created_at.toISOString(),
    download_file: await addressOfFile(row, presentation),
    video_id: row.video_id,
    video_user_id: row.video_user_id,
    collection_id: row.collection_id,
    video_name,
    actor_name,
    text,
    error,
  }
}

/** A clip goes with its video, the data of an account after a while. */
async function addressOfFile(
  { type, payload, video_id }: NotificationRow,
  { viewer, storage }: NotificationPresentation,
): Promise<string | null> {
  const { storage_key, file_name } = payload
  if (!storage_key || !file_name) return null
  const data = type === 'DATA_EXPORT'
  if (data ? !mayFetchExport(viewer) || !(await storage.stat(storage_key)) : video_id === null) return null
  return await storage.address(storage_key, {
    lifetime: ADDRESS.download,
    content_type: data ? 'application/zip' : 'video/mp4',
    download_name: file_name,
  })
}
