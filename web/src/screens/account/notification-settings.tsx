import { useQuery } from '@tanstack/react-query'
import { notificationSettingsQuery } from '../../features/personal/notifications/api.ts'
import { SettingsTable } from '../../features/personal/notifications/settings-table.tsx'
import { Unloaded } from '../../ui/page/not-loaded.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

export default function NotificationSettings() {
  const { data, isPending, refetch } = useQuery(notificationSettingsQuery())
  return (
    <main className="page page-wide">
      <PageHeader title="Notification settings" />
      <p className="-mt-3 mb-5 max-w-[72ch] text-text-2">
        The bell shows everything. Choose what also comes by e-mail, and how often. A link in each mail turns that kind
        off.
      </p>
      {!data && (
        <Unloaded loading={isPending} what="Your settings could not be loaded." onRetry={refetch}>
          <Skeleton className="h-[420px]" />
        </Unloaded>
      )}
      {data && <SettingsTable {...data} />}
    </main>
  )
}
