import type { ReviewStatus } from '@footnote/contract/shared/review-status.ts'
import { formatDate } from '@footnote/contract/shared/timecode.ts'
import type { BadgeKind } from './badge.tsx'

const LOOKS: Readonly<Record<ReviewStatus, readonly [words: string, kind: BadgeKind]>> = {
  in_progress: ['In progress', 'idle'],
  needs_review: ['Needs review', 'busy'],
  changes_requested: ['Changes requested', 'warn'],
  approved: ['Approved', 'ok'],
}

/** For example 'Needs review'. */
export const reviewWords = (status: ReviewStatus): string => LOOKS[status][0]

/** For example 'due Nov 28', or 'late, was due Nov 28'; null when nothing is due any more. @param due ISO 8601 */
export function dueWords(due: string | null, status: ReviewStatus, now = new Date()): string | null {
  if (due === null || status === 'approved') return null
  const at = new Date(due)
  const day = formatDate(at).replace(`, ${now.getFullYear()}`, '')
  return at < now ? `late, was due ${day}` : `due ${day}`
}

/** How far the review of a version is, and when it is due. */
export function ReviewChip({ status, due }: { status: ReviewStatus; due: string | null }) {
  const words = dueWords(due, status)
  return (
    <>
      {/* A badge, but without its file: that loads with the dialogs, and the review page begins without them. */}
      <span className={`badge tint-${LOOKS[status][1]}`}>{reviewWords(status)}</span>
      {words && <span className="review-due">{words}</span>}
    </>
  )
}
