import { lacksSpeech } from '@footnote/contract/shared/language/speech-notes.ts'
import {
  FAILED_STATUSES,
  type FailedStatus,
  isFailed,
  UNFINISHED_STATUSES,
  type VideoStatus,
} from '@footnote/contract/shared/video-status.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'
import { notifyPerson } from '../../ground/notifications/commands.ts'
import type { Services } from '../../services.ts'
import { beginLightCopy } from './light/commands.ts'

/** A video only moves forward to SUCCESS, so that a repeated job cannot move it back. */
const ORDER: readonly (readonly VideoStatus[])[] = [
  ['PENDING'],
  ['VALIDATING'],
  ['QUEUED'],
  ['PROCESSING_SPEECH', 'PROCESSING_VISUAL', 'PROCESSING_OCR'],
  ['SUCCESS'],
]

/** The waiting statuses, and the working status that follows each. */
const WAITING = [
  ['PENDING', ['VALIDATING']],
  ['QUEUED', ['PROCESSING_SPEECH', 'PROCESSING_VISUAL', 'PROCESSING_OCR']],
] as const satisfies readonly (readonly [VideoStatus, readonly VideoStatus[]])[]

/**
 * The statuses from which a video may enter this one. Staying counts as a move, except in PENDING and DELETING, which
 * start a job.
 */
export function sourcesOf(status: VideoStatus): readonly VideoStatus[] {
  if (status === 'DELETING') return [...UNFINISHED_STATUSES, 'SUCCESS', ...FAILED_STATUSES]
  if (isFailed(status)) return [...UNFINISHED_STATUSES, status]
  if (status === 'PENDING') return FAILED_STATUSES
  const rank = ORDER.findIndex((step) => step.includes(status))
  return ORDER.slice(0, rank + 1).flat()
}

/** The details of a status: the progress, 0 to 100, or the reason of the failure. */
export type StatusDetails<Status extends VideoStatus> = Status extends FailedStatus
  ? { readonly error: string }
  : { readonly percentage?: number }

/**
 * Moves a video to a status; no other code changes a status. The percentage only grows, SUCCESS is 100, and only failed
 * statuses have an error; a waiting video gets its reason from `holdVideo`.
 * @returns false when the video is deleted, in deletion, or past this status: the caller then stops
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
 * Moves a video from work back to waiting, with a reason for its owner. The next move clears the reason.
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

/** The final status of a video that was not indexed, and the sentence for its owner. */
export interface Outcome {
  readonly status: FailedStatus
  readonly error: string
}

/** Ends the work on a video and notifies its owner in one transaction; once, however often the job runs. */
export async function endVideo(
  { db, queue }: Pick<Services, 'db' | 'queue'>,
  videoId: string,
  outcome: Outcome | 'SUCCESS',
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('videos')
      .select(['status', 'user_id', 'file_name', 'playback', 'speech_note', 'light'])
      .where('id', '=', videoId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const failed = outcome === 'SUCCESS' ? null : outcome
    const moved = failed
      ? await moveVideo(transaction, videoId, failed.status, { error: failed.error })
      : await moveVideo(transaction, videoId, 'SUCCESS')
    if (moved && !failed && before && before.status !== 'SUCCESS') {
      if (before.playback === 'UNCHECKED') await queue.enqueue(transaction, 'check-video', { video_id: videoId })
      await beginLightCopy(transaction, queue, videoId, before.light)
    }
    if (!moved || !before?.user_id || before.status === (failed?.status ?? 'SUCCESS')) return
    await notifyPerson(transaction, queue, {
      user_id: before.user_id,
      type: failed ? 'VIDEO_FAILED' : 'VIDEO_READY',
      request_id: null,
      payload: { video_id: videoId, video_name: before.file_name, error: failed?.error ?? speechFault(before) },
    })
  })
}

const speechFault = ({ speech_note }: { readonly speech_note: string | null }): string | null =>
  lacksSpeech(speech_note) ? speech_note : null
