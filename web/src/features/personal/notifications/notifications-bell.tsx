import { Bell } from 'lucide-react'
import type { FollowPerson } from '../../../lib/calls/events.ts'
import { useOpenedByAddress } from '../../../lib/use-opened-by-address.ts'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { PopoverButton } from '../../../ui/overlays/popover-button.tsx'
import { useNotifications } from './use-notifications.ts'
import './notifications.css'

// The bell is on every page; its popover loads when somebody presses it.
const NotificationsPopover = lazyPart(async () => (await import('./notifications-popover.tsx')).NotificationsPopover)

/**
 * The bell of the navigation bar with the number of unread notifications, and its popover.
 * @param follow how the page hears of changes
 */
export function NotificationsBell({ follow }: { follow: FollowPerson }) {
  const data = useNotifications(follow)
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
