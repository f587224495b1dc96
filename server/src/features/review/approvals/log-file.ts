import type { LogEntry } from '@footnote/contract/nouns/review/approvals.ts'
import { csvFile } from '@footnote/contract/shared/csv.ts'
import type { AnsweredFile } from '../../../platform/route.ts'

const HEAD = [
  'At',
  'Version',
  'By',
  'Action',
  'Status before',
  'Status after',
  'Verdict',
  'Note',
  'Asked',
  'Due',
  'Link ended',
]
/** Who acts when nobody does. */
const PRODUCT = 'Footnote'

/** The log of a review as a CSV file. @param videoName its name is part of the file's */
export function logFile(videoName: string, entries: readonly LogEntry[]): AnsweredFile {
  const rows = entries.map(({ at, version, actor, action, before, after }) => [
    at,
    version,
    actor ?? PRODUCT,
    action,
    before?.review_status ?? '',
    after.review_status,
    after.verdict ?? '',
    after.note ?? '',
    after.reviewers?.join('; ') ?? '',
    after.due_at ?? '',
    after.link_ended?.join('; ') ?? '',
  ])
  const name = `${videoName.replace(/\.[^.]{1,8}$/, '')} review log.csv`
  return { name, type: 'text/csv', body: csvFile([HEAD, ...rows]) }
}
