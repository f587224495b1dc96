import { type Sound, soundChoiceOf } from '@footnote/contract/nouns/library/videos/sound.ts'
import { JOBS } from '@footnote/contract/shared/limits.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { type Selectable, sql } from 'kysely'
import type { Engines } from '../../engines/registry.ts'
import type { Services } from '../../features/services.ts'
import { type Film, readFilm } from '../../media/film.ts'
import { sampleVideo } from '../../media/pictures/sampling/samples.ts'
import type { MediaInfo } from '../../media/probe.ts'
import type { MediaJob } from '../../media/sandbox.ts'
import { planOf, type SoundPlan } from '../../media/sound/plan.ts'
import { reasonToWait, refuseWithoutRoom } from '../../media/waiting.ts'
import { type Killable, killsIn } from '../../media/withstand-kills.ts'
import { withJobFolder } from '../../platform/confinement/job-folder.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Collections, Videos } from '../../platform/db/schema.ts'
import { type JobContext, type Log, Postponed } from '../../platform/queue/jobs.ts'
import { whileThere } from '../../platform/queue/while-there.ts'
import { videoFolder } from '../../platform/storage/video-folder.ts'
import { SamplePass } from '../stages/sample-pass.ts'
import { listenForVoices } from '../stages/speech/voices.ts'
import { VideoMovedOn } from './outcome.ts'

/** The services of indexing, the same for every video. */
export type IndexingServices = Pick<Services, 'config' | 'db' | 'storage' | 'queue' | 'pool' | 'tools' | 'work_dir'>

/** One video while a job works on it. Each expensive part is loaded once, at its first use. */
export interface VideoWork extends IndexingServices {
  readonly video: Selectable<Videos>
  readonly collection: Selectable<Collections>
  /** Time of reading the video and its collection, by the database's clock. */
  readonly since: string
  /** The engines of this machine at the start of the work; they stay open until its end. */
  readonly engines: Engines
  readonly media: MediaJob & { readonly signal: AbortSignal }
  readonly signal: AbortSignal
  readonly log: Log
  /** Writes a kill of a program to the log. */
  readonly onKill: Killable['onKill']
  /** Stops all work on the video; the first reason counts. */
  stop(reason: unknown): void
  /** Path of the file as it was sent, for reading only. */
  original(): Promise<string>
  /** Path of the file to decode, for reading only: the original, or its packets with one clock. */
  input(): Promise<string>
  info(): Promise<MediaInfo>
  /** Its sound tracks: as stored, or else it listens to them. */
  sound(): Promise<Sound>
  /** What is heard of them. */
  plannedSound(): Promise<SoundPlan>
  /**
   * The pass over its pictures, into the job's folder. The first use begins it; the first use after a failure begins
   * another.
   */
  samples(): SamplePass
  /** Storage key of a file of the video; deleting the video deletes all of them. */
  key(name: string): string
}

/** A video as a job read it. */
export type LoadedVideo = Pick<VideoWork, 'video' | 'collection' | 'since'>

/**
 * Reads a video with its collection.
 * @param statuses in which the job has something to do
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

/** Whether a video exists and is not in deletion. */
async function isKept(db: Database, videoId: string): Promise<boolean> {
  const video = await db.selectFrom('videos').select('status').where('id', '=', videoId).executeTakeFirst()
  return video !== undefined && video.status !== 'DELETING'
}

/** Removes files that were stored during the deletion of their video, since the deletion may have missed them. */
export async function removeLeftovers({ db, storage }: IndexingServices, videoId: string): Promise<void> {
  if (!(await isKept(db, videoId))) await storage.removeAll(videoFolder(videoId))
}

/**
 * Calls `act` with the video, engines and a private folder, which is removed in any case.
 * @throws VideoMovedOn within seconds when the video is deleted meanwhile
 */
export async function workOnVideo(
  services: IndexingServices,
  loaded: LoadedVideo,
  context: JobContext,
  act: (work: VideoWork) => Promise<void>,
): Promise<void> {
  using loan = services.pool.lend()
  const { engines } = loan
  await withJobFolder(services.work_dir, async (folder) => {
    await refuseWithoutRoom(folder, JOBS.room_before)
    await whileThere(
      context.signal,
      () => isKept(services.db, loaded.video.id),
      (signal) => withVideoWork(services, { ...loaded, engines }, { ...context, signal }, folder, act),
      new VideoMovedOn(),
    )
  })
}

/**
 * The same for a job beside indexing. Does nothing when the video is gone or in another status, waits for what the
 * machine lacks, and leaves nothing of a video that is deleted meanwhile.
 * @throws Postponed, and the errors of `act`
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

/** Calls `act`, and then ends the sampling, which would otherwise write into the folder during its removal. */
async function withVideoWork(
  services: IndexingServices,
  loaded: LoadedVideo & Pick<VideoWork, 'engines'>,
  context: JobContext,
  folder: string,
  act: (work: VideoWork) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController()
  const signal = AbortSignal.any([context.signal, stopping.signal])
  const media = { tools: services.tools, folder, signal }
  const original = once(() => services.storage.local(loaded.video.storage_key, folder))
  const film = once(async (): Promise<Film> => readFilm(media, await original()))
  const info = async () => (await film()).info
  const input = async () => (await film()).input
  const sound = once(
    async () => loaded.video.sound ?? (await listenForVoices(media, await input(), await info(), context.log)),
  )
  let pass: SamplePass | undefined
  const work: VideoWork = {
    ...services,
    ...loaded,
    media,
    signal,
    log: context.log,
    onKill: killsIn(context.log, { video_id: loaded.video.id }),
    stop: (reason) => stopping.abort(reason),
    original,
    input,
    info,
    sound,
    plannedSound: async () => planOf(await sound(), soundChoiceOf(loaded.video.sound_choice)),
    samples() {
      if (!pass || pass.failed) pass = new SamplePass(async () => sampleVideo(media, await input(), await info()))
      return pass
    },
    key: (name) => `${videoFolder(loaded.video.id)}${name}`,
  }
  try {
    await act(work)
  } finally {
    work.stop(new Error('The work on the video has ended.'))
    await pass?.settled
  }
}

/** Caches a successful call; after a failure the next caller tries again. */
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
