/**
 * Measures search in many lines: `npm run bench:scale -- [LINES,...] [FOLDER] [CASE,...]` (100,000 and 1,000,000 by
 * default). Starts the product, fills a collection of 1,000 videos with spoken lines and their vectors, and searches it
 * over HTTP. Cases, all by default: `idle`; `recall` of the lines' vectors; `indexing`, while the product indexes a
 * video; and `parts`, with the videos in 100 collections. FOLDER keeps the data between runs. Exits with 1 if a bound
 * is exceeded.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isFailed } from '@footnote/contract/shared/video-status.ts'
import { sql } from 'kysely'
import { type Account, createAccount, createCollection, startSession, uploadVideo, videosOf } from '../e2e/calls.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { type ClusterRecord, readRecord } from '../server/src/app/supervisor/database/cluster-record.ts'
import { freePort } from '../server/src/app/supervisor/network.ts'
import type { TextEngine } from '../server/src/engines/engine.ts'
import { closeEngines, openEngines } from '../server/src/engines/registry.ts'
import { noModels } from '../server/src/engines/testing/no-models.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { nearestVectors } from '../server/src/platform/db/vectors/vectors.ts'
import { NEAREST } from './nearest.ts'
import { askPicture, askWords, fromDatabase, type Row, timed } from './scale-ask.ts'
import { PARAPHRASES, zipfTexts } from './scale-data.ts'
import { type Exact, fill } from './scale-fill.ts'
import { describeFrames, makeFilm, takePicture } from './scale-film.ts'

const SEED = 20_261
/** Questions of each kind. */
const QUESTIONS = 40
const COLLECTIONS = 100
const PICTURES = 10
/** Milliseconds for 95 of 100 questions; twice as many while a video is indexed. */
const WORDS_BOUND = (lines: number) => (lines <= 100_000 ? 150 : 300)
const PICTURE_BOUND = 1_000
const RECALL_BOUND = 0.98

/** Stored beside the product's own folder. */
interface ScaleData {
  readonly account: Pick<Account, 'email' | 'password'>
  readonly collection_id: string
  readonly exact: readonly Exact[]
}

const CASES = ['idle', 'recall', 'indexing', 'parts'] as const

const [sizes = '100000,1000000', kept, wanted = CASES.join()] = process.argv.slice(2)
const cases = CASES.filter((each) => wanted.split(',').includes(each))
const folder = kept ?? (await mkdtemp(path.join(tmpdir(), 'footnote-bench-scale-')))
try {
  for (const lines of sizes.split(',').map(Number)) await measure(lines, path.join(folder, String(lines)))
} finally {
  if (!kept) await rm(folder, { recursive: true, force: true })
}

/** A filled product, and a function that starts it again. */
interface Run {
  readonly lines: number
  readonly place: string
  readonly film: string
  readonly filled: ScaleData
  /** Questions after each start, without a bound: the runtime translates its program during the first ones. */
  readonly first: readonly string[]
  start(roles: string): Promise<Product>
}

async function measure(lines: number, place: string): Promise<void> {
  await mkdir(place, { recursive: true, mode: 0o755 })
  await chmod(folder, 0o755)
  const film = path.join(place, 'film.mp4')
  if (!existsSync(film)) await makeFilm(film)
  const data_dir = path.join(place, 'data')
  const start = async (ROLES: string) =>
    await startProduct({ RATE_LIMITS: 'off', ROLES }, [], { data_dir, port: await freePort('127.0.0.1') })
  const texts = await zipfTexts(SEED)
  const engines = await openEngines({ threads: 1, models: noModels })
  try {
    const filled = await filledOnce(start, place, lines, { texts, engines })
    const asked = {
      'one word': texts.questions(QUESTIONS, 1),
      'three words': texts.questions(QUESTIONS, 3),
      paraphrase: [...PARAPHRASES],
    }
    const first = texts.questions(QUESTIONS, 2)
    const run: Run = { lines, place, film, filled, first, start }
    const works: Record<(typeof CASES)[number], (product: Product) => Promise<Row[]>> = {
      idle: (product) => timeAll(run, product, asked, { where: 'one collection', index_id: filled.collection_id }),
      recall: (product) => measureRecall(product, filled, engines.text.engine as TextEngine),
      indexing: (product) => timeWhileIndexing(run, product, asked),
      parts: (product) => timeInParts(run, product, asked),
    }
    const rows: Row[] = []
    for (const each of cases)
      rows.push(...(await running(await start(each === 'indexing' ? 'api,worker' : 'api'), works[each])))
    console.log(`${lines} lines`)
    console.table(rows)
  } finally {
    await closeEngines(engines)
  }
}

async function running<Answer>(product: Product, work: (product: Product) => Promise<Answer>): Promise<Answer> {
  try {
    return await work(product)
  } finally {
    await product.stop()
  }
}

type QueriesByKind = Readonly<Record<string, readonly string[]>>

/** Runs all questions on a collection. @param scope factor: multiple of the bounds */
async function timeAll(
  { lines, place, film, filled, first }: Run,
  product: Product,
  asked: QueriesByKind,
  scope: { readonly where: string; readonly index_id: string; readonly factor?: number },
): Promise<Row[]> {
  const { where, index_id, factor = 1 } = scope
  const account = await startSession(product, filled.account)
  const askThese = (query: string) => askWords(product, account, index_id, query)
  const rows = [await timed(product, `first two words, ${where}`, null, first, askThese)]
  for (const [kind, questions] of Object.entries(asked))
    rows.push(await timed(product, `${kind}, ${where}`, WORDS_BOUND(lines) * factor, questions, askThese))
  const picture = path.join(place, 'picture.jpg')
  await takePicture(film, picture)
  const times = Array.from({ length: PICTURES }, (_, at) => String(at))
  const askThis = () => askPicture(product, account, index_id, picture)
  rows.push(await timed(product, `picture, ${where}`, PICTURE_BOUND * factor, times, askThis))
  return rows
}

async function timeWhileIndexing(run: Run, product: Product, asked: QueriesByKind): Promise<Row[]> {
  // Each run has an account of its own, because a plan has minutes for two films only.
  const account = await createAccount(product)
  const beside = await createCollection(product, account, 'Beside')
  const video_id = await uploadVideo(product, account, beside, run.film)
  const video = async () => (await videosOf(product, account, beside)).find(({ id }) => id === video_id)
  for (let found = await video(); !found?.status.startsWith('PROCESSING'); found = await video()) {
    if (found && isFailed(found.status)) throw new Error(`The video failed: ${found.error}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const scope = { where: 'while a video is indexed', index_id: run.filled.collection_id, factor: 2 }
  const rows = await timeAll(run, product, asked, scope)
  const now = (await video())?.status
  if (!now?.startsWith('PROCESSING')) throw new Error(`The video was indexed too soon (${now}): make it longer.`)
  return rows
}

/** Searches one of many collections that share the same lines, and all of them. */
async function timeInParts(run: Run, product: Product, asked: QueriesByKind): Promise<Row[]> {
  const { collection_id } = run.filled
  const parts = await dealt(product, collection_id)
  const one = { where: `one of ${COLLECTIONS} collections`, index_id: parts[0] as string }
  const rows = await timeAll(run, product, asked, one)
  await gathered(product, collection_id, parts)
  return rows
}

async function filledOnce(
  start: Run['start'],
  place: string,
  lines: number,
  {
    texts,
    engines,
  }: { texts: Awaited<ReturnType<typeof zipfTexts>>; engines: Awaited<ReturnType<typeof openEngines>> },
): Promise<ScaleData> {
  const file = path.join(place, 'filled.json')
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as ScaleData
  const started = performance.now()
  // The worker sends the code of a new account.
  const { account, collection_id } = await running(await start('api,worker'), async (product) => {
    const account = await createAccount(product)
    return { account, collection_id: await createCollection(product, account, 'Measured') }
  })
  const seen = await describeFrames(place, engines)
  // Without a worker, so that nothing is indexed.
  const exact = await running(await start('api'), async (product) => {
    const { port, password } = readRecord(product.data_dir) as ClusterRecord
    const db = openDatabase(`postgresql://footnote:${password}@127.0.0.1:${port}/footnote`, { connections: 1 })
    try {
      const engine = engines.text.engine as TextEngine
      return await fill(db, { collection_id, user_id: account.user_id }, lines, { texts, engine, seen })
    } finally {
      await db.destroy()
    }
  })
  const filled = { account: { email: account.email, password: account.password }, collection_id, exact }
  await writeFile(file, JSON.stringify(filled))
  console.log(`${lines} lines were stored in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  return filled
}

/** Deals the videos of a collection out to new ones. @returns the new collections */
function dealt(product: Product, collection_id: string): Promise<string[]> {
  return fromDatabase(product, async (db) => {
    const { rows } = await sql<{ id: string }>`
      insert into collections (company_id, user_id, name, visual, ocr, audio)
      select company_id, user_id, 'Part ' || part, visual, ocr, audio from collections, generate_series(1, ${COLLECTIONS}) as part
      where id = ${collection_id} returning id`.execute(db)
    const parts = rows.map(({ id }) => id)
    await sql`
      update stacks set collection_id = (${parts}::uuid[])[1 + place % ${COLLECTIONS}]
      from (select id, row_number() over (order by id) as place from stacks where collection_id = ${collection_id}) as one
      where stacks.id = one.id`.execute(db)
    return parts
  })
}

/** Moves dealt videos back. */
function gathered(product: Product, collection_id: string, parts: readonly string[]): Promise<void> {
  return fromDatabase(product, async (db) => {
    await sql`update stacks set collection_id = ${collection_id} where collection_id = any(${parts}::uuid[])`.execute(
      db,
    )
    await sql`delete from collections where id = any(${parts}::uuid[])`.execute(db)
  })
}

async function measureRecall(
  product: Product,
  { collection_id, exact }: ScaleData,
  engine: TextEngine,
): Promise<Row[]> {
  const found = await fromDatabase(product, async (db) => {
    const { rows } = await sql<{ id: string }>`select id from videos where collection_id = ${collection_id}`.execute(db)
    const video_ids = rows.map(({ id }) => id)
    let right = 0
    for (const { question, nearest } of exact) {
      const [vector] = (await Array.fromAsync(engine.embed([question], 'query'))) as [Float32Array]
      const set = { engine: engine.id, rows_of: 'cues' } as const
      const neighbours = await nearestVectors(db, set, video_ids, vector)
      const ids = new Set(neighbours.slice(0, NEAREST).map(({ row_id }) => row_id))
      right += nearest.filter(({ id }) => ids.has(id)).length
    }
    return right
  })
  const recall = found / (NEAREST * exact.length)
  console.log(`recall@${NEAREST} of the lines' vectors: ${recall.toFixed(3)} (at least ${RECALL_BOUND})`)
  if (recall < RECALL_BOUND) process.exitCode = 1
  return []
}
