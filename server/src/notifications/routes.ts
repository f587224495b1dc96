import { endpoints } from '@footnote/contract/endpoints.ts'
import type { Database } from '../db/database.ts'
import { ProductError } from '../errors.ts'
import type { Route } from '../route.ts'
import type { Storage } from '../storage/storage.ts'
import { presentNotification } from './present.ts'
import { listNotifications, markRead } from './queries.ts'

export interface NotificationDependencies {
  readonly db: Database
  readonly storage: Storage
}

export function notificationRoutes(route: Route, { db, storage }: NotificationDependencies): void {
  const { notifications } = endpoints

  route(notifications.list, async ({ viewer }) => {
    const rows = await listNotifications(db, viewer.user_id)
    return { notifications: await Promise.all(rows.map((row) => presentNotification(row, storage))) }
  })

  route(notifications.handle, async ({ body, viewer }) => {
    const known = await markRead(db, viewer.user_id, body.id)
    if (!known) throw new ProductError('not_found')
    return { message: 'Marked as read' }
  })
}
