import type { Notification } from '@footnote/contract/nouns/personal/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { RelativeTime } from '../../../ui/marks/relative-time.tsx'
import { Popover, type PopoverState } from '../../../ui/overlays/popover.tsx'
import { NotLoaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { notificationsQuery, useMarkAsRead } from './api.ts'
import { KINDS } from './kinds.ts'
import './notifications.css'

/** Popover of the bell: notifications, newest first. */
export function NotificationsPopover({ open, onOpenChange, button }: PopoverState) {
  const { data, isError, refetch } = useQuery(notificationsQuery())
  const mark = useMarkAsRead()
  const heading = useId()
  const unread = (data ?? []).filter((item) => !item.read)
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      button={button}
      className="notifications"
      sideOffset={6}
      aria-labelledby={heading}
    >
      <div className="notifications-head">
        <h2 id={heading}>Notifications</h2>
        {unread.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => mark.mutate(unread.map(({ id }) => id))}>
            Mark all as Read
          </Button>
        )}
      </div>
      {!data && isError && (
        <div className="px-4 pb-5">
          <NotLoaded what="Your notifications could not be loaded." onRetry={refetch} />
        </div>
      )}
      {!data && !isError && <Skeleton className="mx-4 mb-4 h-10" />}
      {data?.length === 0 && <p className="notifications-note">No notifications Yet!</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map((item) => (
            <Item
              key={item.id}
              item={item}
              onRead={() => mark.mutate([item.id])}
              onFollow={() => onOpenChange(false)}
            />
          ))}
        </ul>
      )}
    </Popover>
  )
}

interface ItemProps {
  item: Notification
  onRead: () => void
  /** Called when the person follows the link. */
  onFollow: () => void
}

function Item({ item, onRead, onFollow }: ItemProps) {
  const { type, read, created_at, download_file, path } = item
  const { line, note: noteOf, link } = KINDS[type]
  const [address, note] = [link && path, noteOf(item)]
  const follow = () => {
    if (!read) onRead()
    onFollow()
  }
  return (
    <li data-unread={!read || undefined}>
      <span className="notifications-mark">{!read && <span className="sr-only">Unread:</span>}</span>
      <div className="min-w-0 flex-1">
        <p className="text-text [overflow-wrap:anywhere]">
          {address ? (
            <Link className="quiet-link" to={address} onClick={follow}>
              {line(item)}
            </Link>
          ) : (
            line(item)
          )}
        </p>
        {note && <p className="notifications-words">{note}</p>}
        <p className="meta">
          <span>
            <RelativeTime at={created_at} exact />
          </span>
        </p>
        <p className="flex gap-3 text-xs text-text-2">
          {link && address && (
            <Link className="link" to={address} onClick={follow}>
              {link}
            </Link>
          )}
          {!read && (
            <button type="button" className="link" onClick={onRead}>
              Mark as Read
            </button>
          )}
        </p>
      </div>
      {download_file && (
        <a className={buttonClass({ size: 'sm' })} href={download_file} download onClick={() => !read && onRead()}>
          Download
        </a>
      )}
    </li>
  )
}
