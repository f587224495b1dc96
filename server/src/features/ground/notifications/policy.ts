import type { Digest, NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { DIGEST } from '@footnote/contract/shared/limits.ts'

/** Whether a kind is mailed to people who chose nothing: those that they have to answer, or to do something about. */
export const MAILED: Readonly<Record<NotificationKind, boolean>> = {
  DOWNLOAD_CLIP: false,
  VIDEO_READY: false,
  VIDEO_FAILED: true,
  COMMENT: true,
  REPLY: true,
  MENTION: true,
  COMMENT_DELETED: false,
  NEW_VERSION: true,
  REVIEW_REQUESTED: true,
  VERDICT: true,
  LINK_OPENED: false,
  LINK_GUESSED: true,
  EXPORT: false,
  SELECTS_READY: false,
  INVITE_ACCEPTED: false,
  DATA_EXPORT: true,
}

/** How long lines of mails are gathered; `burst`, those about one video for some minutes. */
export type Pace = 'burst' | Exclude<Digest, 'at_once'>

/** Kinds of which many come in a few minutes: a mail sent at once is about all of them on one video. */
const IN_BURSTS: ReadonlySet<NotificationKind> = new Set(['COMMENT', 'REPLY'])

/** How mails of a kind are gathered; null when each is sent by itself, at once. */
export const paceOf = (kind: NotificationKind, digest: Digest): Pace | null =>
  digest !== 'at_once' ? digest : IN_BURSTS.has(kind) ? 'burst' : null

/**
 * When the mail is sent whose first line came now: some minutes later, an hour later, or the next morning of the reader.
 * @param time_zone IANA name; UTC for null
 */
export function dueAfter(pace: Pace, now: Date, time_zone: string | null): Date {
  if (pace === 'daily') return nextMorning(now, time_zone ?? 'UTC')
  return new Date(now.getTime() + 1_000 * (pace === 'burst' ? DIGEST.burst : DIGEST.hourly))
}

const MINUTE = 60_000

/** Milliseconds by which clocks of a zone are ahead of UTC. */
function aheadOfUtc(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric' },
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE) * MINUTE
}

/** The next time at which clocks of a zone show the hour of daily mails. */
function nextMorning(now: Date, timeZone: string): Date {
  const local = new Date(now.getTime() + aheadOfUtc(now.getTime(), timeZone))
  for (let day = 0; ; day += 1) {
    const shown = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + day, DIGEST.hour)
    // Clocks may change in the night before.
    const at = shown - aheadOfUtc(shown - aheadOfUtc(shown, timeZone), timeZone)
    if (at > now.getTime()) return new Date(at)
  }
}
