import { isUnfinished, type VideoStatus } from '@footnote/contract/shared/video-status.ts'
import type { Transaction } from 'kysely'
import { notifyPerson } from '../../features/ground/notifications/commands.ts'
import { prepareForPlaying } from '../../features/library/videos/commands.ts'
import { enqueueFirst } from '../../features/library/videos/fetches/commands.ts'
import { endLightCopy, requestLightCopy } from '../../features/library/videos/light/commands.ts'
import { failMarkedCopy, retryMarkedCopy } from '../../features/library/videos/marked/commands.ts'
import { endVideo, moveVideo } from '../../features/library/videos/status.ts'
import { answerRendering } from '../../features/output/selects/render/commands.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { JobName, Jobs } from '../../platform/queue/jobs.ts'
import { dropJob, holdJob, hurryJob, type ListedJob } from '../../platform/queue/listed-jobs.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { CommandError } from '../command-error.ts'

interface JobServices {
  readonly db: Database
  readonly queue: Queue
}

const CANCELLED = 'The people who run this installation cancelled it. You can ask for it again.'
/** The kind of notification that answers a request. */
const ANSWERS = { 'make-clip': 'DOWNLOAD_CLIP', 'cut-stills': 'EXPORT', 'export-data': 'DATA_EXPORT' } as const

/**
 * Runs a job again: one that was given up from its beginning, a waiting one at once.
 * @throws CommandError
 */
export async function retryJob({ db, queue }: JobServices, id: string): Promise<ListedJob> {
  return await db.transaction().execute(async (transaction) => {
    const job = await held(transaction, id)
    if (job.state === 'running') throw new CommandError(`${job.name} runs now.`)
    if (job.state === 'waiting') await hurryJob(transaction, id)
    else {
      await dropJob(transaction, id)
      await begin(transaction, queue, job)
    }
    return job
  })
}

/**
 * Ends a job that does not run. Its video says so, or the person who asked for a file; nothing makes the job again.
 * @throws CommandError
 */
export async function cancelJob({ db, queue }: JobServices, id: string): Promise<ListedJob> {
  const job = await db.transaction().execute(async (transaction) => {
    const found = await held(transaction, id)
    if (found.state === 'running') throw new CommandError(`${found.name} runs now, so it cannot be cancelled.`)
    if (found.name === 'delete-video')
      throw new CommandError('A deletion cannot be cancelled. Once it was given up, it can be retried.')
    await dropJob(transaction, id)
    await endForPeople(transaction, queue, found)
    return found
  })
  const { name, payload } = job
  if ((name === 'import-url' || name === 'index-video' || name === 'process-video') && job.state === 'waiting')
    await endVideo({ db, queue }, (payload as Jobs['index-video']).video_id, { status: 'ERROR', error: CANCELLED })
  return job
}

async function held(transaction: Transaction<Tables>, id: string): Promise<ListedJob> {
  const job = await holdJob(transaction, id)
  if (!job) throw new CommandError(`There is no job ${id} that waits, runs or was given up. See: footnote jobs list`)
  return job
}

async function begin(transaction: Transaction<Tables>, queue: Queue, { name, payload }: ListedJob): Promise<void> {
  if (name === 'import-url' || name === 'index-video' || name === 'process-video') {
    const { video_id } = payload as Jobs['index-video']
    if (await moveVideo(transaction, video_id, 'PENDING')) await enqueueFirst(transaction, queue, video_id)
    else if (isUnfinished(await statusOf(transaction, video_id))) await queue.enqueue(transaction, name, { video_id })
  } else if (name === 'prepare-light' || name === 'make-light')
    await requestLightCopy(transaction, queue, (payload as Jobs['make-light']).video_id)
  else if (name === 'mark-video') {
    const copy = payload as Jobs[typeof name]
    await retryMarkedCopy(transaction, copy.copy_id)
    await queue.enqueue(transaction, name, copy)
  } else if (name === 'transcode-video')
    await prepareForPlaying(transaction, queue, (payload as Jobs['transcode-video']).video_id, ['FAILED', 'PREPARING'])
  else await queue.enqueue(transaction, name, payload as Jobs[JobName])
}

/** A video that is gone counts as in deletion. */
async function statusOf(transaction: Transaction<Tables>, id: string): Promise<VideoStatus> {
  const video = await transaction.selectFrom('videos').select('status').where('id', '=', id).executeTakeFirst()
  return (video?.status ?? 'DELETING') as VideoStatus
}

async function endForPeople(
  transaction: Transaction<Tables>,
  queue: Queue,
  { name, payload }: ListedJob,
): Promise<void> {
  const video = payload && 'video_id' in payload ? { id: payload.video_id } : undefined
  const playback = (values: { playback: 'READY' | 'FAILED'; playback_error?: string }) =>
    transaction
      .updateTable('videos')
      .set(values)
      .where('id', '=', video?.id ?? '')
      .where('playback', 'in', ['UNCHECKED', 'PREPARING'])
      .execute()
  if (name === 'check-video') await playback({ playback: 'READY' })
  if (name === 'transcode-video') await playback({ playback: 'FAILED', playback_error: CANCELLED })
  if (video && (name === 'prepare-light' || name === 'make-light')) await endLightCopy(transaction, video.id, 'FAILED')
  if (name === 'mark-video') await failMarkedCopy(transaction, (payload as Jobs[typeof name]).copy_id, CANCELLED)
  if (name === 'render-selects') {
    const request = payload as Jobs[typeof name]
    await answerRendering(transaction, queue, request, { selects_name: request.name, error: CANCELLED })
  }
  if (name !== 'make-clip' && name !== 'cut-stills' && name !== 'export-data') return
  const { request_id, user_id } = payload as Jobs[typeof name]
  const found = video
    ? await transaction.selectFrom('videos').select('file_name').where('id', '=', video.id).executeTakeFirst()
    : undefined
  const about = video ? { video_id: video.id, video_name: found?.file_name ?? '' } : {}
  await notifyPerson(transaction, queue, {
    ...{ user_id, request_id, type: ANSWERS[name] },
    payload: { ...about, storage_key: null, file_name: null, error: CANCELLED },
  })
}
