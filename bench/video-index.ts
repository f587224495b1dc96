import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { initialise, start } from '../server/src/app/supervisor/database/postgres.ts'
import { postgresAccount } from '../server/src/app/supervisor/database/postgres-account.ts'
import { postgresBinaries } from '../server/src/app/supervisor/database/postgres-binaries.ts'
import type { EngineSettings } from '../server/src/engines/engine.ts'
import { openModelStore } from '../server/src/engines/models.ts'
import { lenderOf } from '../server/src/engines/pool.ts'
import { closeEngines, type Engines, openEngines } from '../server/src/engines/registry.ts'
import { indexVideo } from '../server/src/pipeline/runner/index-video.job.ts'
import { processVideo } from '../server/src/pipeline/runner/process-video.job.ts'
import type { IndexingServices } from '../server/src/pipeline/runner/video-work.ts'
import { readConfig, readModelSettings, readSpeechModel } from '../server/src/platform/config.ts'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import type { Jobs, Log } from '../server/src/platform/queue/jobs.ts'
import type { Queue } from '../server/src/platform/queue/queue.ts'
import { DiskStorage } from '../server/src/platform/storage/disk.ts'

/** A database of its own with one collection, and the engines that fill it. */
export interface VideoIndex {
  readonly db: Database
  readonly engines: Engines
  /** Settings of the engines. */
  readonly settings: EngineSettings
  readonly collection_id: string
  /** Indexes a video with the product's own jobs, unless it is already indexed. @returns its id */
  add(file: string): Promise<string>
  close(): Promise<void>
}

const QUIET: Log = {
  info: () => undefined,
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
}

/**
 * Starts PostgreSQL on a folder, which it creates if necessary, and opens everything that indexing and searching need.
 * @param directory keeps database and files; a second run finds the videos already indexed
 */
export async function openVideoIndex(directory: string): Promise<VideoIndex> {
  await mkdir(directory, { recursive: true, mode: 0o755 })
  await chmod(directory, 0o755)
  const account = postgresAccount()
  const password_file = path.join(directory, 'password')
  if (!existsSync(password_file)) await writeFile(password_file, randomBytes(16).toString('hex'))
  const cluster = {
    directory: path.join(directory, 'cluster'),
    password: await readFile(password_file, 'utf8'),
    account,
    binaries: await postgresBinaries(account),
    settings: { fsync: 'off', synchronous_commit: 'off' },
  }
  await initialise(cluster)
  const server = await start(cluster)
  await migrate(server.url)
  const db = openDatabase(server.url)
  const models = openModelStore(readModelSettings(process.env))
  const settings = { threads: os.availableParallelism(), models, speech_model: readSpeechModel(process.env) }
  const engines = await openEngines(settings)
  const pool = lenderOf(engines)
  const config = readConfig({ ...process.env, DATABASE_URL: server.url, DATA_DIR: directory, BILLING: 'off' })
  const collection_id = await onlyCollection(db)
  const folders = { work_dir: path.join(directory, 'work'), storage: path.join(directory, 'files') }
  await mkdir(folders.work_dir, { recursive: true })
  const storage = new DiskStorage({ folder: folders.storage, secret_key: cluster.password })
  return {
    db,
    engines,
    settings,
    collection_id,
    add: (file) => addVideo({ config, db, pool, storage, work_dir: folders.work_dir }, collection_id, file),
    async close() {
      await closeEngines(engines)
      await db.destroy()
      await server.stop()
    },
  }
}

async function onlyCollection(db: Database): Promise<string> {
  const known = await db.selectFrom('collections').select('id').where('name', '=', 'Measured').executeTakeFirst()
  if (known) return known.id
  const values = { name: 'Measured', sample: true, visual: true, ocr: true, audio: true }
  const { id } = await db.insertInto('collections').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

async function addVideo(
  { config, db, pool, storage, work_dir }: Pick<IndexingServices, 'config' | 'db' | 'pool' | 'storage' | 'work_dir'>,
  collection_id: string,
  file: string,
): Promise<string> {
  const file_name = path.basename(file)
  const known = await db
    .selectFrom('videos')
    .select('id')
    .where('file_name', '=', file_name)
    .where('status', '=', 'SUCCESS')
    .executeTakeFirst()
  if (known) return known.id
  const id = randomUUID()
  const storage_key = `videos/${id}/original${path.extname(file)}`
  await storage.write(storage_key, createReadStream(file), 'video/mp4')
  const { size } = await stat(file)
  const file_extension = path.extname(file).slice(1)
  await db
    .insertInto('videos')
    .values({ id, collection_id, file_name, file_extension, file_size: size, storage_key })
    .execute()
  const due: (keyof Jobs)[] = ['index-video']
  const queue: Queue = {
    enqueue: async (_transaction, name) => {
      due.push(name)
    },
  }
  const services = {
    config,
    db,
    storage,
    queue,
    pool,
    tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
    work_dir,
  }
  const context = { signal: new AbortController().signal, last_attempt: true, starts: 1, log: QUIET }
  for (const job of due) {
    if (job === 'index-video') await indexVideo(services)({ video_id: id }, context)
    if (job === 'process-video') await processVideo(services)({ video_id: id }, context)
  }
  const { status, error } = await db
    .selectFrom('videos')
    .select(['status', 'error'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (status !== 'SUCCESS') throw new Error(`${file_name} ended ${status}: ${error}`)
  return id
}
