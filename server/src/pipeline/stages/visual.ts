import { sql, type Transaction } from 'kysely'
import type { Sample, SampleDescription } from '../../engines/engine.ts'
import type { SampledFrame } from '../../media/pictures/sampling/samples.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { removeVectors, storeVectors } from '../../platform/db/vectors/vectors.ts'
import { inChunks, removeRows } from './rows.ts'
import type { Stage } from './stage.ts'

/** Describes the content of each sample. */
export const visual: Stage = {
  stage: 'visual',
  needs: ['samples'],
  follows: true,
  status: 'PROCESSING_VISUAL',
  weight: 50,
  asked: ({ collection, engines }) => collection.visual && engines.visual.engine !== null,
  async run(work, onProgress, parts) {
    const { engine } = work.engines.visual
    if (!engine) return { engine: null, store: async () => undefined }
    const [pass, { duration }] = [work.samples(), await work.info()]
    let described: SampleDescription[] = []
    let count = 0
    /** The descriptions since the last part. */
    const taken = () => {
      const found = described
      described = []
      return (transaction: Transaction<Tables>) => store(transaction, work.video.id, engine.id, found)
    }
    for await (const description of engine.describe(keptAfter(pass, parts.until), work.signal)) {
      const { time } = description
      described.push(description)
      count++
      onProgress(Math.min(1, time / duration))
      const until = [pass.standsUntil(time), time].find((seconds) => parts.due(seconds))
      if (until !== undefined) await parts.keep(until, taken())
    }
    return { engine: engine.id, counts: { samples: count }, store: taken() }
  },
  remove,
}

/** Kept samples, without those that an earlier run has described. */
async function* keptAfter(pass: AsyncIterable<SampledFrame>, until: number | null): AsyncGenerator<Sample> {
  for await (const { sample, time } of pass) if (sample && (until === null || time > until)) yield sample
}

async function remove(transaction: Transaction<Tables>, video_id: string, engine: string | null): Promise<void> {
  if (engine === null) return
  await removeRows(transaction, 'concepts', video_id, engine)
  await removeRows(transaction, 'descriptors', video_id, engine)
  await removeVectors(transaction, { engine, rows_of: 'samples' }, video_id)
}

async function store(
  transaction: Transaction<Tables>,
  video_id: string,
  engine: string,
  described: readonly SampleDescription[],
): Promise<void> {
  const stored = await transaction
    .selectFrom('samples')
    .select(['id', 'time'])
    .where('video_id', '=', video_id)
    .where(sql<boolean>`time = any(${described.map(({ time }) => time)}::float8[])`)
    .execute()
  const sampleIds = new Map(stored.map(({ id, time }) => [time, id]))
  const ofSample = described.flatMap((description) => {
    const sample_id = sampleIds.get(description.time)
    return sample_id === undefined ? [] : [{ sample_id, description }]
  })
  const concepts = ofSample.flatMap(({ sample_id, description }) =>
    description.concepts.map(({ name, kind, confidence, box, colours }) => ({
      sample_id,
      video_id,
      engine,
      name,
      kind,
      confidence,
      box: box ? [box.x, box.y, box.width, box.height] : null,
      colours: colours ? [...colours] : null,
    })),
  )
  await inChunks(concepts, (chunk) => transaction.insertInto('concepts').values(chunk).execute())
  const descriptors = ofSample.flatMap(({ sample_id, description: { descriptor } }) =>
    descriptor
      ? [
          {
            sample_id,
            video_id,
            engine,
            descriptor: Buffer.from(descriptor.buffer, descriptor.byteOffset, descriptor.byteLength),
            by_signature: true,
          },
        ]
      : [],
  )
  await inChunks(descriptors, (chunk) => transaction.insertInto('descriptors').values(chunk).execute())
  // An engine has one of the two: the vector by which it finds pictures.
  const vectors = ofSample.flatMap(({ sample_id, description: { descriptor, vector = descriptor } }) =>
    vector ? [{ row_id: sample_id, video_id, vector }] : [],
  )
  await storeVectors(transaction, { engine, rows_of: 'samples' }, vectors)
}
