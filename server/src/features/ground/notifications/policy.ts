import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'

/** Whether a kind is mailed to people who chose nothing: those that they have to answer, or to do something about. */
export const MAILED: Readonly<Record<NotificationKind, boolean>> = {
  DOWNLOAD_CLIP: false,
  VIDEO_READY: false,
  VIDEO_FAILED: true,
  COMMENT: true,
  REPLY: true,
  COMMENT_DELETED: false,
  NEW_VERSION: true,
  REVIEW_REQUESTED: true,
  VERDICT: true,
  EXPORT: false,
  SELECTS_READY: false,
  INVITE_ACCEPTED: false,
  DATA_EXPORT: true,
}
