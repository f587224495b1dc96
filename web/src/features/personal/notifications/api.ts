import {
  type Notification,
  type NotificationSetting,
  type NotificationSettings,
  notifications,
} from '@footnote/contract/nouns/personal/notifications.ts'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/calls/client.ts'

/** The user's notifications, newest first. */
export const notificationsQuery = () =>
  queryOptions({
    queryKey: ['notifications'],
    queryFn: async ({ signal }) => (await call(notifications.list, {}, signal)).notifications,
  })

const marking = ['mark-as-read']

/** Whether notifications are being marked as read: a list that is read now may have some of them as unread. */
export const isMarking = (queries: QueryClient): boolean => queries.isMutating({ mutationKey: marking }) > 0

/** Reads the notifications again, unless some are being marked: then they are read after the last one. */
export function reloadNotifications(queries: QueryClient): void {
  if (isMarking(queries)) return
  void queries.invalidateQueries({ queryKey: notificationsQuery().queryKey })
}

/** Marks notifications as read, one call each. The badge changes at once, and the answer corrects it. */
export function useMarkAsRead() {
  const queries = useQueryClient()
  const { queryKey } = notificationsQuery()
  return useMutation({
    mutationKey: marking,
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await call(notifications.handle, { body: { id, type: 'change_read' } })
    },
    onMutate: async (ids) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<Notification[]>(queryKey, (list) =>
        list?.map((item) => (ids.includes(item.id) ? { ...item, read: true } : item)),
      )
    },
    onError: (error) => console.warn('notifications', error),
    // The last of several answers has all of them; this one still counts.
    onSettled: () =>
      queries.isMutating({ mutationKey: marking }) === 1 ? queries.invalidateQueries({ queryKey }) : undefined,
  })
}

/** How the user gets each kind of notification. */
export const notificationSettingsQuery = () =>
  queryOptions({
    queryKey: ['notification-settings'],
    queryFn: ({ signal }) => call(notifications.settings, {}, signal),
  })

/** Chooses whether and how often a kind is mailed. It shows at once, and the answer corrects it. */
export function useChooseMail() {
  const queries = useQueryClient()
  const { queryKey } = notificationSettingsQuery()
  return useMutation({
    mutationFn: (choice: Pick<NotificationSetting, 'kind' | 'mail' | 'digest'>) => {
      // Daily mails come in the morning of the place where the person chooses them.
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      return call(notifications.changeSettings, { body: { settings: [choice], time_zone } })
    },
    onMutate: async (choice) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<NotificationSettings>(
        queryKey,
        (known) =>
          known && {
            ...known,
            settings: known.settings.map((setting) =>
              setting.kind === choice.kind ? { ...setting, ...choice } : setting,
            ),
          },
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
