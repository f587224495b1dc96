import type { NotificationKind } from '@footnote/contract/nouns/notifications.ts'

/** The facts that a mail may contain. */
interface Facts {
  readonly video: string
  readonly actor: string
  /** Number of the new version. */
  readonly version: number
  readonly text: string
  readonly error: string | null
}

interface KindOfNotification {
  /** Completes the sentence 'Mails about …'. */
  readonly name: string
  /** Whether the default is to mail it: the person has to answer or do something. */
  readonly mailed: boolean
  readonly mail: (facts: Facts) => { readonly subject: string; readonly body: string }
}

/** Everything that the server knows of each kind of notification. */
export const KINDS: Readonly<Record<NotificationKind, KindOfNotification>> = {
  DOWNLOAD_CLIP: {
    name: 'finished clips',
    mailed: false,
    mail: ({ video, error }) =>
      error
        ? { subject: `Your clip of ${video} could not be made`, body: error }
        : { subject: `Your clip of ${video} is ready`, body: 'You find it under the bell.' },
  },
  VIDEO_READY: {
    name: 'videos that are ready',
    mailed: false,
    mail: ({ video }) => ({
      subject: `${video} is ready`,
      body: `${video} has been indexed and can be searched.`,
    }),
  },
  VIDEO_FAILED: {
    name: 'videos that failed',
    mailed: true,
    mail: ({ video, error }) => ({
      subject: `${video} could not be indexed`,
      body: error ?? 'Open its collection to see why, and to try again.',
    }),
  },
  COMMENT: {
    name: 'comments on your videos',
    mailed: true,
    mail: ({ video, actor, text }) => ({ subject: `${actor} commented on ${video}`, body: text }),
  },
  REPLY: {
    name: 'replies to your comments',
    mailed: true,
    mail: ({ video, actor, text }) => ({ subject: `${actor} replied to you on ${video}`, body: text }),
  },
  NEW_VERSION: {
    name: 'new versions of videos that you own or comment on',
    mailed: true,
    mail: ({ video, actor, version }) => ({
      subject: `Version ${version} of ${video} is here`,
      body: `${actor} uploaded it. Open comments of the versions before it wait there.`,
    }),
  },
  INVITE_ACCEPTED: {
    name: 'invitations that were accepted',
    mailed: false,
    mail: ({ actor }) => ({
      subject: `${actor} accepted your invitation`,
      body: `${actor} is now a member of your company.`,
    }),
  },
  DATA_EXPORT: {
    name: 'the download of your data',
    mailed: true,
    mail: ({ error }) =>
      error
        ? { subject: 'Your data could not be put together', body: error }
        : { subject: 'Your data is ready', body: 'You find the ZIP under the bell, for 7 days.' },
  },
}
