import {
  NOTIFICATION_GROUPS,
  type Notification,
  type NotificationGroup,
} from '@footnote/contract/nouns/personal/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { RelativeTime } from '../../../ui/marks/relative-time.tsx'
import { Popover, type PopoverState } from '../../../ui/overlays/popover.tsx'
import { NotLoaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { useTabs } from '../../../ui/page/tabs.tsx'
import { notificationsQuery, useMarkAsRead } from './api.ts'
import { KINDS } from './kinds.ts'
import './notifications.css'

const TITLES: Readonly<Record<NotificationGroup, string>> = { for_you: 'For you', comments: 'Comments', other: 'Other' }

/** What opens first: what waits for the person, else what is new. */
function frontOf(list: readonly Notification[]): NotificationGroup {
  const unread = list.filter(({ read }) => !read)
  if (unread.some(({ group }) => group === 'for_you')) return 'for_you'
  return (unread[0] ?? list[0])?.group ?? 'for_you'
}

/** Popover of the bell: notifications of a group, newest first. */
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
        <Groups list={data} onRead={(id) => mark.mutate([id])} onFollow={() => onOpenChange(false)} />
      )}
    </Popover>
  )
}

interface GroupsProps {
  list: readonly Notification[]
  onRead: (id: string) => void
  /** Called when the person follows a link. */
  onFollow: () => void
}

/** A tab for each group, so that comments push out neither requests nor verdicts. */
function Groups({ list, onRead, onFollow }: GroupsProps) {
  const [front, setFront] = useState(() => frontOf(list))
  const tabs = NOTIFICATION_GROUPS.map((value) => {
    const count = list.filter(({ group, read }) => group === value && !read).length
    return { value, label: TITLES[value], ...(count > 0 && { count }) }
  })
  const { list: head, panel } = useTabs({ label: 'Groups of notifications', tabs, value: front, onChange: setFront })
  const shown = list.filter(({ group }) => group === front)
  return (
    <>
      <div className="notifications-tabs">{head}</div>
      <div {...panel} className="notifications-list">
        {shown.length === 0 ? (
          <p className="notifications-note">Nothing here yet.</p>
        ) : (
          <ul>
            {shown.map((item) => (
              <Item key={item.id} item={item} onRead={() => onRead(item.id)} onFollow={onFollow} />
            ))}
          </ul>
        )}
      </div>
    </>
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
