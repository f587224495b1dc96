import type { EngineEntry, EngineSettings, Sample, SampleDescription, VisualEngine } from '../engine.ts'
import { SharedReading } from '../shared-reading.ts'
import { concepts } from './concepts/concepts.ts'

/** Adds what the concepts engine sees to the vectors of an embedding engine: things, people and colours by their names. */
export function withConcepts(entry: EngineEntry<VisualEngine>): EngineEntry<VisualEngine> {
  return {
    ...entry,
    models: [...(entry.models ?? []), ...(concepts.models ?? [])],
    open(settings: EngineSettings): VisualEngine {
      const [embedding, seeing] = [entry.open(settings), concepts.open(settings)]
      return {
        id: embedding.id,
        name: embedding.name,
        dimensions: embedding.dimensions,
        cosines: embedding.cosines,
        describe: (samples, signal) => describeTwice(embedding, seeing, samples, signal),
        describeReference: (file) => embedding.describeReference(file),
        embedText: (text) => embedding.embedText(text),
        secondsASample: async () => (await embedding.secondsASample?.()) ?? 0,
        async close() {
          await Promise.all([embedding.close(), seeing.close()])
        },
      }
    },
  }
}

async function* describeTwice(
  embedding: VisualEngine,
  seeing: VisualEngine,
  samples: Iterable<Sample> | AsyncIterable<Sample>,
  signal?: AbortSignal,
): AsyncIterable<SampleDescription> {
  // The two look at the same samples at paces of their own, and at the first before the last has come.
  const shared = new SharedReading(samples)
  const embedded = embedding.describe(shared, signal)[Symbol.asyncIterator]()
  const seen = seeing.describe(shared, signal)[Symbol.asyncIterator]()
  for (;;) {
    const [one, other] = await Promise.all([embedded.next(), seen.next()])
    if (one.done || other.done) return
    yield { ...one.value, concepts: other.value.concepts }
  }
}
