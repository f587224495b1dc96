import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { initialise, start } from '../server/src/app/supervisor/database/postgres.ts'
import { postgresAccount } from '../server/src/app/supervisor/database/postgres-account.ts'
import { postgresBinaries } from '../server/src/app/supervisor/database/postgres-binaries.ts'
import { MEMORY_WORDS } from '../server/src/app/supervisor/role-words.ts'
import { LITTLE_KEPT } from '../server/src/platform/confinement/processes.ts'
import type { Database } from '../server/src/platform/db/database.ts'
import { foundIn, type IndexedRows } from './found-rows.ts'
import { total, useOf, watchTree } from './process-tree.ts'
import type { Product } from './product-at.ts'

const SECRET = randomBytes(24).toString('hex')
export const ENDS = ['SUCCESS', 'FAILED', 'OVER_LIMIT', 'ERROR']
/** Milliseconds between two checks of a status. */
export const LOOK = 500
/** Most checks while the worker makes its sample collection. Without films it makes none. */
const SEEDED = 240

/** A line of the worker's log about a finished stage. */
export interface StageLine {
  readonly msg: string
  readonly video_id: string
  readonly stage: string
  /** Id of the engine that ran; null if the stage needs none, or there is none. */
  readonly engine: string | null
  readonly seconds: number
  readonly [count: string]: unknown
}

/** Cost of one video. Times in seconds, memory in bytes. */
export interface Cost {
  readonly clock: number
  /** Of the worker, its engines and the database, in total: the sum of all programs. */
  readonly cpu: number
  /** The same by program; without the end of each program, at most a fifth of a second. */
  readonly programs: ReadonlyMap<string, number>
  /** Memory by program, at the moment of the highest total. */
  readonly peak: ReadonlyMap<string, number>
  readonly stages: readonly StageLine[]
  readonly found: IndexedRows
}

/** Modalities to index. */
export interface Modalities {
  readonly visual: boolean
  readonly ocr: boolean
  readonly audio: boolean
}

/** A worker with its own database, a video that was just uploaded, and the worker's stages as they end. */
interface Indexing {
  readonly db: Database
  readonly id: string
  /** When the video was uploaded, by `performance.now()`. */
  readonly started: number
  /** Process ids of the worker and the database. */
  readonly roots: readonly number[]
  readonly before: ReturnType<typeof useOf>
  readonly stages: readonly StageLine[]
}

/** Starts everything empty, and stops it afterwards. */
export async function withIndexing<T>(
  product: Product,
  folder: string,
  video: string,
  modalities: Modalities,
  act: (indexing: Indexing) => Promise<T>,
): Promise<T> {
  const data_dir = await mkdtemp(path.join(folder, 'data-'))
  await chmod(data_dir, 0o755)
  const account = postgresAccount()
  const binaries = await postgresBinaries(account)
  const cluster = { directory: path.join(data_dir, 'cluster'), password: SECRET, account, binaries }
  await initialise(cluster)
  const postgres = await start(cluster)
  await product.migrate(postgres.url)
  const db = product.openDatabase(postgres.url)
  const stages: StageLine[] = []
  const worker = startWorkerProcess(product, postgres.url, data_dir, (line) => stages.push(line))
  try {
    await sampleFilmsDone(db)
    const roots = [worker.pid ?? 0, postgres.process.pid ?? 0]
    const before = useOf(roots)
    const id = await addVideo(product, db, postgres.url, data_dir, video, modalities)
    return await act({ db, id, started: performance.now(), roots, before, stages })
  } finally {
    worker.kill('SIGTERM')
    await new Promise((resolve) => worker.once('exit', resolve))
    await db.destroy()
    await postgres.stop()
  }
}

/** Indexes a video with a new worker and a new database. @param folder for all files of the run */
export async function measure(product: Product, folder: string, video: string, modalities: Modalities): Promise<Cost> {
  return await withIndexing(product, folder, video, modalities, async ({ db, id, started, roots, before, stages }) => {
    const { peak, programs } = await watchTree(roots, before, async () => {
      const { status, error } = await statusOf(db, id)
      if (status !== 'SUCCESS' && ENDS.includes(status)) throw new Error(`The video ended ${status}: ${error}`)
      return status === 'SUCCESS'
    })
    const clock = (performance.now() - started) / 1000
    const found = await foundIn(db, id)
    const own = stages.filter((line) => line.video_id === id)
    return { clock, cpu: total(programs), programs, peak, stages: own, found }
  })
}

interface Status {
  readonly status: string
  readonly error: string | null
  /** Seconds of the video. */
  readonly searchable_until: number | null
}

/** Progress of a video. The query also works for versions without the column. */
export async function statusOf(db: Database, id: string): Promise<Status> {
  const { rows } = await sql<Status>`
    select status, error, (to_jsonb(videos) ->> 'searchable_until')::float8 as searchable_until from videos where id = ${id}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('The video is gone.')
  return row
}

function startWorkerProcess(
  { main }: Product,
  url: string,
  data_dir: string,
  onStage: (line: StageLine) => void,
): ChildProcess {
  const env = {
    ...LITTLE_KEPT,
    ...process.env,
    ROLES: 'worker',
    DATABASE_URL: url,
    DATA_DIR: data_dir,
    SECRET_KEY: SECRET,
    BILLING: 'off',
    // A download would add to the measurement.
    MODEL_HUB_URL: 'off',
  }
  const worker = spawn(process.execPath, [...MEMORY_WORDS.worker, main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: worker.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as StageLine
    if (line.msg === 'stage finished') onStage(line)
  })
  return worker
}

/** The product indexes its sample films at its first start; the measurement waits for that. */
async function sampleFilmsDone(db: Database): Promise<void> {
  // Before it has its sample collection, it would treat the measured video as an old sample film and remove it.
  const collections = db.selectFrom('collections').select('id').where('sample', '=', true)
  for (let look = 0; look < SEEDED && (await collections.execute()).length === 0; look += 1)
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  for (let quiet = 0; quiet < 10; quiet += 1) {
    const rows = await db.selectFrom('videos').select('status').execute()
    if (rows.some(({ status }) => !ENDS.includes(status))) quiet = 0
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
}

async function addVideo(
  { openQueue, DiskStorage }: Product,
  db: Database,
  url: string,
  data_dir: string,
  file: string,
  { visual, ocr, audio }: Modalities,
): Promise<string> {
  const id = randomUUID()
  const storage_key = `videos/${id}/original.mp4`
  const storage = new DiskStorage({ folder: path.join(data_dir, 'files'), secret_key: SECRET })
  const file_size = await storage.write(storage_key, createReadStream(file))
  const queue = await openQueue({ database_url: url, database: db, log: console, worker: false })
  await db.transaction().execute(async (transaction) => {
    const { id: collection_id } = await transaction
      .insertInto('collections')
      .values({ name: 'Measured', sample: true, visual, ocr, audio })
      .returning('id')
      .executeTakeFirstOrThrow()
    const values = { id, collection_id, file_name: 'video.mp4', file_extension: 'mp4', file_size, storage_key }
    await transaction.insertInto('videos').values(values).execute()
    await queue.enqueue(transaction, 'index-video', { video_id: id })
  })
  await queue.stop()
  return id
}
