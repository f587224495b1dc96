import { isNoRoom, ProductError } from '../../../../platform/errors.ts'
import type { JobContext, JobHandler } from '../../../../platform/queue/jobs.ts'
import { Gone, whileThere } from '../../../../platform/queue/while-there.ts'
import { videoFolder } from '../../../../platform/storage/video-folder.ts'
import { endVideo } from '../status.ts'
import { FetchFailed } from './answer.ts'
import { dropBytes, FetchReplaced, postponeFetch, takeFetch } from './commands.ts'
import { type FetchServices, FILE_LIMITS, FileFetch, type FileLimits, GoOnLater } from './fetch-file.ts'
import { type FetchRow, isFetching, isKept } from './queries.ts'

const OURS = 'Something went wrong on our side while the file was fetched. Please try again.'

/**
 * Fetches the file of a video from its address. A run goes on where the one before stopped: after a cut, a kill, or a
 * restart. The log has the host only, since the address may hold a signature.
 */
export const importUrl =
  (services: FetchServices, limits: FileLimits = FILE_LIMITS): JobHandler<'import-url'> =>
  async ({ video_id }, context) => {
    const { db } = services
    const run = await takeFetch(db, video_id)
    if (!run) return
    const fetch = new FileFetch(services, run, limits)
    try {
      await whileThere(
        context.signal,
        () => isFetching(db, video_id, run.writer),
        (signal) => fetch.run(signal),
      )
    } catch (error) {
      if (context.signal.aborted) throw error
      if (error instanceof Gone || error instanceof FetchReplaced) return await leaveNothing(services, video_id, fetch)
      if (error instanceof GoOnLater) return await postponeFetch(services, run, error)
      await endFailedFetch(services, run, context, error)
    }
  }

/** Ends the fetch, if its error does. */
async function endFailedFetch(
  services: FetchServices,
  run: FetchRow,
  context: JobContext,
  error: unknown,
): Promise<void> {
  const failed = failureOf(error)
  if (!failed && !context.last_attempt) throw error
  const { status, message, in_vain } = failed ?? new FetchFailed(OURS, { status: 'ERROR', in_vain: false })
  const { host } = new URL(run.url)
  context.log.warn({ video_id: run.video_id, host, status, reason: message }, 'file not fetched')
  if (in_vain) await dropBytes(services, run.video_id, ({ writer }) => writer === run.writer)
  await endVideo(services, run.video_id, { status, error: message })
  if (!failed) throw error
}

/** The failure that an error means; null for one that another attempt may not meet. */
function failureOf(error: unknown): FetchFailed | null {
  if (error instanceof FetchFailed) return error
  const kept = { in_vain: false } as const
  if (error instanceof ProductError && error.code === 'limit_storage')
    return new FetchFailed(error.message, { ...kept, status: 'OVER_LIMIT' })
  if (isNoRoom(error)) return new FetchFailed(new ProductError('storage_full').message, { ...kept, status: 'ERROR' })
  return null
}

/** Removes what was stored while the video was deleted. A newer run keeps what it needs. */
async function leaveNothing({ db, storage }: FetchServices, video_id: string, { stored }: FileFetch): Promise<void> {
  if (await isKept(db, video_id)) return
  await storage.abandon({ key: stored.storage_key, state: stored.store })
  await storage.removeAll(videoFolder(video_id))
}
