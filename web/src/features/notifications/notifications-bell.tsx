import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { notificationsQuery } from './api.ts'
import './notifications.css'

// The bell is on every page; its popover loads when somebody presses it.
const NotificationsPopover = lazyPart(async () => (await import('./notifications-popover.tsx')).NotificationsPopover)

/** The bell of the navigation bar with the number of unread notifications, and its popover. */
export function NotificationsBell() {
  const { data } = useQuery(notificationsQuery())
  const [bell, setBell] = useState<HTMLButtonElement | null>(null)
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  const unread = (data ?? []).filter((item) => !item.read)
  return (
    <>
      <button
        ref={setBell}
        type="button"
        className={`${buttonClass({ variant: 'ghost' })} btn-icon bell`}
        aria-label={unread.length > 0 ? `Notifications, ${unread.length} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setOpened(true)
          setOpen(!open)
        }}
      >
        <Bell className="icon" aria-hidden="true" />
        {unread.length > 0 && (
          <span className="fn" aria-hidden="true">
            {unread.length > 99 ? '99+' : unread.length}
          </span>
        )}
      </button>
      {opened && bell && (
        <NotificationsPopover
          open={open}
          onOpenChange={setOpen}
          bell={bell}
          onMissing={() => {
            setOpen(false)
            setOpened(false)
          }}
        />
      )}
    </>
  )
}
