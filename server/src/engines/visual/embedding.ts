import os from 'node:os'
import type { EngineEntry, EngineSettings, Sample, SampleDescription, VisualEngine } from '../engine.ts'
import { type EngineHost, hostEngine } from '../host.ts'
import { creditOf } from '../models/catalogue.ts'
import type { open } from './embedding.process.ts'
import type { HalfSettings } from './embedding-half.ts'
import type { EmbeddingModel } from './embedding-models.ts'
import { chooseWeights, type Trial, UnusableModel } from './embedding-weights.ts'

type Methods = Awaited<ReturnType<typeof open>>

/** Pictures given to the tower at once in indexing; more gain nothing on a processor. */
const BATCH = 8
/** Batches under way: one is embedded, one stands ready, one is on its way or being decoded. */
const AT_ONCE = 3
/** At low priority they give way to everything that a person waits for. */
export const THREADS = Math.min(2, os.availableParallelism())
/** Somebody may ask at any time: what timers can wait at most, about 25 days. */
const ALWAYS = 2 ** 31 - 1

/** Puts pictures and queries into one space by a pair of towers. */
class EmbeddingEngine implements VisualEngine {
  readonly id: string
  readonly name: string
  readonly dimensions: number
  readonly cosines: EmbeddingModel['cosines']
  readonly #model: EmbeddingModel
  readonly #settings: EngineSettings
  readonly #batch: number
  readonly #hosts = new Map<string, Promise<EngineHost<Methods>>>()

  constructor(model: EmbeddingModel, settings: EngineSettings, batch: number) {
    this.id = model.id
    this.name = model.name
    this.dimensions = model.dimensions
    this.cosines = model.cosines
    this.#model = model
    this.#settings = settings
    this.#batch = batch
  }

  /** Batches are decoded while the one before them is embedded. */
  async *describe(
    samples: Iterable<Sample> | AsyncIterable<Sample>,
    signal?: AbortSignal,
  ): AsyncIterable<SampleDescription> {
    const host = await this.#host('samples')
    const under_way: Promise<SampleDescription[]>[] = []
    for await (const batch of batches(samples, this.#batch)) {
      const files = batch.map(({ file }) => file)
      const described = host
        .call('embed', [files], signal)
        .then((vectors) => batch.map(({ time }, at) => ({ time, concepts: [], vector: vectors[at] as Float32Array })))
      // Should one before it fail, nobody waits for this one.
      described.catch(() => undefined)
      under_way.push(described)
      if (under_way.length === AT_ONCE) yield* (await under_way.shift()) as SampleDescription[]
    }
    for (const described of under_way) yield* await described
  }

  async describeReference(file: string): Promise<{ vector: Float32Array }> {
    const host = await this.#host('reference')
    const [vector] = (await host.call('embed', [[file]])) as [Float32Array]
    return { vector }
  }

  async embedText(text: string): Promise<Float32Array> {
    const host = await this.#host('text')
    const [vector] = (await host.call('embed', [[text]])) as [Float32Array]
    return vector
  }

  async secondsASample(): Promise<number> {
    const { picture } = await chooseWeights(await trialOf(this.#model, this.#settings))
    return (picture.milliseconds[picture.precision] ?? 0) / 1000 / BATCH
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map(async (host) => (await host.catch(() => null))?.close()))
  }

  /** Samples go last; a reference picture and a text have somebody waiting, and the text tower stays loaded. */
  #host(use: 'samples' | 'reference' | 'text'): Promise<EngineHost<Methods>> {
    const made = this.#hosts.get(use) ?? this.#start(use)
    this.#hosts.set(use, made)
    made.catch(() => this.#hosts.delete(use))
    return made
  }

  async #start(use: 'samples' | 'reference' | 'text'): Promise<EngineHost<Methods>> {
    const half = use === 'text' ? 'text' : 'picture'
    const trial = await trialOf(this.#model, this.#settings)
    const weights = await chooseWeights(trial)
    const settings: HalfSettings = {
      model: this.#model,
      folder: trial.folder,
      half,
      weights: this.#model[half][weights[half].precision] as string,
      threads: THREADS,
    }
    return hostEngine<Methods>({
      module: new URL('./embedding.process.ts', import.meta.url),
      settings,
      ...(use === 'samples' ? { concurrency: AT_ONCE } : { interactive: true }),
      ...(use === 'text' ? { idle_ms: ALWAYS } : {}),
    })
  }
}

/**
 * The engine that runs one model of the embedding table, from its folder among the models.
 * @param batch pictures given to the tower at once
 */
export function embedding(model: EmbeddingModel, batch = BATCH): EngineEntry<VisualEngine> {
  return {
    id: model.id,
    name: model.name,
    models: creditOf(model.folder),
    async obstacle(settings) {
      try {
        await chooseWeights(await trialOf(model, settings))
        return null
      } catch (error) {
        if (error instanceof UnusableModel) return error.message
        throw error
      }
    },
    open: (settings) => new EmbeddingEngine(model, settings, batch),
  }
}

/** @throws UnusableModel when the model is not on this machine */
async function trialOf(model: EmbeddingModel, { models }: EngineSettings): Promise<Trial> {
  const { folder, obstacle } = await models.folder(model.folder)
  if (folder === null) throw new UnusableModel(obstacle)
  return { model, folder, records: models.records, batch: BATCH, threads: THREADS }
}

async function* batches(samples: Iterable<Sample> | AsyncIterable<Sample>, size: number): AsyncIterable<Sample[]> {
  let batch: Sample[] = []
  for await (const sample of samples) {
    batch.push(sample)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
