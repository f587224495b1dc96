import { commentPlace } from '@footnote/contract/shared/timecode.ts'
import { reviewPath } from '../../library/videos/queries.ts'
import { type Destination, KINDS } from './kinds.ts'
import { mayFetchSelects } from './policy.ts'
import type { AboutComment, NotificationRow } from './queries.ts'

/** What a notification is about, as far as its reader can open it. */
type About = Pick<NotificationRow, 'type' | 'payload' | 'company_id' | 'about' | 'comment'>

const destinationOf = (type: string): Destination | null =>
  Object.entries(KINDS).find(([kind]) => kind === type)?.[1].leads.to ?? null

/** The frame of a comment, and the comments from its root down to it, for the review page to open. */
export const commentQuery = ({ start_time, thread }: AboutComment): string =>
  `t=${start_time.toFixed(6)}&comment=${thread.join(',')}`

/**
 * Path of the screen that a notification leads to, under the bell as in its mail. It has no token: whoever follows it
 * signs in.
 * @returns null when nothing is left to show, or the reader has left the company that sees it
 */
export function pathOf({ type, payload, company_id, about, comment }: About): string | null {
  const video = about && about.video.status !== 'DELETING' ? reviewPath(about.video) : null
  switch (destinationOf(type)) {
    case 'comment':
      return video && comment ? `${video}?${commentQuery(comment)}` : video
    case 'approval':
      return video && `${video}?approvals=true`
    case 'video':
      return video
    case 'collection':
      return about && `${about.collection.kind === 'review' ? '/quick-review' : ''}/collections/${about.collection.id}`
    case 'files':
      // A phone's review page has no bell, which lists the files.
      return '/home?notifications=true'
    case 'selects':
      if (payload.video_id) return video
      return payload.selects_id && mayFetchSelects({ company_id }, payload.company_id)
        ? `/selects/${payload.selects_id}`
        : null
    case 'company':
      return '/company'
    case null:
      return null
  }
}

/** What a notification is about, in one line: for example `cut.mp4, version 2, comment 3, 01:00:05:12`. Null without a video. */
export function placeOf({ payload, about, comment }: About): string | null {
  if (!payload.video_name) return null
  const version = payload.version ?? about?.video.version
  const { timing = null, timecode = null } = about?.video ?? {}
  const words = [
    payload.video_name,
    version && `version ${version}`,
    comment?.root_number && `comment ${comment.root_number}`,
    comment && commentPlace(comment, timing, timecode),
  ]
  return words.filter(Boolean).join(', ')
}
