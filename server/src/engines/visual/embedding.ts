import { readFile } from 'node:fs/promises'
import { BATCH, BETWEEN_QUESTIONS, HalfHosts, obstacleOf } from '../embedding/half-hosts.ts'
import type { EngineEntry, EngineSettings, Sample, SampleDescription, VisualEngine } from '../engine.ts'
import { creditOf } from '../models/catalogue/catalogue.ts'
import type { EmbeddingModel } from './embedding-models.ts'

/** Concurrent batches: one is embedded, one is ready, one is being read or decoded. */
const AT_ONCE = 3
/**
 * Samples have low priority. Reference pictures and texts do not, since somebody waits, and the text tower stays loaded
 * for a while.
 */
const USES = {
  samples: { half: 'picture', concurrency: AT_ONCE },
  reference: { half: 'picture', interactive: true },
  text: { half: 'text', interactive: true, idle_ms: BETWEEN_QUESTIONS },
} as const

/** Embeds pictures and queries in one space with a pair of towers. */
class EmbeddingEngine implements VisualEngine {
  readonly id: string
  readonly name: string
  readonly dimensions: number
  readonly cosines: EmbeddingModel['cosines']
  readonly #batch: number
  readonly #hosts: HalfHosts<keyof typeof USES>

  constructor(model: EmbeddingModel, settings: EngineSettings, batch: number) {
    this.id = model.id
    this.name = model.name
    this.dimensions = model.dimensions
    this.cosines = model.cosines
    this.#batch = batch
    this.#hosts = new HalfHosts(model, settings, USES)
  }

  /** Decodes batches while the batch before them is embedded. */
  async *describe(
    samples: Iterable<Sample> | AsyncIterable<Sample>,
    signal?: AbortSignal,
  ): AsyncIterable<SampleDescription> {
    const host = await this.#hosts.get('samples')
    const under_way: Promise<SampleDescription[]>[] = []
    for await (const batch of batches(samples, this.#batch)) {
      const described = Promise.all(batch.map(({ file }) => readFile(file)))
        .then((pictures) => host.call('embed', [pictures], signal))
        .then((vectors) => batch.map(({ time }, at) => ({ time, concepts: [], vector: vectors[at] as Float32Array })))
      // Prevents an unhandled rejection when an earlier batch fails.
      described.catch(() => undefined)
      under_way.push(described)
      if (under_way.length === AT_ONCE) yield* (await under_way.shift()) as SampleDescription[]
    }
    for (const described of under_way) yield* await described
  }

  async describeReference(file: string): Promise<{ vector: Float32Array }> {
    const host = await this.#hosts.get('reference')
    const [vector] = (await host.call('embed', [[await readFile(file)]])) as [Float32Array]
    return { vector }
  }

  async embedText(text: string): Promise<Float32Array> {
    const host = await this.#hosts.get('text')
    const [vector] = (await host.call('embed', [[text]])) as [Float32Array]
    return vector
  }

  async secondsASample(): Promise<number> {
    return (await this.#hosts.milliseconds('picture')) / 1000 / BATCH
  }

  close(): Promise<void> {
    return this.#hosts.close()
  }
}

/**
 * The engine that runs one model of the embedding table.
 * @param batch pictures per call of the tower
 */
export function embedding(model: EmbeddingModel, batch = BATCH): EngineEntry<VisualEngine> {
  return {
    id: model.id,
    name: model.name,
    models: creditOf(model.folder),
    weights: [model.folder],
    obstacle: (settings) => obstacleOf(model, settings),
    open: (settings) => new EmbeddingEngine(model, settings, batch),
  }
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
