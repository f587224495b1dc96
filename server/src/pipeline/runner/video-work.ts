import { JOBS } from '@footnote/contract/shared/limits.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { type Selectable, sql } from 'kysely'
import type { Engines } from '../../engines/registry.ts'
import type { Services } from '../../features/services.ts'
import { sampleVideo } from '../../media/pictures/samples.ts'
import { type MediaInfo, probe } from '../../media/probe.ts'
import type { MediaJob } from '../../media/sandbox.ts'
import { reasonToWait, refuseWithoutRoom } from '../../media/waiting.ts'
import { withJobFolder } from '../../platform/confinement/job-folder.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Collections, Videos } from '../../platform/db/schema.ts'
import { type JobContext, type Log, Postponed } from '../../platform/queue/jobs.ts'
import { whileThere } from '../../platform/queue/while-there.ts'
import { videoFolder } from '../../platform/storage/video-folder.ts'
import { SamplePass } from '../stages/sample-pass.ts'
import { VideoMovedOn } from './outcome.ts'

/** What indexing works with, the same for every video. */
export type IndexingServices = Pick<Services, 'config' | 'db' | 'storage' | 'queue' | 'pool' | 'tools' | 'work_dir'>

/** One video while a job works on it. What is costly to get is got once, when it is first asked for. */
export interface VideoWork extends IndexingServices {
  readonly video: Selectable<Videos>
  readonly collection: Selectable<Collections>
  /** When they were looked up, by the database's clock. */
  readonly since: string
  /** Those of this machine when the work began; they stay open until it ends. */
  readonly engines: Engines
  readonly media: MediaJob & { readonly signal: AbortSignal }
  readonly signal: AbortSignal
  readonly log: Log
  /** Ends everything that works on the video; the first reason counts. */
  stop(reason: unknown): void
  /** Path of the original, to be read only. */
  input(): Promise<string>
  info(): Promise<MediaInfo>
  /** The pass over its pictures, into the job's folder: begun by the first who asks, and by the next who asks after it failed. */
  samples(): SamplePass
  /** Key in storage of a file that belongs to the video; all of them go when it is deleted. */
  key(name: string): string
}

/** A video, as a job looked it up. */
export type LoadedVideo = Pick<VideoWork, 'video' | 'collection' | 'since'>

/**
 * The video with its collection.
 * @param statuses those in which the job has something to do
 * @returns null when the video is gone or in another status
 */
export async function loadVideo(
  db: Database,
  videoId: string,
  statuses: readonly VideoStatus[],
): Promise<LoadedVideo | null> {
  const { rows } = await sql<{ since: string }>`select clock_timestamp()::text as since`.execute(db)
  const since = rows[0]?.since ?? ''
  const video = await db
    .selectFrom('videos')
    .selectAll()
    .where('id', '=', videoId)
    .where('status', 'in', statuses)
    .executeTakeFirst()
  if (!video) return null
  const collection = await db
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', video.collection_id)
    .executeTakeFirstOrThrow()
  return { video, collection, since }
}

/** Whether a video is there and stays. */
async function isKept(db: Database, videoId: string): Promise<boolean> {
  const video = await db.selectFrom('videos').select('status').where('id', '=', videoId).executeTakeFirst()
  return video !== undefined && video.status !== 'DELETING'
}

/** Removes what was stored of a video while it was being deleted; its own removal may have come before. */
export async function removeLeftovers({ db, storage }: IndexingServices, videoId: string): Promise<void> {
  if (!(await isKept(db, videoId))) await storage.removeAll(videoFolder(videoId))
}

/**
 * Gives `act` the video, engines and a private folder, which is removed however it ends.
 * @throws VideoMovedOn within seconds when the video is deleted meanwhile
 */
export async function workOnVideo(
  services: IndexingServices,
  loaded: LoadedVideo,
  context: JobContext,
  act: (work: VideoWork) => Promise<void>,
): Promise<void> {
  const { engines, release } = services.pool.lend()
  try {
    await withJobFolder(services.work_dir, async (folder) => {
      await refuseWithoutRoom(folder, JOBS.room_before)
      await whileThere(
        context.signal,
        () => isKept(services.db, loaded.video.id),
        (signal) => act(videoWork(services, { ...loaded, engines }, { ...context, signal }, folder)),
        new VideoMovedOn(),
      )
    })
  } finally {
    release()
  }
}

/**
 * The same for a job that runs beside indexing: nothing happens where the video is gone or in another status, what the machine lacks
 * is waited for, and nothing is left of a video that is deleted meanwhile.
 * @throws Postponed, and what `act` throws
 */
export async function workBeside(
  services: IndexingServices,
  videoId: string,
  statuses: readonly VideoStatus[],
  context: JobContext,
  act: (work: VideoWork) => Promise<void>,
): Promise<void> {
  const loaded = await loadVideo(services.db, videoId, statuses)
  if (!loaded) return
  try {
    await workOnVideo(services, loaded, context, act)
  } catch (error) {
    const reason = reasonToWait(error)
    if (reason) throw new Postponed(reason, error)
    if (!(error instanceof VideoMovedOn)) throw error
    await removeLeftovers(services, videoId)
  }
}

function videoWork(
  services: IndexingServices,
  loaded: LoadedVideo & Pick<VideoWork, 'engines'>,
  context: JobContext,
  folder: string,
): VideoWork {
  const stopping = new AbortController()
  const signal = AbortSignal.any([context.signal, stopping.signal])
  const media = { tools: services.tools, folder, signal }
  const input = once(() => services.storage.local(loaded.video.storage_key, folder))
  const info = once(async () => probe(media, await input()))
  return {
    ...services,
    ...loaded,
    media,
    signal,
    log: context.log,
    stop: (reason) => stopping.abort(reason),
    input,
    info,
    samples: samplePasses(media, input, info),
    key: (name) => `${videoFolder(loaded.video.id)}${name}`,
  }
}

/** What could not be got is tried again by the next who asks. */
function once<T, Args extends unknown[]>(get: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  let promise: Promise<T> | undefined
  return (...args) => {
    promise ??= get(...args)
    promise.catch(() => {
      promise = undefined
    })
    return promise
  }
}

function samplePasses(media: MediaJob, input: () => Promise<string>, info: () => Promise<MediaInfo>): () => SamplePass {
  let pass: SamplePass | undefined
  return () => {
    if (!pass || pass.failed) pass = new SamplePass(async () => sampleVideo(media, await input(), await info()))
    return pass
  }
}
