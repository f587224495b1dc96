import { UNFINISHED_STATUSES, type VideoStatus } from '@footnote/contract/shared/video-status.ts'
import type { ExpressionBuilder, Transaction } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'
import { hasVideoJob } from '../../../platform/queue/lost-jobs.ts'
import type { Queue } from '../../../platform/queue/queue.ts'

const TO_VALIDATE: readonly VideoStatus[] = ['PENDING', 'VALIDATING']
const TO_PROCESS = UNFINISHED_STATUSES.filter((status) => !TO_VALIDATE.includes(status))

type Row = ExpressionBuilder<Tables, 'videos'>

/** Whether the file of a video still has to be fetched. */
const isToFetch = (row: Row) =>
  row.exists(row.selectFrom('video_fetches').select('video_id').whereRef('video_id', '=', 'videos.id'))

/** Whether a light copy is to be made. One with another sound waits for that. */
const isToLighten = (row: Row, light: 'DUE' | 'ASKED') =>
  row.and([row('light', '=', light), row('status', '=', 'SUCCESS'), row('sound_due', '=', false)])

/** The videos that call for each job. */
const CALLS = [
  ['import-url', (row: Row) => row.and([row('status', '=', 'PENDING'), isToFetch(row)])],
  ['index-video', (row: Row) => row.and([row('status', 'in', TO_VALIDATE), row.not(isToFetch(row))])],
  ['process-video', (row: Row) => row('status', 'in', TO_PROCESS)],
  ['delete-video', (row: Row) => row('status', '=', 'DELETING')],
  ['transcode-video', (row: Row) => row.and([row('playback', '=', 'PREPARING'), row('status', '!=', 'DELETING')])],
  [
    'change-sound',
    (row: Row) =>
      row.and([row('sound_due', '=', true), row('status', '=', 'SUCCESS'), row('playback', '!=', 'PREPARING')]),
  ],
  [
    'renew-transcript',
    (row: Row) =>
      row.and([row('transcript_revision', '>', row.ref('subtitle_revision')), row('status', '=', 'SUCCESS')]),
  ],
  ['prepare-light', (row: Row) => isToLighten(row, 'DUE')],
  ['make-light', (row: Row) => isToLighten(row, 'ASKED')],
  ['check-video', (row: Row) => row.and([row('playback', '=', 'UNCHECKED'), row('status', '=', 'SUCCESS')])],
] as const

/** Enqueues the jobs that videos call for and the queue neither has nor gave up. @returns their number */
export async function enqueueMissing(transaction: Transaction<Tables>, queue: Queue): Promise<number> {
  let missing = 0
  for (const [job, calls] of CALLS) {
    const videos = await transaction
      .selectFrom('videos')
      .select('id')
      .where(calls)
      .where((row) => row.not(hasVideoJob(job)))
      .orderBy('created_at')
      .execute()
    for (const { id } of videos) await queue.enqueue(transaction, job, { video_id: id })
    missing += videos.length
  }
  return missing
}
