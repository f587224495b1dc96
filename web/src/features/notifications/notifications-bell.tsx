import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { PopoverButton } from '../../ui/overlays/popover-button.tsx'
import { notificationsQuery } from './api.ts'
import './notifications.css'

// The bell is on every page; its popover loads when somebody presses it.
const NotificationsPopover = lazyPart(async () => (await import('./notifications-popover.tsx')).NotificationsPopover)

/** In an address: mails about files lead to the files that are under the bell. */
const LED = 'notifications'
function withoutLed(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search)
  rest.delete(LED)
  return rest
}

/** The bell of the navigation bar with the number of unread notifications, and its popover. */
export function NotificationsBell() {
  const { data } = useQuery(notificationsQuery())
  const unread = (data ?? []).filter((item) => !item.read)
  const [search, setSearch] = useSearchParams()
  const led = search.has(LED)
  useEffect(() => {
    // Once: a reload, or a link that is passed on, opens nothing.
    if (led) setSearch(withoutLed, { replace: true, preventScrollReset: true })
  }, [led, setSearch])
  return (
    <PopoverButton
      className="bell"
      begins={led}
      label={unread.length > 0 ? `Notifications, ${unread.length} unread` : 'Notifications'}
      popover={(state) => <NotificationsPopover {...state} />}
    >
      <Bell className="icon" aria-hidden="true" />
      {unread.length > 0 && (
        <span className="fn" aria-hidden="true">
          {unread.length > 99 ? '99+' : unread.length}
        </span>
      )}
    </PopoverButton>
  )
}
