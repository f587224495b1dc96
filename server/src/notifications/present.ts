import { ADDRESS } from '@footnote/contract/limits.ts'
import { Notification } from '@footnote/contract/notifications.ts'
import type { Storage } from '../storage/storage.ts'
import type { NotificationRow } from './queries.ts'

const NotificationType = Notification.shape.type

/** A notification as its reader sees it, with a signed address of the file that it announces. */
export async function presentNotification(row: NotificationRow, storage: Storage): Promise<Notification> {
  const { storage_key, file_name, video_name, error } = row.payload
  return {
    id: row.id,
    type: NotificationType.parse(row.type),
    read: row.read_at !== null,
    created_at: row.created_at.toISOString(),
    download_file:
      storage_key && file_name && row.video_exists
        ? await storage.address(storage_key, {
            lifetime: ADDRESS.download,
            content_type: 'video/mp4',
            download_name: file_name,
          })
        : null,
    video_name,
    error,
  }
}
