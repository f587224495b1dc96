import { DIGEST } from '@footnote/contract/shared/limits.ts'
import type { ReviewStatus } from '@footnote/contract/shared/review-status.ts'
import { countLines, type Digest, type DigestLine, type DigestVideo } from './digest.ts'

/** @param one of the things, for example `comment` @returns for example `2 comments` */
export const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** What a mail is about, in one line. */
export function digestSubject(digest: Pick<Digest, 'videos' | 'notices' | 'notice'>): string {
  const { videos, notices, notice: word } = digest
  const [first] = videos
  const lines = countLines(digest)
  const [notice] = notices
  if (!first) return notices.length === 1 && notice ? notice.subject : counted(notices.length, word)
  const line = lines === 1 && notices.length === 0 ? first.lines[0] : undefined
  if (line && line.replies_to !== undefined) return `${line.author} replied in your thread on ${first.name}`
  const on = videos.length === 1 ? first.name : `${videos.length} videos`
  const besides = notices.length > 0 ? `, and ${counted(notices.length, word)}` : ''
  return `${counted(lines, 'comment')} on ${on}${besides}`
}

/** The time between the first and the last line of a mail, for example `Nov 24, 13:40 to 14:40 UTC`. */
export function digestPeriod({
  from,
  until,
  time_zone: timeZone,
}: Pick<Digest, 'from' | 'until' | 'time_zone'>): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' })
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const zone = timeZone === 'UTC' ? ' UTC' : ''
  const [start, end] = [from, until].map((at) => ({ day: day.format(at), time: time.format(at) }))
  if (!start || !end) return ''
  if (start.day !== end.day) return `${start.day}, ${start.time} to ${end.day}, ${end.time}${zone}`
  return `${start.day}, ${start.time}${start.time === end.time ? '' : ` to ${end.time}`}${zone}`
}

const STATUS: Readonly<Record<ReviewStatus, string | null>> = {
  in_progress: null,
  needs_review: 'Needs review',
  changes_requested: 'Changes requested',
  approved: 'Approved',
}

/** The state of a video's review, for example `Needs review, due Dec 1`; empty before it begins. */
export function statusOf({ review_status, due_at }: DigestVideo, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' })
  return [STATUS[review_status], due_at && `due ${day.format(due_at)}`].filter(Boolean).join(', ')
}

/** The words after the name of an author, for example `replies to you (team only)`; empty for a comment that all see. */
export const doing = ({ replies_to, team }: DigestLine): string =>
  [
    replies_to === undefined ? null : replies_to === null ? 'replies' : `replies to ${replies_to}`,
    team ? '(team only)' : null,
  ]
    .filter(Boolean)
    .join(' ')

/** Says that a mail leaves out lines. */
export const LEFT_OUT = `This mail has the first ${DIGEST.lines} lines. Open the videos to see the others.`
