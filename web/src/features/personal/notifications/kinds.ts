import type { Notification, NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { formatMoment } from '@footnote/contract/shared/timecode.ts'

/** Texts and link of a kind of notification. */
interface KindWords {
  /** Title in the settings. */
  readonly title: string
  readonly words: string
  /** The notification in one line. */
  readonly line: (notification: Notification) => string
  /** The second line: the comment, the reason, the clip's video. */
  readonly note: (notification: Notification) => string | null
  /** Words of the link to its screen; null when there is only a file to download. */
  readonly link: string | null
}

const text = (notification: Notification): string | null => notification.text
const video = ({ video_name }: Notification): string => video_name ?? 'a video'
const Video = ({ video_name }: Notification): string => video_name ?? 'A video'
const somebody = ({ actor_name }: Notification): string => actor_name ?? 'Somebody'

const linkName = (about: Notification): string => (about.text ? `‘${about.text}’` : `to ${video(about)}`)

const decided = ({ verdict }: Notification): string =>
  verdict === 'approved' ? 'approved' : verdict === 'withdrawn' ? 'withdrew the verdict on' : 'requested changes to'

const commented = ({ comments }: Notification): string => (comments ? `wrote ${comments} comments` : 'commented')
const others = ({ videos }: Notification): string =>
  videos && videos > 1 ? ` and ${videos === 2 ? 'another video' : `${videos - 1} more videos`}` : ''

/** Everything that the web app knows about each kind. */
export const KINDS: Readonly<Record<NotificationKind, KindWords>> = {
  VIDEO_READY: {
    title: 'Video ready',
    words: 'Footnote has indexed your video.',
    line: (about) => `${Video(about)} is ready${about.error ? ', but without a transcript' : ''}`,
    note: ({ error }) => error,
    link: 'Open video',
  },
  VIDEO_FAILED: {
    title: 'Video failed',
    words: 'Footnote could not index your video.',
    line: (about) => `${Video(about)} could not be indexed`,
    note: ({ error }) => error,
    link: 'Open its collection',
  },
  COMMENT: {
    title: 'Comments',
    words: 'Somebody comments on your video.',
    line: (about) => `${somebody(about)} ${commented(about)} on ${video(about)}${others(about)}`,
    note: text,
    link: 'Open comment',
  },
  REPLY: {
    title: 'Replies',
    words: 'Somebody replies in a thread that you wrote in.',
    line: (about) => `${somebody(about)} replied on ${video(about)}`,
    note: text,
    link: 'Open comment',
  },
  MENTION: {
    title: 'Mentions',
    words: 'Somebody mentions you in a comment.',
    line: (about) => `${somebody(about)} mentioned you on ${video(about)}`,
    note: text,
    link: 'Open comment',
  },
  COMMENT_DELETED: {
    title: 'Deleted comments',
    words: 'Somebody else deletes your comment, or the video that has it.',
    line: (about) =>
      `${somebody(about)} deleted ${about.comments ? `${about.comments} of your comments` : 'your comment'} on ${video(about)}${others(about)}`,
    note: text,
    link: 'Open video',
  },
  NEW_VERSION: {
    title: 'New versions',
    words: 'A video that you own or comment on has a new version.',
    line: (about) => `Version ${about.version ?? ''} of ${video(about)} is here`,
    note: ({ actor_name }) => actor_name,
    link: 'Open version',
  },
  REVIEW_REQUESTED: {
    title: 'Review requests',
    words: 'Somebody asks you to review a video.',
    line: (about) => `${somebody(about)} asks you to review version ${about.version ?? ''} of ${video(about)}`,
    note: ({ text, due_at }) =>
      [text, due_at && `Due ${formatMoment(new Date(due_at))}.`].filter(Boolean).join(' ') || null,
    link: 'Open video',
  },
  VERDICT: {
    title: 'Verdicts',
    words: 'Somebody approves a version that you own or asked about, or requests changes.',
    line: (about) => `${somebody(about)} ${decided(about)} version ${about.version ?? ''} of ${video(about)}`,
    note: text,
    link: 'Open video',
  },
  LINK_OPENED: {
    title: 'Opened links',
    words: 'Somebody opens a link of yours that says so.',
    line: (about) => `${somebody(about)} opened your link ${linkName(about)}`,
    note: () => null,
    link: 'Open video',
  },
  LINK_GUESSED: {
    title: 'Guessed links',
    words: 'Somebody tries many passwords at a link of yours.',
    line: (about) => `Somebody is guessing the password of your link ${linkName(about)}`,
    note: () => 'Guests may have to wait. If that continues, revoke the link and send a new one.',
    link: 'Open video',
  },
  DOWNLOAD_CLIP: {
    title: 'Clips',
    words: 'Your clip is ready.',
    line: ({ error, download_file }) =>
      error ?? (download_file ? '[Clip] is ready for download' : '[Clip] can no longer be downloaded'),
    note: ({ video_name }) => video_name,
    link: null,
  },
  EXPORT: {
    title: 'Stills',
    words: 'Your stills are ready.',
    line: ({ error, download_file }) =>
      error ?? (download_file ? '[Stills] are ready for download' : '[Stills] can no longer be downloaded'),
    note: ({ video_name }) => video_name,
    link: null,
  },
  SELECTS_READY: {
    title: 'Selects',
    words: 'Your selects are rendered.',
    line: ({ error, selects_name, download_file, video_id }) =>
      error ??
      (download_file || video_id
        ? `${selects_name ?? 'Your selects'} is rendered`
        : '[Selects] can no longer be downloaded'),
    note: ({ error, selects_name }) => (error ? selects_name : null),
    link: 'Open it',
  },
  INVITE_ACCEPTED: {
    title: 'Invitations',
    words: 'Somebody accepts your invitation.',
    line: (about) => `${somebody(about)} accepted your invitation`,
    note: text,
    link: 'Open company',
  },
  DATA_EXPORT: {
    title: 'Your data',
    words: 'Your data is ready.',
    line: ({ error, download_file }) =>
      error ?? (download_file ? 'Your data is ready for download' : 'Your data can no longer be downloaded'),
    note: text,
    link: null,
  },
}
