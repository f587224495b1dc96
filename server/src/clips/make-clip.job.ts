import path from 'node:path'
import { formatTimecode } from '@footnote/contract/timecode.ts'
import type { Database } from '../db/database.ts'
import { makeClip } from '../media/clip.ts'
import { withJobFolder } from '../media/job-folder.ts'
import { MediaError } from '../media/media-error.ts'
import { probe } from '../media/probe.ts'
import type { MediaTools } from '../media/sandbox.ts'
import { isAnswered, tellPerson } from '../notifications/queries.ts'
import type { JobContext, JobHandler, Jobs } from '../queue/jobs.ts'
import type { Queue } from '../queue/queue.ts'
import type { Storage } from '../storage/storage.ts'

export interface MakeClipDependencies {
  readonly db: Database
  readonly storage: Storage
  readonly queue: Queue
  readonly tools: MediaTools
  /** Absolute path of the folder that jobs have their private folders in. */
  readonly work_dir: string
}

interface ClipVideo {
  readonly id: string
  readonly file_name: string
  readonly storage_key: string
}

const GONE = 'The video was deleted before the clip was made.'
const OURS = 'Something went wrong on our side while the clip was made. Please ask for it again.'

/** Cuts a clip, stores it and notifies the person who asked: once for each request, whether it succeeds or not. */
export const makeClipJob =
  (dependencies: MakeClipDependencies): JobHandler<'make-clip'> =>
  async (request, context) => {
    const { db } = dependencies
    if (await isAnswered(db, request.request_id)) return
    const video = await findClipVideo(db, request)
    if (!video) return await answerGone(dependencies, request)
    try {
      const storage_key = await cutAndStore(dependencies, video, request, context)
      if (!(await findClipVideo(db, request))) return await answerGone(dependencies, request)
      await answer(dependencies, request, { video_name: video.file_name, storage_key })
    } catch (error) {
      if (context.signal.aborted) throw error
      const final = context.last_attempt || (error instanceof MediaError && error.caused_by_file)
      if (!final) throw error
      context.log.warn({ ...request, err: error }, 'clip not made')
      await answer(dependencies, request, {
        video_name: video.file_name,
        error: error instanceof MediaError ? error.message : OURS,
      })
    }
  }

const findClipVideo = (db: Database, { video_id }: Jobs['make-clip']): Promise<ClipVideo | undefined> =>
  db
    .selectFrom('videos')
    .select(['id', 'file_name', 'storage_key'])
    .where('id', '=', video_id)
    .where('status', '!=', 'DELETING')
    .executeTakeFirst()

/** Says that the video is gone. Its files may have been removed before the clip came to lie among them. */
async function answerGone(dependencies: MakeClipDependencies, request: Jobs['make-clip']): Promise<void> {
  await dependencies.storage.removeAll(`videos/${request.video_id}/`)
  await answer(dependencies, request, { video_name: '', error: GONE })
}

/** Returns the key of the stored clip. */
const cutAndStore = (
  { storage, tools, work_dir }: MakeClipDependencies,
  video: ClipVideo,
  request: Jobs['make-clip'],
  { signal }: JobContext,
): Promise<string> =>
  withJobFolder(work_dir, async (folder) => {
    const media = { tools, folder, signal }
    const input = await storage.local(video.storage_key, folder)
    const output = path.join(folder, 'clip.mp4')
    const range = { start: request.start_time, end: request.end_time }
    await makeClip(media, input, await probe(media, input), range, output)
    // Beside the video's other files, so that it goes with them.
    const key = `videos/${video.id}/clips/${request.request_id}.mp4`
    await storage.writeFile(key, output, 'video/mp4')
    return key
  })

async function answer(
  { db, queue }: MakeClipDependencies,
  request: Jobs['make-clip'],
  outcome: { readonly video_name: string; readonly storage_key?: string; readonly error?: string },
): Promise<void> {
  const { video_name, storage_key = null, error = null } = outcome
  await db.transaction().execute((transaction) =>
    tellPerson(transaction, queue, {
      user_id: request.user_id,
      type: 'DOWNLOAD_CLIP',
      request_id: request.request_id,
      payload: {
        video_id: request.video_id,
        video_name,
        storage_key,
        file_name: storage_key ? clipName(video_name, request.start_time, request.end_time) : null,
        error,
      },
    }),
  )
}

/** For example `Harbour 1.02-1.10.mp4`: the video's name without extension, and the range in times that file systems take. */
export function clipName(videoName: string, start: number, end: number): string {
  const time = (seconds: number) => formatTimecode(seconds).replaceAll(':', '.')
  return `${videoName.replace(/\.[^.]{1,8}$/, '')} ${time(start)}-${time(end)}.mp4`
}
