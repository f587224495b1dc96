import type { LogEntry } from '@footnote/contract/nouns/review/approvals.ts'
import { formatDate } from '@footnote/contract/shared/timecode.ts'
import { reviewWords } from '../../../ui/marks/review-chip.tsx'

const who = ({ actor }: LogEntry): string => actor ?? 'Footnote'

/** What an entry of the log says, a sentence without its full stop. */
export function entryWords(entry: LogEntry): string {
  const { action, version, after } = entry
  switch (action) {
    case 'version':
      return `Version ${version} is new`
    case 'request':
      return `${who(entry)} asked ${namesOf(after.reviewers)}${after.due_at ? `, due ${formatDate(new Date(after.due_at))}` : ''}`
    case 'verdict':
      return `${who(entry)} ${verdictWords(after.verdict)} version ${version}`
    case 'status':
      return `${who(entry)} set the status to ${reviewWords(after.review_status)}`
    case 'reviewer_left':
      return 'A person who was asked has left'
    case 'link_ended':
      return entry.actor === null
        ? `The link of ${namesOf(after.link_ended)} ended`
        : `${entry.actor} revoked the link of ${namesOf(after.link_ended)}`
    case 'current':
      return `Version ${version} became the current one`
  }
}

const verdictWords = (verdict: LogEntry['after']['verdict']): string =>
  verdict === 'approved'
    ? 'approved'
    : verdict === 'changes_requested'
      ? 'requested changes to'
      : 'withdrew the verdict on'

function namesOf(names: readonly string[] = []): string {
  if (names.length < 2) return names[0] ?? 'nobody'
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** The change of the status, for example 'Needs review → Approved'; null when it stayed. */
export function statusWords({ before, after }: LogEntry): string | null {
  if (before?.review_status === after.review_status) return null
  const words = reviewWords(after.review_status)
  return before ? `${reviewWords(before.review_status)} → ${words}` : words
}
