import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp } from './fields.ts'
import { Message } from './problems.ts'

export const Notification = z.object({
  id: z.string(),
  type: z.enum(['DOWNLOAD_CLIP']),
  read: z.boolean(),
  created_at: Timestamp,
  /** Signed address of the clip; null when it could not be made. */
  download_file: z.nullable(z.string()),
  /** Name of the video that it is about. */
  video_name: z.nullable(z.string()),
  /** Why it could not be done, or null. */
  error: z.nullable(z.string()),
})
export type Notification = z.infer<typeof Notification>

const tag = 'Notifications'
export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/get_notifications',
    access: 'user',
    tag,
    summary: 'Notifications, newest first',
    response: z.object({ notifications: z.array(Notification) }),
  }),
  handle: endpoint({
    method: 'POST',
    path: '/api/handle_notification',
    access: 'user',
    tag,
    summary: 'Mark a notification as read',
    body: z.object({ id: Id, type: z.literal('change_read', { error: "The type must be 'change_read'" }) }),
    response: Message,
  }),
}
