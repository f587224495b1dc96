import { type Notification, type NotificationSetting, notifications } from '@footnote/contract/nouns/notifications.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/calls/client.ts'

/** What happened for this person, newest first; read again every 10 s. */
export const notificationsQuery = () =>
  queryOptions({
    queryKey: ['notifications'],
    queryFn: async ({ signal }) => (await call(notifications.list, {}, signal)).notifications,
    refetchInterval: TIMING.notification_polling,
  })

/** Marks notifications as read, one call each; the badge follows at once and is put right by the answer. */
export function useMarkAsRead() {
  const queries = useQueryClient()
  const { queryKey } = notificationsQuery()
  return useMutation({
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
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}

/** How each kind is told. */
export const notificationSettingsQuery = () =>
  queryOptions({
    queryKey: ['notification-settings'],
    queryFn: async ({ signal }) => (await call(notifications.settings, {}, signal)).settings,
  })

/** Chooses whether a kind is mailed; the box follows at once and is put right by the answer. */
export function useChooseMail() {
  const queries = useQueryClient()
  const { queryKey } = notificationSettingsQuery()
  return useMutation({
    mutationFn: async (choice: Pick<NotificationSetting, 'kind' | 'mail'>) =>
      (await call(notifications.changeSettings, { body: { settings: [choice] } })).settings,
    onMutate: async ({ kind, mail }) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<NotificationSetting[]>(queryKey, (list) =>
        list?.map((setting) => (setting.kind === kind ? { ...setting, mail } : setting)),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
