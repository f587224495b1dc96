import {
  FAILED_STATUSES,
  type FailedStatus,
  isFailed,
  UNFINISHED_STATUSES,
  type VideoStatus,
} from '@footnote/contract/shared/video-status.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'

/** On the way to SUCCESS a video only moves forward, so that a job that runs twice cannot take it back. */
const ORDER: readonly (readonly VideoStatus[])[] = [
  ['PENDING'],
  ['VALIDATING'],
  ['QUEUED'],
  ['PROCESSING_SPEECH', 'PROCESSING_VISUAL', 'PROCESSING_OCR'],
  ['SUCCESS'],
]

/** Where a video waits, and the work that it waits for there. */
const WAITING = [
  ['PENDING', ['VALIDATING']],
  ['QUEUED', ['PROCESSING_SPEECH', 'PROCESSING_VISUAL', 'PROCESSING_OCR']],
] as const satisfies readonly (readonly [VideoStatus, readonly VideoStatus[]])[]

/** From which statuses a video may come into this one. Staying where it is counts as a move, except in PENDING and DELETING, which start a job. */
export function sourcesOf(status: VideoStatus): readonly VideoStatus[] {
  if (status === 'DELETING') return [...UNFINISHED_STATUSES, 'SUCCESS', ...FAILED_STATUSES]
  if (isFailed(status)) return [...UNFINISHED_STATUSES, status]
  if (status === 'PENDING') return FAILED_STATUSES
  const rank = ORDER.findIndex((step) => step.includes(status))
  return ORDER.slice(0, rank + 1).flat()
}

/** What goes with a status: how far the work is, 0 to 100, or why it ended. */
export type StatusDetails<Status extends VideoStatus> = Status extends FailedStatus
  ? { readonly error: string }
  : { readonly percentage?: number }

/**
 * Moves a video to a status; the only place where a status changes. The percentage only grows, SUCCESS is 100, and an
 * error is told only by a status that failed; a video that waits says why by `holdVideo`.
 * @returns false when the video is gone, is being deleted, or is past this status: whoever works on it then stops
 */
export async function moveVideo<Status extends VideoStatus>(
  db: Kysely<Tables>,
  videoId: string,
  status: Status,
  details?: StatusDetails<Status>,
): Promise<boolean> {
  const { error, percentage = 0 }: { error?: string; percentage?: number } = details ?? {}
  const reached = status === 'SUCCESS' ? 100 : Math.min(100, Math.max(0, percentage))
  const { numUpdatedRows } = await db
    .updateTable('videos')
    .set((row) => ({
      status,
      error: error ?? null,
      ...(status === 'SUCCESS' ? { searchable_until: null } : {}),
      status_percentage: row.fn<number>('greatest', ['status_percentage', row.val(reached)]),
    }))
    .where('id', '=', videoId)
    .where('status', 'in', sourcesOf(status))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Takes a video that is worked on back to where it waits, with the reason that its owner reads; the next move clears it.
 * @param reason a sentence
 */
export async function holdVideo(db: Kysely<Tables>, videoId: string, reason: string): Promise<void> {
  for (const [waiting, working] of WAITING) {
    const of = await db
      .updateTable('videos')
      .set({ status: waiting, error: reason })
      .where('id', '=', videoId)
      .where('status', 'in', [waiting, ...working])
      .executeTakeFirst()
    if (of.numUpdatedRows > 0n) return
  }
}
