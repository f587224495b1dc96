import type { EngineEntry, EngineSettings, Sample, SampleDescription, VisualEngine } from '../engine.ts'
import { SharedReading } from '../shared-reading.ts'
import { concepts } from './concepts/concepts.ts'

/** Adds the concepts engine's names of things, people and colours to the vectors of an embedding engine. */
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
  // Both engines read the same samples at their own pace, and start before the last sample arrives.
  const shared = new SharedReading(samples)
  const embedded = embedding.describe(shared, signal)[Symbol.asyncIterator]()
  const seen = seeing.describe(shared, signal)[Symbol.asyncIterator]()
  for (;;) {
    const [one, other] = await Promise.all([embedded.next(), seen.next()])
    if (one.done || other.done) return
    yield { ...one.value, concepts: other.value.concepts }
  }
}
