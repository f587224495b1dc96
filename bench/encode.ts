/**
 * Measures the embedding engine on random weights of real shapes: `npm run bench:encode -- [ROUNDS] [ONLY]` (5 rounds;
 * only rows whose names contain ONLY, such as 'ViT-B/32' or 'text').
 * Prints pictures a second of ViT-B/32 and ViT-B/16 at fp32, one and eight at a time, for the engine with picture files
 * and for the bare runtime with prepared numbers. Both use the same weights, batch, session options and priority, and
 * take turns. The fastest round of each counts, because disturbances only make a round slower.
 * The engine gets pictures of the tower's own size, to compare with the bare runtime, and JPEG files of 1280x720 as in
 * indexing, which cost decoding as well. The last row is the time from a query's words to its vector, with a text tower
 * of the base model's shape.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { THREADS } from '../server/src/engines/embedding/half-hosts.ts'
import type { Sample, VisualEngine } from '../server/src/engines/engine.ts'
import { hostEngine } from '../server/src/engines/process/host.ts'
import { unverifiedModels } from '../server/src/engines/testing/unverified-models.ts'
import { embedding } from '../server/src/engines/visual/embedding.ts'
import { EMBEDDING_MODELS, type EmbeddingModel } from '../server/src/engines/visual/embedding-models.ts'
import { writeTinyEmbedding } from '../server/test/tiny-embedding.ts'
import type { open } from './bare-encode.process.ts'
import { useOf } from './process-tree.ts'
import { BASE, writeTextTower, writeVisionTower } from './random-models.ts'

const PICTURES = 16
const QUERIES = 200
const LEAST_SHARE = 0.9
const LONGEST_QUERY_MS = 40
/** Size of the vocabulary of Gemma's tokeniser, which SigLIP 2 uses. */
const VOCABULARY = 256_000
const TOWERS = [
  { name: 'ViT-B/32', id: 'clip-vit-b-32-fp32-int8', patch: 32 },
  { name: 'ViT-B/16', id: 'siglip2-base-16-256-fp32-int8', patch: 16 },
] as const
const WORDS = [
  'a red car in the rain',
  'two people talk',
  'whiteboard',
  'the harbour at night with its lights in the water',
]

const rounds = Number(process.argv[2] ?? 5)
const only = process.argv[3] ?? ''
const folder = await mkdtemp(path.join(os.tmpdir(), 'footnote-bench-encode-'))
let missed = false
try {
  console.log(`${os.cpus()[0]?.model}, ${os.availableParallelism()} processors, ${THREADS} threads, ${rounds} rounds`)
  const frames = await drawPictures('1280x720', 'jpg', '-q:v', '3')
  for (const tower of TOWERS.filter(({ name }) => name.includes(only))) {
    const model = EMBEDDING_MODELS.find(({ id }) => id === tower.id) as EmbeddingModel
    const { size } = model.picture
    const pictures = await drawPictures(`${size}x${size}`, 'png', '-compression_level', '0')
    const models_dir = await makeModel(model, tower.patch)
    for (const batch of [1, 8]) {
      const { bare, engine, decoding } = await measure(model, models_dir, batch, { pictures, frames })
      missed ||= engine < LEAST_SHARE * bare
      const share = (rate: number) => `${rate.toFixed(1)} pictures/s = ${((100 * rate) / bare).toFixed(0)} %`
      console.log(
        `${tower.name} at ${size} px, batch ${batch}: bare ${bare.toFixed(1)} pictures/s, ` +
          `engine ${share(engine)}, from 1280x720 JPEG ${share(decoding)}`,
      )
    }
    await rm(models_dir, { recursive: true })
  }
  if ('text'.includes(only)) missed ||= (await measureQueries()) > LONGEST_QUERY_MS
  console.log(missed ? 'MISSED: a row is out of bounds.' : 'All rows are within their bounds.')
} finally {
  await rm(folder, { recursive: true })
}
process.exitCode = missed ? 1 : 0

/** @param size of the pictures, as ffmpeg writes it @param format extension and options of the files */
async function drawPictures(size: string, ending: string, ...options: readonly string[]): Promise<Sample[]> {
  const drawn = path.join(folder, size)
  await mkdir(drawn)
  const source = ['-f', 'lavfi', '-i', `mandelbrot=s=${size}:rate=1`, '-frames:v', String(PICTURES), ...options]
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...source, path.join(drawn, `%03d.${ending}`)])
  const names = (await readdir(drawn)).sort()
  return names.map((name, time) => ({ time, shot: 0, file: path.join(drawn, name) }))
}

/** A models folder with one model, whose picture tower has the real shape and whose text tower is tiny. */
async function makeModel(model: EmbeddingModel, patch: number): Promise<string> {
  const models_dir = await mkdtemp(path.join(folder, 'models-'))
  const own = await writeTinyEmbedding(models_dir, model)
  const { picture, dimensions } = model
  const file = path.join(own, picture.weights)
  await writeVisionTower(file, { ...BASE, dimensions }, { ...picture, patch }, 'fp32')
  return models_dir
}

/** @returns pictures a second in the fastest round */
async function measure(
  model: EmbeddingModel,
  models_dir: string,
  batch: number,
  { pictures, frames }: { readonly pictures: readonly Sample[]; readonly frames: readonly Sample[] },
): Promise<{ bare: number; engine: number; decoding: number }> {
  const { input, size } = model.picture
  const file = path.join(models_dir, model.folder, model.picture.weights)
  const bare = hostEngine<Awaited<ReturnType<typeof open>>>({
    module: new URL('./bare-encode.process.ts', import.meta.url),
    settings: { file, input, size, batch, threads: THREADS },
  })
  const engine = await openEngine(model, models_dir, batch)
  const engineRun = async (samples: readonly Sample[]) => {
    const started = performance.now()
    const described = await Array.fromAsync(engine.describe(samples))
    if (described.length !== samples.length) throw new Error('The engine lost pictures.')
    return performance.now() - started
  }
  try {
    await bare.call('run', [batch])
    await engineRun(pictures.slice(0, batch))
    const times: Record<'bare' | 'engine' | 'decoding', number[]> = { bare: [], engine: [], decoding: [] }
    for (let round = 0; round < rounds; round += 1) {
      times.bare.push(await bare.call('run', [PICTURES]))
      times.engine.push(await engineRun(pictures))
      times.decoding.push(await engineRun(frames))
    }
    const rate = (spent: number[]) => (1000 * PICTURES) / Math.min(...spent)
    return { bare: rate(times.bare), engine: rate(times.engine), decoding: rate(times.decoding) }
  } finally {
    await Promise.all([bare.close(), engine.close()])
  }
}

/** @returns the milliseconds within which 95 % of the queries end */
async function measureQueries(): Promise<number> {
  const model = EMBEDDING_MODELS[0] as EmbeddingModel
  const models_dir = await mkdtemp(path.join(folder, 'models-'))
  const own = await writeTinyEmbedding(models_dir, model)
  const { text, dimensions } = model
  const shape = { ...text, vocabulary: VOCABULARY, tokens: text.max_tokens }
  await writeTextTower(path.join(own, text.weights), { ...BASE, dimensions }, shape, 'int8')
  const engine = await openEngine(model, models_dir)
  try {
    await engine.embedText('warm')
    const times: number[] = []
    for (let query = 0; query < QUERIES; query += 1) {
      const started = performance.now()
      await engine.embedText(`${WORDS[query % WORDS.length]} ${query}`)
      times.push(performance.now() - started)
    }
    const memory = useOf([process.pid]).memory.get('footnote-engine') ?? 0
    console.log(
      `text tower of 12 layers of 768, ${shape.tokens} tokens, int8: p50 ${quantile(times, 0.5).toFixed(1)} ms, ` +
        `p95 ${quantile(times, 0.95).toFixed(1)} ms, ${(memory / 2 ** 20).toFixed(0)} MB`,
    )
    return quantile(times, 0.95)
  } finally {
    await engine.close()
    await rm(models_dir, { recursive: true })
  }
}

async function openEngine(model: EmbeddingModel, models_dir: string, batch?: number): Promise<VisualEngine> {
  const settings = { threads: THREADS, models: unverifiedModels(models_dir) }
  const obstacle = await embedding(model, batch).obstacle(settings)
  if (obstacle !== null) throw new Error(obstacle)
  return embedding(model, batch).open(settings)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
