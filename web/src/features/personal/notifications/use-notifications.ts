import type { Notification } from '@footnote/contract/nouns/personal/notifications.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FollowPerson, PersonListener } from '../../../lib/calls/events.ts'
import { isMarking, notificationsQuery, reloadNotifications } from './api.ts'

/** Milliseconds after the first read before the bell loads its stream: the page loads first. */
const SETTLE = 3_000
/** Milliseconds in which several events make one read. */
const GATHER = 1_000

/**
 * The user's notifications, newest first; undefined until they are read. Read again when the server says that they have
 * changed, and every 10 s while it cannot say so.
 * @param follow how the page hears that
 */
export function useNotifications(follow: FollowPerson): readonly Notification[] | undefined {
  const queries = useQueryClient()
  const [told, setTold] = useState(false)
  const refetchInterval = () => (told || isMarking(queries) ? false : TIMING.notification_polling)
  const { data } = useQuery({ ...notificationsQuery(), refetchInterval })
  const read = data !== undefined
  useEffect(() => {
    if (!read) return
    const stop = new AbortController()
    let gathering: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      clearTimeout(gathering)
      gathering = undefined
      reloadNotifications(queries)
    }
    const listener: PersonListener = {
      onOpen: () => {
        setTold(true)
        reload()
      },
      onClosed: () => setTold(false),
      onNotifications: () => {
        gathering ??= setTimeout(reload, GATHER)
      },
    }
    const settling = setTimeout(() => follow(listener, stop.signal), SETTLE)
    return () => {
      stop.abort()
      clearTimeout(settling)
      clearTimeout(gathering)
    }
  }, [read, follow, queries])
  return data
}
