import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import type { Verdict } from '@footnote/contract/shared/review-status.ts'
import { dueSentence } from '../../review/approvals/policy.ts'

/** The facts that a mail may contain. */
interface Facts {
  readonly video: string
  /** Name of the selects that were rendered. */
  readonly selects: string
  readonly actor: string
  /** Number of the new version, or of the one to review. */
  readonly version: number
  /** What somebody said about that version. */
  readonly verdict: Verdict | null
  readonly text: string
  /** How many comments were sent together, and on how many videos. */
  readonly comments: number
  readonly videos: number
  /** Whether the person is reminded of a due date; the text then says it. */
  readonly reminder: boolean
  /** When verdicts are due; null without a date. */
  readonly due_at: Date | null
  readonly error: string | null
}

/** What a person did to a version. */
const DECIDED: Readonly<Record<Verdict, string>> = {
  approved: 'approved',
  changes_requested: 'requested changes to',
  withdrawn: 'withdrew the verdict on',
}

/** @param videos number of all */
const others = (videos: number): string =>
  videos > 2 ? ` and ${videos - 1} more videos` : videos === 2 ? ' and another video' : ''

/** What a notification leads to. Files are under the bell. */
export type Destination = 'comment' | 'approval' | 'video' | 'collection' | 'files' | 'selects' | 'company'

interface KindOfNotification {
  /** Completes the sentence 'Mails about …'. */
  readonly name: string
  /** What its mail and its line under the bell lead to, and the words before the address in the mail. */
  readonly leads: { readonly to: Destination; readonly words: string }
  readonly mail: (facts: Facts) => { readonly subject: string; readonly body: string }
}

/** Everything that the server knows of each kind of notification. */
export const KINDS: Readonly<Record<NotificationKind, KindOfNotification>> = {
  DOWNLOAD_CLIP: {
    name: 'finished clips',
    leads: { to: 'files', words: 'Download the clip' },
    mail: ({ video, error }) =>
      error
        ? { subject: `Your clip of ${video} could not be made`, body: error }
        : { subject: `Your clip of ${video} is ready`, body: 'You find it under the bell.' },
  },
  VIDEO_READY: {
    name: 'videos that are ready',
    leads: { to: 'video', words: 'Open the video' },
    mail: ({ video, error }) =>
      error
        ? { subject: `${video} is ready, but without a transcript`, body: error }
        : { subject: `${video} is ready`, body: `${video} has been indexed and can be searched.` },
  },
  VIDEO_FAILED: {
    name: 'videos that failed',
    leads: { to: 'collection', words: 'Open its collection' },
    mail: ({ video, error }) => ({
      subject: `${video} could not be indexed`,
      body: error ?? 'Open its collection to see why, and to try again.',
    }),
  },
  COMMENT: {
    name: 'comments on your videos',
    leads: { to: 'comment', words: 'Open the comment' },
    mail: ({ video, actor, text, comments, videos }) => {
      const did = comments > 1 ? `wrote ${comments} comments` : 'commented'
      return { subject: `${actor} ${did} on ${video}${others(videos)}`, body: text }
    },
  },
  REPLY: {
    name: 'replies in threads that you wrote in',
    leads: { to: 'comment', words: 'Open the reply' },
    mail: ({ video, actor, text }) => ({ subject: `${actor} replied in your thread on ${video}`, body: text }),
  },
  MENTION: {
    name: 'comments that mention you',
    leads: { to: 'comment', words: 'Open the comment' },
    mail: ({ video, actor, text }) => ({ subject: `${actor} mentioned you on ${video}`, body: text }),
  },
  COMMENT_DELETED: {
    name: 'your comments that others deleted',
    leads: { to: 'comment', words: 'Open the video' },
    mail: ({ video, actor, text, comments, videos }) => {
      const what = comments > 1 ? `${comments} of your comments` : 'your comment'
      return { subject: `${actor} deleted ${what} on ${video}${others(videos)}`, body: text }
    },
  },
  NEW_VERSION: {
    name: 'new versions of videos that you own or comment on',
    leads: { to: 'video', words: 'Open the new version' },
    mail: ({ video, actor, version }) => ({
      subject: `Version ${version} of ${video} is here`,
      body: `${actor} uploaded it. Open comments of the versions before it wait there.`,
    }),
  },
  REVIEW_REQUESTED: {
    name: 'requests to review a video',
    leads: { to: 'video', words: 'Review it' },
    mail: ({ video, actor, version, text, reminder, due_at }) => ({
      subject: reminder
        ? `Your verdict on version ${version} of ${video} is due soon`
        : `${actor} asks you to review version ${version} of ${video}`,
      body: [
        text || 'Watch it, then approve it or ask for changes.',
        ...(due_at && !reminder ? [dueSentence(due_at)] : []),
      ].join('\n\n'),
    }),
  },
  VERDICT: {
    name: 'verdicts on versions that you own or asked about',
    leads: { to: 'approval', words: 'Open the approval' },
    mail: ({ video, actor, version, verdict, text }) => ({
      subject: `${actor} ${verdict ? DECIDED[verdict] : 'decided about'} version ${version} of ${video}`,
      body: text || 'Open the video to see who has not decided yet.',
    }),
  },
  LINK_OPENED: {
    name: 'visits to your links',
    leads: { to: 'video', words: 'Open the video' },
    mail: ({ video, actor, text }) => ({
      subject: `${actor} opened your link ${text ? `'${text}'` : `to ${video}`}`,
      body: 'To see what they watched, open Share, then Visits.',
    }),
  },
  LINK_GUESSED: {
    name: 'guesses at the passwords of your links',
    leads: { to: 'video', words: 'Open the video' },
    mail: ({ video, text }) => ({
      subject: `Somebody is guessing the password of your link ${text ? `'${text}'` : `to ${video}`}`,
      body: 'Somebody tried too many wrong passwords within an hour, so guests may have to wait. If that continues, revoke the link under Share and send a new one.',
    }),
  },
  EXPORT: {
    name: 'finished stills',
    leads: { to: 'files', words: 'Download the stills' },
    mail: ({ video, error }) =>
      error
        ? { subject: `Your stills of ${video} could not be made`, body: error }
        : { subject: `Your stills of ${video} are ready`, body: 'You find the ZIP under the bell, for 7 days.' },
  },
  SELECTS_READY: {
    name: 'rendered selects',
    leads: { to: 'selects', words: 'Open it' },
    mail: ({ selects, error }) =>
      error
        ? { subject: `${selects} could not be rendered`, body: error }
        : { subject: `${selects} is rendered`, body: 'You find it under the bell.' },
  },
  INVITE_ACCEPTED: {
    name: 'invitations that were accepted',
    leads: { to: 'company', words: 'Open your company' },
    mail: ({ actor }) => ({
      subject: `${actor} accepted your invitation`,
      body: `${actor} is now a member of your company.`,
    }),
  },
  DATA_EXPORT: {
    name: 'the download of your data',
    leads: { to: 'files', words: 'Download your data' },
    mail: ({ error }) =>
      error
        ? { subject: 'Your data could not be put together', body: error }
        : { subject: 'Your data is ready', body: 'You find the ZIP under the bell, for 7 days.' },
  },
}
