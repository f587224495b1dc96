import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useOpenedByAddress } from '../../../lib/use-opened-by-address.ts'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { PopoverButton } from '../../../ui/overlays/popover-button.tsx'
import { notificationsQuery } from './api.ts'
import './notifications.css'

// The bell is on every page; its popover loads when somebody presses it.
const NotificationsPopover = lazyPart(async () => (await import('./notifications-popover.tsx')).NotificationsPopover)

/** The bell of the navigation bar with the number of unread notifications, and its popover. */
export function NotificationsBell() {
  const { data } = useQuery(notificationsQuery())
  const unread = (data ?? []).filter((item) => !item.read).length
  const shown = unread > 99 ? '99+' : unread
  // Mails about files lead to the files that are under the bell.
  const state = useOpenedByAddress('notifications')
  return (
    <PopoverButton
      className="bell"
      state={state}
      label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
      popover={(opened) => <NotificationsPopover {...opened} />}
    >
      <Bell className="icon" aria-hidden="true" />
      {unread > 0 && (
        <span className="fn" aria-hidden="true">
          {shown}
        </span>
      )}
    </PopoverButton>
  )
}
