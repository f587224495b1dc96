import type { Notification, NotificationKind } from '@footnote/contract/nouns/notifications.ts'
import { collectionAddress, reviewAddress } from '../../lib/addresses.ts'

/** Each kind as an entry of the settings. */
export const KIND_WORDS: Readonly<Record<NotificationKind, { title: string; words: string }>> = {
  VIDEO_READY: { title: 'Video ready', words: 'Footnote has indexed your video.' },
  VIDEO_FAILED: { title: 'Video failed', words: 'Footnote could not index your video.' },
  COMMENT: { title: 'Comments', words: 'Somebody comments on your video.' },
  REPLY: { title: 'Replies', words: 'Somebody replies to you, or on your video.' },
  DOWNLOAD_CLIP: { title: 'Clips', words: 'Your clip is ready.' },
  INVITE_ACCEPTED: { title: 'Invitations', words: 'Somebody accepts your invitation.' },
  DATA_EXPORT: { title: 'Your data', words: 'Your data is ready.' },
}

/** What a notification says, in one line. */
export function wordsOf({ type, error, video_name, actor_name, download_file }: Notification): string {
  const video = video_name ?? 'a video'
  const somebody = actor_name ?? 'Somebody'
  switch (type) {
    case 'DOWNLOAD_CLIP':
      return error ?? (download_file ? '[Clip] is ready for download' : '[Clip] can no longer be downloaded')
    case 'VIDEO_READY':
      return `${video_name ?? 'A video'} is ready`
    case 'VIDEO_FAILED':
      return `${video_name ?? 'A video'} could not be indexed`
    case 'COMMENT':
      return `${somebody} commented on ${video}`
    case 'REPLY':
      return `${somebody} replied on ${video}`
    case 'INVITE_ACCEPTED':
      return `${somebody} accepted your invitation`
    case 'DATA_EXPORT':
      return error ?? (download_file ? 'Your data is ready for download' : 'Your data can no longer be downloaded')
  }
}

/** What stands under it: the comment, the reason, the clip's video. */
export function noteOf({ type, error, text, video_name }: Notification): string | null {
  if (type === 'DOWNLOAD_CLIP') return video_name
  return type === 'VIDEO_FAILED' ? error : text
}

/** Words of the link to where it leads. */
export function placeOf({ type }: Notification): string {
  if (type === 'VIDEO_FAILED') return 'Open its collection'
  if (type === 'INVITE_ACCEPTED') return 'Open company'
  return type === 'VIDEO_READY' ? 'Open video' : 'Open comment'
}

/** Where it leads; null where that is gone, or where there is only something to download. */
export function addressOf({ type, video_id, video_user_id, collection_id }: Notification): string | null {
  if (type === 'INVITE_ACCEPTED') return '/company'
  if (type === 'DOWNLOAD_CLIP' || type === 'DATA_EXPORT') return null
  if (type === 'VIDEO_FAILED') return collection_id && collectionAddress({ id: collection_id, kind: 'search' })
  return video_id && video_user_id && reviewAddress({ id: video_id, user_id: video_user_id })
}
