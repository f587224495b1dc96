import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { makeColours } from '../../../test/made-media.ts'
import { visualOnly } from '../../../test/visual-only.ts'
import type { VisualEngine } from '../../engines/engine.ts'
import { searchCollections } from '../../retrieval/search.ts'
import { searchByImage } from '../../retrieval/search-by-look.ts'

const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / length)
}
const NAMED: Record<string, readonly number[]> = { red: [1, 0, 0], green: [0, 1, 0], blue: [0, 0, 1] }

/** The smallest engine with embeddings: a picture's mean colour, and colours by their names. */
const mean_colour: VisualEngine = {
  id: 'mean-colour-1',
  name: 'Mean colour',
  dimensions: 3,
  cosines: { unrelated: 0, matching: 1 },
  async *describe(samples) {
    for await (const { time, file } of samples) yield { time, concepts: [], ...(await this.describeReference(file)) }
  },
  async describeReference(file) {
    const { channels } = await sharp(file).stats()
    return { vector: unit(channels.slice(0, 3).map(({ mean }) => mean + 1)) }
  },
  embedText: async (text) => unit(NAMED[text] ?? [1, 1, 1]),
  close: async () => undefined,
}

const indexing = await startIndexing({ engines: { visual: { engine: mean_colour, reason: null, passed_over: [] } } })
const file = path.join(indexing.data_dir, 'colours.mp4')
await makeColours(file)
const video_id = await indexing.add(file)
expect((await indexing.settled(video_id)).status).toBe('SUCCESS')
const video = await indexing.db
  .selectFrom('videos')
  .select('collection_id')
  .where('id', '=', video_id)
  .executeTakeFirstOrThrow()
const collection_id = video.collection_id
afterAll(() => indexing.close())

test.each([
  ['red', 0, 4],
  ['green', 4, 8],
  ['blue', 8, 12],
])('an embedded video is found by words: %s', async (query, start, end) => {
  const { matches } = await searchCollections(
    { db: indexing.db, engines: visualOnly(mean_colour) },
    { collections: [{ id: collection_id, modalities: ['visual'] }], query, temperature: 0.5 },
  )
  expect(matches[0]?.video_id).toBe(video_id)
  // A cut may fall anywhere between two samples.
  expect(Math.abs((matches[0]?.start_time ?? -9) - start)).toBeLessThanOrEqual(1)
  expect(Math.abs((matches[0]?.end_time ?? -9) - end)).toBeLessThanOrEqual(1)
})

test('and by a picture', async () => {
  const file = path.join(indexing.data_dir, 'picture.jpg')
  await sharp({ create: { width: 64, height: 36, channels: 3, background: '#0000ff' } })
    .jpeg()
    .toFile(file)
  const { matches } = await searchByImage(
    { db: indexing.db, engines: visualOnly(mean_colour) },
    { collections: [{ id: collection_id, modalities: ['visual'] }], file, temperature: 0.5 },
  )
  expect(Math.abs((matches[0]?.start_time ?? -9) - 8)).toBeLessThanOrEqual(1)
})
