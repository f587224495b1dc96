/**
 * Measures indexing: `npm run bench:index -- FOLDER [MINUTES]`. The videos of FOLDER, which must have one format, are
 * joined and repeated to MINUTES (20) of 720p, and indexed by a worker of its own on a database of its own, everything
 * empty: once for all three modalities, once for visual and on-screen text.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '../server/src/db/database.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openQueue } from '../server/src/queue/pg-boss.ts'
import { DiskStorage } from '../server/src/storage/disk.ts'
import { initialise, start } from '../server/src/supervisor/postgres.ts'
import { postgresAccount } from '../server/src/supervisor/postgres-account.ts'
import { postgresBinaries } from '../server/src/supervisor/postgres-binaries.ts'
import { useOf } from './process-tree.ts'

const run = promisify(execFile)
const MAIN = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const SECRET = randomBytes(24).toString('hex')
const ENDS = ['SUCCESS', 'FAILED', 'OVER_LIMIT', 'ERROR']
/** Between two looks at memory and status, in milliseconds. */
const LOOK = 500
const RUNS = [
  { name: 'all three modalities', visual: true, ocr: true, audio: true, limit: 15 },
  { name: 'visual and on-screen text', visual: true, ocr: true, audio: false, limit: 7 },
]
const MEMORY_LIMIT = 3 * 2 ** 30

/** What the worker's log says of a stage that has ended. */
interface StageLine {
  readonly msg: string
  readonly video_id: string
  readonly stage: string
  /** Id of the engine that ran; null where none was needed, or none is there. */
  readonly engine: string | null
  readonly seconds: number
  readonly [count: string]: unknown
}

const [corpus, minutes = '20'] = process.argv.slice(2)
if (!corpus) {
  console.error('usage: npm run bench:index -- FOLDER [MINUTES]')
  process.exit(2)
}
const folder = await mkdtemp(path.join(tmpdir(), 'footnote-bench-index-'))
await chmod(folder, 0o755)
const seconds = 60 * Number(minutes)
const perHour = (spent: number) => spent / 60 / (seconds / 3600)

try {
  const video = await joinVideos(corpus)
  const decoding = await timeOf(() => run('ffmpeg', ['-v', 'error', '-i', video, '-map', '0:v', '-f', 'null', '-']))
  console.log(`video: ${minutes} min, ${((await stat(video)).size / 2 ** 20).toFixed(0)} MB`)
  console.log(`decoding alone: ${decoding.toFixed(1)} s = ${perHour(decoding).toFixed(2)} min/h`)
  for (const measured of RUNS) await measure(video, measured)
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** One file of the length asked for, without encoding anything anew. */
async function joinVideos(from: string): Promise<string> {
  const names = (await readdir(from)).filter((name) => name.endsWith('.mp4')).sort()
  const list = path.join(folder, 'list.txt')
  await writeFile(list, names.map((name) => `file '${path.resolve(from, name)}'\n`).join(''))
  const [joined, repeated] = [path.join(folder, 'joined.mp4'), path.join(folder, 'video.mp4')]
  const quiet = ['-v', 'error', '-nostdin', '-y']
  await run('ffmpeg', [...quiet, '-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', joined])
  const whole = ['-t', String(seconds), '-c', 'copy', '-movflags', '+faststart', repeated]
  await run('ffmpeg', [...quiet, '-stream_loop', '-1', '-i', joined, ...whole])
  return repeated
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await act()
  return (performance.now() - before) / 1000
}

async function measure(video: string, measured: (typeof RUNS)[number]): Promise<void> {
  const data_dir = await mkdtemp(path.join(folder, 'data-'))
  await chmod(data_dir, 0o755)
  const account = postgresAccount()
  const binaries = await postgresBinaries(account)
  const cluster = { directory: path.join(data_dir, 'cluster'), password: SECRET, account, binaries }
  await initialise(cluster)
  const postgres = await start(cluster)
  await migrate(postgres.url)
  const db = openDatabase(postgres.url)
  const stages: StageLine[] = []
  const worker = startWorkerProcess(postgres.url, data_dir, (line) => stages.push(line))
  try {
    await sampleFilmsDone(db)
    const roots = [worker.pid ?? 0, postgres.process.pid ?? 0]
    const before = useOf(roots).cpu
    const id = await addVideo(db, postgres.url, data_dir, video, measured)
    let peak = new Map<string, number>()
    let cpu = before
    const spent = await timeOf(async () => {
      for (;;) {
        const use = useOf(roots)
        cpu = Math.max(cpu, use.cpu)
        if (total(use.memory) > total(peak)) peak = new Map(use.memory)
        const { status, error } = await statusOf(db, id)
        if (status === 'SUCCESS') return
        if (ENDS.includes(status)) throw new Error(`The video ended ${status}: ${error}`)
        await new Promise((resolve) => setTimeout(resolve, LOOK))
      }
    })
    report(
      measured,
      spent,
      cpu - before,
      peak,
      stages.filter((line) => line.video_id === id),
    )
  } finally {
    worker.kill('SIGTERM')
    await new Promise((resolve) => worker.once('exit', resolve))
    await db.destroy()
    await postgres.stop()
  }
}

function startWorkerProcess(url: string, data_dir: string, onStage: (line: StageLine) => void): ChildProcess {
  const env = {
    ...process.env,
    ROLES: 'worker',
    DATABASE_URL: url,
    DATA_DIR: data_dir,
    SECRET_KEY: SECRET,
    BILLING: 'off',
    // A download would be measured along.
    MODEL_HUB_URL: 'off',
  }
  const worker = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  createInterface({ input: worker.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as StageLine
    if (line.msg === 'stage finished') onStage(line)
  })
  return worker
}

/** The product indexes its sample films at its first start; what is measured comes after. */
async function sampleFilmsDone(db: Database): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet += 1) {
    const rows = await db.selectFrom('videos').select('status').execute()
    if (rows.some(({ status }) => !ENDS.includes(status))) quiet = 0
    await new Promise((resolve) => setTimeout(resolve, LOOK))
  }
}

async function addVideo(
  db: Database,
  url: string,
  data_dir: string,
  file: string,
  { visual, ocr, audio }: (typeof RUNS)[number],
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

async function statusOf(db: Database, id: string) {
  return await db.selectFrom('videos').select(['status', 'error']).where('id', '=', id).executeTakeFirstOrThrow()
}

function total(memory: ReadonlyMap<string, number>): number {
  return [...memory.values()].reduce((sum, bytes) => sum + bytes, 0)
}

function report(
  { name, limit }: (typeof RUNS)[number],
  spent: number,
  cpu: number,
  peak: ReadonlyMap<string, number>,
  stages: readonly StageLine[],
): void {
  const verdict = (good: boolean) => (good ? 'within' : 'MISSED')
  const rate = perHour(spent)
  console.log(`\n${name}: ${spent.toFixed(1)} s = ${rate.toFixed(2)} min/h (${verdict(rate <= limit)} ${limit})`)
  console.log(`  processor: ${perHour(cpu).toFixed(2)} min/h`)
  for (const { stage, engine, seconds: took, frames, samples, shots, pictures, spans, cues } of stages) {
    const counts = { frames, samples, shots, 'text detector calls': pictures, spans, utterances: cues }
    const found = Object.entries(counts).flatMap(([what, count]) => (count === undefined ? [] : [`${count} ${what}`]))
    console.log(
      `  ${stage.padEnd(10)} ${took.toFixed(1).padStart(7)} s ${perHour(took).toFixed(2).padStart(6)} min/h  ${[...(engine ? [engine] : []), ...found].join(', ')}`,
    )
  }
  const parts = [...peak].sort((one, other) => other[1] - one[1])
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
  console.log(
    `  peak PSS ${megabytes(total(peak))} (${verdict(total(peak) <= MEMORY_LIMIT)} 3 GB): ${parts.map(([title, bytes]) => `${title} ${megabytes(bytes)}`).join(', ')}`,
  )
}
