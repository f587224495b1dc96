/**
 * Measures indexing: `npm run bench:index -- FOLDER [MINUTES] [--first] [--against COMMIT] [--rounds N]`. Joins the
 * videos of FOLDER, which must have one format, repeats them to MINUTES (20) of 720p, and indexes the result with a new
 * worker and a new database: once for all three modalities, once for visual and on-screen text.
 * With a commit, this tree and the commit take turns, N (1) times, and the script compares processor time and results.
 * With `--first` each run stops when searches find the first moments, and prints when that is.
 */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { checkOut, type EarlierVersion } from '../soak/earlier-version.ts'
import { measureFirst } from './first-found.ts'
import { compareFound } from './found-rows.ts'
import { type Cost, measure } from './index-run.ts'
import { joinVideos } from './joined-film.ts'
import { total } from './process-tree.ts'
import { type Product, productAt, thisProduct } from './product-at.ts'

const run = promisify(execFile)
const RUNS = [
  { name: 'all three modalities', visual: true, ocr: true, audio: true, limit: 15 },
  { name: 'visual and on-screen text', visual: true, ocr: true, audio: false, limit: 7 },
]
/** Most seconds between the upload of a video, of an hour or less, and its first searchable moment. */
const FIRST_LIMIT = 60
const MEMORY_LIMIT = 3 * 2 ** 30

const { values: options, positionals } = parseArgs({
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '1' },
    first: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [corpus, minutes = '20'] = positionals
if (!corpus) {
  console.error('usage: npm run bench:index -- FOLDER [MINUTES] [--first] [--against COMMIT] [--rounds N]')
  process.exit(2)
}
const folder = await mkdtemp(path.join(tmpdir(), 'footnote-bench-index-'))
await chmod(folder, 0o755)
const seconds = 60 * Number(minutes)
const perHour = (spent: number) => spent / 60 / (seconds / 3600)
let against: EarlierVersion | undefined

try {
  const video = await joinVideos(corpus, folder, seconds)
  console.log(`video: ${minutes} min, ${((await stat(video)).size / 2 ** 20).toFixed(0)} MB`)
  if (!options.first) await reportDecoding(video)
  const products = [await thisProduct()]
  against = options.against === undefined ? undefined : await checkOut(options.against)
  if (against) products.push(await productAt(against))
  for (const measured of RUNS) await (options.first ? untilFound : inTurns)(products, video, measured)
} finally {
  await against?.remove()
  await rm(folder, { recursive: true, force: true })
}

async function reportDecoding(video: string): Promise<void> {
  const started = performance.now()
  await run('ffmpeg', ['-v', 'error', '-i', video, '-map', '0:v', '-f', 'null', '-'])
  const decoding = (performance.now() - started) / 1000
  console.log(`decoding alone: ${decoding.toFixed(1)} s = ${perHour(decoding).toFixed(2)} min/h`)
}

function verdict(good: boolean): string {
  return good ? 'within' : 'MISSED'
}

async function untilFound(products: readonly Product[], video: string, measured: (typeof RUNS)[number]): Promise<void> {
  for (const product of products) {
    const { any, all } = await measureFirst(product, folder, video, measured)
    const rest = all === null ? '' : `, its first seconds by all that is looked for after ${all.toFixed(1)} s`
    console.log(`\n${measured.name}, ${product.name}:`)
    console.log(
      `  first moment found ${any.toFixed(1)} s after the upload (${verdict(any <= FIRST_LIMIT)} ${FIRST_LIMIT})${rest}`,
    )
  }
}

async function inTurns(products: readonly Product[], video: string, measured: (typeof RUNS)[number]): Promise<void> {
  const costs = new Map<Product, Cost[]>(products.map((product) => [product, []]))
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const product of products) {
      const cost = await measure(product, folder, video, measured)
      costs.get(product)?.push(cost)
      report(product, measured, cost)
    }
  }
  const [now, before] = [...costs.values()]
  if (!now || !before) return
  const ratio = (of: (cost: Cost) => number) =>
    (now.reduce((sum, cost) => sum + of(cost), 0) / before.reduce((sum, cost) => sum + of(cost), 0)).toFixed(2)
  console.log(`\n${measured.name}, this tree by ${options.against}:`)
  console.log(`  processor ${ratio(({ cpu }) => cpu)}, clock ${ratio(({ clock }) => clock)}`)
  console.table(compareFound((now[0] as Cost).found, (before[0] as Cost).found))
}

function report(product: Product, { name, limit }: (typeof RUNS)[number], cost: Cost): void {
  const rate = perHour(cost.clock)
  console.log(`\n${name}, ${product.name}:`)
  console.log(`  ${cost.clock.toFixed(1)} s = ${rate.toFixed(2)} min/h (${verdict(rate <= limit)} ${limit})`)
  console.log(`  processor: ${perHour(cost.cpu).toFixed(2)} min/h`)
  const programs = [...cost.programs].filter(([, spent]) => spent >= 0.5).sort((one, other) => other[1] - one[1])
  for (const [program, spent] of programs) console.log(`    ${perHour(spent).toFixed(2).padStart(6)} ${program}`)
  for (const { stage, engine, seconds: took, frames, samples, shots, pictures, spans, cues } of cost.stages) {
    const counts = { frames, samples, shots, 'text detector calls': pictures, spans, utterances: cues }
    const found = Object.entries(counts).flatMap(([what, count]) => (count === undefined ? [] : [`${count} ${what}`]))
    console.log(
      `  ${stage.padEnd(10)} ${took.toFixed(1).padStart(7)} s ${perHour(took).toFixed(2).padStart(6)} min/h  ${[...(engine ? [engine] : []), ...found].join(', ')}`,
    )
  }
  const parts = [...cost.peak].sort((one, other) => other[1] - one[1])
  const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`
  console.log(
    `  peak PSS ${megabytes(total(cost.peak))} (${verdict(total(cost.peak) <= MEMORY_LIMIT)} 3 GB): ${parts.map(([title, bytes]) => `${title} ${megabytes(bytes)}`).join(', ')}`,
  )
}
