import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import type { ReviewStatus } from '@footnote/contract/shared/review-status.ts'

/** A comment or a reply, as a gathered mail has it. */
export interface DigestLine {
  readonly kind: NotificationKind
  /** Of a root, as on the page: `4`, or `T1` of a team-only one. Null for replies. */
  readonly number: string | null
  /** Its frames, as people read them. */
  readonly place: string
  readonly author: string
  readonly is_guest: boolean
  /** Author of the comment before a reply: `you`, a name, or null if it is deleted. Undefined for roots. */
  readonly replies_to?: string | null
  readonly team: boolean
  readonly text: string
  /** Leads to its frame and its thread. */
  readonly url: string
}

/** The lines about one video, each reply below its thread, in the order of the frames. */
export interface DigestVideo {
  readonly name: string
  readonly version: number
  readonly review_status: ReviewStatus
  readonly due_at: Date | null
  readonly url: string
  readonly lines: readonly DigestLine[]
}

/** A notification that is not about one comment: about a verdict, a request or a finished file, for example. */
export interface DigestNotice {
  readonly subject: string
  readonly body: string
  readonly link: { readonly words: string; readonly url: string } | null
}

/** A link that ends the mails of a kind. */
export interface DigestEnding {
  /** Completes the sentence 'Stop mails about …'. */
  readonly name: string
  readonly url: string
}

/** Everything that a gathered mail says. */
export interface Digest {
  readonly to: string
  /** When the first and the last of it happened. */
  readonly from: Date
  readonly until: Date
  /** IANA name of the zone in which the mail shows times. */
  readonly time_zone: string
  readonly notices: readonly DigestNotice[]
  /** What one of them is. */
  readonly notice: 'notification' | 'new version'
  readonly videos: readonly DigestVideo[]
  /** More lines than a mail has. */
  readonly more: boolean
  /** One for each kind in it; the first one is the address of RFC 8058. */
  readonly endings: readonly DigestEnding[]
  /** Page on which the reader chooses how often; null for a guest. */
  readonly settings_url: string | null
  readonly public_url: string
}

/** Number of comments and replies in a mail. */
export const countLines = ({ videos }: Pick<Digest, 'videos'>): number =>
  videos.reduce((count, { lines }) => count + lines.length, 0)
