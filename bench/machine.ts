/**
 * Measures which machine Footnote needs: `npm run bench:machine -- FOLDER [MINUTES]`. Joins the videos of FOLDER, which
 * must have one format, to MINUTES (10), encodes them in other sizes and codecs, starts the product, and prints its
 * memory, and for each film the processor time of indexing it and the disk that it takes. Then viewers watch a film at its own
 * pace and hear its events, and the script prints what each takes of a processor.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { sql } from 'kysely'
import { type Bearer, createAccount, createCollection, uploadVideo } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import { type Product, startProduct } from '../e2e/product.ts'
import { H264 } from '../server/test/made-media.ts'
import { joinVideos } from './joined-film.ts'
import { total, useOf, watchTree } from './process-tree.ts'

const run = promisify(execFile)
/** Milliseconds after which a product has ended its work after a start or an indexing. */
const QUIET = 30_000
const VIEWERS = 50
/** Seconds that they watch. */
const WATCHED = 60
/** Bytes of a request of a player. */
const PIECE = 2 ** 20
const HOUR = 3_600

const [corpus, minutes = '10'] = process.argv.slice(2)
if (!corpus) {
  console.error('usage: npm run bench:machine -- FOLDER [MINUTES]')
  process.exit(2)
}
const seconds = 60 * Number(minutes)
const folder = await mkdtemp(path.join(tmpdir(), 'footnote-bench-machine-'))
await chmod(folder, 0o755)
const film = (name: string, ...options: readonly string[]) => ({ name, options })
/** Colours of high definition: others would need a play copy. */
const sized = (size: string) => [
  ...['-vf', `scale=${size}:out_color_matrix=bt709:out_range=tv`],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
]
/** Films of one content. Rates are those of cameras and recorders: a drawn film would need less. */
const FILMS = [
  film('720p, H.264, 2.5 Mb/s', ...H264, ...sized('1280:720'), '-b:v', '2500k', '-g', '50'),
  film('1080p, H.264, 8 Mb/s', ...H264, ...sized('1920:1080'), '-b:v', '8M', '-g', '50'),
  film('1080p, MPEG-4 part 2, 8 Mb/s', '-c:v', 'mpeg4', ...sized('1920:1080'), '-b:v', '8M', '-g', '50'),
]

const product = await startProduct({ RATE_LIMITS: 'off', BILLING: 'off' })
try {
  const root = product.process.pid ?? 0
  await wait(QUIET)
  const { memory } = useOf([root])
  console.log(`memory of all processes without work: ${megabytes(total(memory))}`)
  const account = await createAccount(product)
  const collection = await createCollection(product, account, 'Measured')
  const joined = await joinVideos(corpus, folder, seconds)
  const rows: Record<string, string>[] = []
  let watched = ''
  for (const { name, options } of FILMS) {
    const file = await encode(joined, `${rows.length}.mp4`, options)
    const { id, row } = await indexed(product, root, account, { collection, file, name })
    watched ||= id
    rows.push(row)
  }
  console.table(rows)
  await watchTogether(product, root, account, watched)
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

async function encode(from: string, name: string, options: readonly string[]): Promise<string> {
  const file = path.join(folder, name)
  await run('ffmpeg', [
    '-v',
    'error',
    '-nostdin',
    '-i',
    from,
    ...options,
    '-c:a',
    'aac',
    '-movflags',
    '+faststart',
    file,
  ])
  return file
}

interface Upload {
  readonly collection: string
  readonly file: string
  readonly name: string
}

/** Uploads a film, and waits until it is indexed. @returns its id, and what an hour of it takes */
async function indexed(product: Product, root: number, account: Bearer, { collection, file, name }: Upload) {
  const rowsBefore = await databaseBytes(product)
  const before = useOf([root])
  const id = await uploadVideo(product, account, collection, file)
  const { peak, programs } = await watchTree([root], before, async () => {
    const { status, error, playback } = await detail(product, account, id)
    if (['FAILED', 'ERROR', 'OVER_LIMIT'].includes(status)) throw new Error(`The video ended ${status}: ${error}`)
    return status === 'SUCCESS' && playback === 'READY'
  })
  const spent = total(programs)
  const [kept, original] = [await bytesOf(path.join(product.data_dir, 'files', 'videos', id)), (await stat(file)).size]
  const anHour = HOUR / seconds
  const row = {
    film: name,
    'processor min an hour': ((spent * anHour) / 60).toFixed(1),
    'hours a day and core': ((24 * seconds) / spent).toFixed(0),
    'most memory': megabytes(total(peak)),
    'file an hour': megabytes(original * anHour),
    'beside it': megabytes((kept - original) * anHour),
    'in the database': megabytes(((await databaseBytes(product)) - rowsBefore) * anHour),
  }
  const parts = [...peak].sort((one, other) => other[1] - one[1]).slice(0, 8)
  console.log(`${name}: ${parts.map(([title, bytes]) => `${title} ${megabytes(bytes)}`).join(', ')}`)
  return { id, row }
}

async function detail(product: Product, account: Bearer, id: string): Promise<VideoDetail> {
  const headers = { authorization: `Bearer ${account.access}` }
  return (await (await fetch(`${product.origin}/api/get_video_details/${id}`, { headers })).json()) as VideoDetail
}

function databaseBytes(product: Product): Promise<number> {
  return inDatabase(product, async (db) => {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(
      db,
    )
    return rows[0]?.bytes ?? 0
  })
}

async function bytesOf(at: string): Promise<number> {
  const entries = await readdir(at, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => stat(path.join(entry.parentPath, entry.name))),
  )
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

/** Viewers read a film as fast as it plays, and hear its events; the processor time of the product is theirs. */
async function watchTogether(product: Product, root: number, account: Bearer, id: string): Promise<void> {
  const { stream_url, file_size } = await detail(product, account, id)
  if (!stream_url || !file_size) throw new Error('The film does not play.')
  const bytesPerSecond = file_size / seconds
  await wait(QUIET)
  const ended = new AbortController()
  const headers = { authorization: `Bearer ${account.access}` }
  const before = useOf([root])
  const hear = async () => {
    const events = await fetch(`${product.origin}/api/quick-review/events/${id}`, { headers, signal: ended.signal })
    await events.text().catch(() => undefined)
  }
  const heard = Array.from({ length: VIEWERS }, hear)
  let late = 0
  const watching = Promise.all(
    Array.from({ length: VIEWERS }, async (_, viewer) => {
      // They begin one after the other, as people do.
      await wait((viewer * 1_000 * PIECE) / bytesPerSecond / VIEWERS)
      const began = performance.now()
      for (let at = 0; at < WATCHED * bytesPerSecond; at += PIECE) {
        const range = { range: `bytes=${at}-${at + PIECE - 1}` }
        const answer = await fetch(new URL(stream_url, product.origin), { headers: range })
        await answer.arrayBuffer()
        const early = ((at + PIECE) / bytesPerSecond) * 1_000 - (performance.now() - began)
        if (answer.status !== 206 || early < 0) late += 1
        await wait(Math.max(0, early))
      }
    }),
  )
  let left = false
  const leave = () => {
    left = true
    ended.abort()
  }
  const [{ programs }] = await Promise.all([
    watchTree([root], before, async () => left),
    watching.finally(leave),
    ...heard,
  ])
  const each = total(programs) / WATCHED / VIEWERS
  const most = [...programs].sort((one, other) => other[1] - one[1]).slice(0, 4)
  console.log(`processor: ${most.map(([program, spent]) => `${program} ${spent.toFixed(1)} s`).join(', ')}`)
  const rate = ((8 * bytesPerSecond) / 1e6).toFixed(1)
  console.log(
    `${VIEWERS} viewers of ${rate} Mb/s for ${WATCHED} s: ${(100 * each).toFixed(2)} % of a processor each, so ${Math.floor(1 / each)} a core; ${late} pieces came late`,
  )
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`
}
