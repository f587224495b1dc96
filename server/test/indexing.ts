import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import { addCollection } from '../../seed/rows/collections.ts'
import { peopleOf } from '../../seed/rows/people.ts'
import { SECRET } from '../../seed/rows/senders.ts'
import { videoRow } from '../../seed/rows/videos.ts'
import { HOOKS } from '../src/app/hooks.ts'
import { lenderOf } from '../src/engines/pool.ts'
import { closeEngines, type Engines, openEngines } from '../src/engines/registry.ts'
import { noModels } from '../src/engines/testing/no-models.ts'
import { writeEngineChoices } from '../src/features/library/indexing/commands.ts'
import { moveVideo } from '../src/features/library/videos/status.ts'
import type { MediaTools } from '../src/media/sandbox.ts'
import { markVideo } from '../src/pipeline/marked/mark-video.job.ts'
import { checkReadings } from '../src/pipeline/renewal/check-readings.job.ts'
import { findDue, writeDueStages } from '../src/pipeline/renewal/find-due.job.ts'
import { readAgain } from '../src/pipeline/renewal/read-again.job.ts'
import { reindexVideo } from '../src/pipeline/renewal/reindex-video.job.ts'
import { renewTranscript } from '../src/pipeline/renewal/renew-transcript.job.ts'
import { changeSound } from '../src/pipeline/runner/change-sound.job.ts'
import { checkVideo } from '../src/pipeline/runner/check-video.job.ts'
import { indexVideo } from '../src/pipeline/runner/index-video.job.ts'
import { makeLight } from '../src/pipeline/runner/make-light.job.ts'
import { prepareLight } from '../src/pipeline/runner/prepare-light.job.ts'
import { processVideo } from '../src/pipeline/runner/process-video.job.ts'
import { transcodeVideo } from '../src/pipeline/runner/transcode-video.job.ts'
import { type Database, openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import type { Videos } from '../src/platform/db/schema.ts'
import type { Log } from '../src/platform/queue/jobs.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import type { Queue } from '../src/platform/queue/queue.ts'
import { DiskStorage } from '../src/platform/storage/disk.ts'
import type { Storage } from '../src/platform/storage/storage.ts'
import { idleJobs } from './idle-jobs.ts'
import { testConfig } from './test-config.ts'
import { createTestDatabase } from './test-database.ts'

const ENDS = ['SUCCESS', 'FAILED', 'OVER_LIMIT', 'ERROR']
export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The modalities of a collection. */
export interface Modalities {
  readonly visual: boolean
  readonly ocr: boolean
  readonly audio: boolean
}
const NOTHING_BUT_PICTURE: Modalities = { visual: true, ocr: false, audio: false }

/**
 * A database and a folder of files with one company, and tools for tests; no worker runs yet.
 * @param stored the store of the files; that folder by default
 */
export async function makeLibrary(database_url: string, stored?: Storage) {
  await migrate(database_url)
  const db = openDatabase(database_url)
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-library-'))
  const storage: Storage = stored ?? new DiskStorage({ folder: path.join(data_dir, 'files'), secret_key: SECRET })
  const { id: user_id, company_id } = await peopleOf(db).account()
  return {
    db,
    data_dir,
    storage,
    company_id,
    user_id,
    /** Adds a video as if it had just been uploaded. @param queue takes the job */
    addVideo: (queue: Queue, file: string, modalities = NOTHING_BUT_PICTURE, name = path.basename(file)) =>
      addVideo({ db, storage, queue, company_id, user_id }, file, modalities, name),
    /** Waits until the video has a final status. */
    async settled(id: string): Promise<Selectable<Videos>> {
      return await videoOnce(db, id, ({ status }) => ENDS.includes(status))
    },
    async close() {
      await db.destroy()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

/** A library with a queue whose jobs wait, for workers in other processes. */
export async function makeQueuedLibrary() {
  const database_url = await createTestDatabase()
  const library = await makeLibrary(database_url)
  const queue = await openQueue({ database_url, database: library.db, log: silent, worker: false })
  return {
    database_url,
    library,
    queue,
    async close() {
      await queue.stop()
      await library.close()
    },
  }
}

export interface IndexingOptions {
  readonly billing?: boolean
  /** Of the queue and its jobs. */
  readonly log?: Log
  /** The store of the files; a folder on this disk by default. */
  readonly storage?: Storage
  /** When light copies are made; never by default, so that tests of other jobs wait for none. */
  readonly light_rendition?: string
  /** Folder for job folders; one beside the files by default. */
  readonly work_dir?: string
  readonly tools?: MediaTools
  /** Replaces engines of this machine. */
  readonly engines?: Partial<Engines>
}

/** A library with a worker in this process, which uses the engines of this machine. */
export async function startIndexing(options: IndexingOptions = {}) {
  const database_url = await createTestDatabase()
  const library = await makeLibrary(database_url, options.storage)
  const { db, storage } = library
  const opened = await openEngines({ threads: 1, models: noModels })
  let engines: Engines = { ...opened, ...options.engines }
  const queue = await openQueue({ database_url, database: db, log: options.log ?? silent, worker: true })
  const tools = options.tools ?? { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }
  const services = {
    config: testConfig({
      DATA_DIR: library.data_dir,
      DATABASE_URL: database_url,
      LIGHT_RENDITION: options.light_rendition ?? 'off',
      BILLING: options.billing === false ? 'off' : 'on',
    }),
    db,
    storage,
    queue,
    hooks: HOOKS,
    pool: { ...lenderOf(opened), lend: () => lenderOf(engines).lend() },
    tools,
    work_dir: options.work_dir ?? path.join(library.data_dir, 'work'),
  }
  await queue.work({
    ...idleJobs,
    'index-video': indexVideo(services),
    'process-video': processVideo(services),
    'reindex-video': reindexVideo(services),
    'find-due': findDue(services),
    'renew-transcript': renewTranscript(services),
    'transcode-video': transcodeVideo(services),
    'check-video': checkVideo(services),
    'change-sound': changeSound(services),
    'prepare-light': prepareLight(services),
    'make-light': makeLight(services),
    'mark-video': markVideo(services),
    'check-readings': checkReadings(services),
    'read-again': readAgain(services),
  })
  const writeChoices = async () => {
    const { engine, reason } = engines.speech
    const choice = { engine: engine?.id ?? null, name: engine?.name ?? null, reason }
    await writeEngineChoices(db, 'this machine', [
      { kind: 'speech', ...choice, models: [], passed_over: [], seconds_a_sample: null },
    ])
  }
  await writeChoices()
  return {
    ...library,
    database_url,
    queue,
    services,
    /** The engines that index now. */
    engines: () => engines,
    /** Replaces engines from now on, and searches due stages for them. */
    async choose(others: Partial<Engines>): Promise<void> {
      engines = { ...engines, ...others }
      await writeChoices()
      await writeDueStages(services)
    },
    /** Waits until browsers can play the video, or its preparation has failed. */
    async playable(id: string): Promise<Selectable<Videos>> {
      return await videoOnce(db, id, ({ playback }) => playback === 'READY' || playback === 'FAILED')
    },
    /** Jobs that make renditions, including finished ones. */
    async transcodes(): Promise<{ video_id: string; state: string }[]> {
      const { rows } = await sql<{ video_id: string; state: string }>`
        select data ->> 'video_id' as video_id, state::text from pgboss.job where name = 'transcode-video'`.execute(db)
      return rows
    },
    /** Retries a failed video, as its owner would. */
    async retry(id: string): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        if (await moveVideo(transaction, id, 'PENDING'))
          await queue.enqueue(transaction, 'index-video', { video_id: id })
      })
    },
    add: (file: string, modalities?: Modalities, name?: string) => library.addVideo(queue, file, modalities, name),
    async close() {
      await queue.stop()
      await closeEngines(opened)
      await library.close()
    },
  }
}

/** Waits until a condition of a video is true. @throws Error after a quarter of an hour, when something hangs */
async function videoOnce(
  db: Database,
  id: string,
  holds: (video: Selectable<Videos>) => boolean,
): Promise<Selectable<Videos>> {
  for (const end = Date.now() + 900_000; Date.now() < end; await wait(100)) {
    const video = await db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (holds(video)) return video
  }
  throw new Error('Nothing more has happened to the video for a quarter of an hour.')
}

interface VideoServices {
  readonly db: Database
  readonly storage: Storage
  readonly queue: Queue
  readonly company_id: string
  readonly user_id: string
}

async function addVideo(
  place: VideoServices,
  file: string,
  modalities: Modalities,
  file_name: string,
): Promise<string> {
  const { db, storage, queue, company_id, user_id } = place
  const id = randomUUID()
  const storage_key = `videos/${id}/original`
  const file_size = await storage.write(storage_key, createReadStream(file), 'video/mp4')
  await db.transaction().execute(async (transaction) => {
    const collection_id = await addCollection(
      transaction,
      { id: user_id, company_id },
      { name: file_name, ...modalities },
    )
    const file_extension = path.extname(file_name).slice(1).toLowerCase()
    const named = { file_name, file_extension, file_size, storage_key }
    await transaction
      .insertInto('videos')
      .values(videoRow(collection_id, { id, user_id, ...named, status: 'PENDING' }))
      .execute()
    await queue.enqueue(transaction, 'index-video', { video_id: id })
  })
  return id
}
