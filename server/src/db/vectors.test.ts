import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSearchLibrary } from '../../test/search-library.ts'
import { nearestVectors, storeVectors } from './vectors.ts'

const DIMENSIONS = 64
let library: Awaited<ReturnType<typeof makeSearchLibrary>>
let random = 1
/** Park and Miller's generator: the same vectors in each run. */
const next = () => {
  random = (random * 48_271) % 2_147_483_647
  return random / 2_147_483_647 - 0.5
}
const unit = (values: Float32Array) => {
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}
/** Vectors with a large common part, as embeddings have. */
const embedding = () =>
  unit(Float32Array.from({ length: DIMENSIONS }, (_, index) => next() + (index % 3 === 0 ? 0.8 : 0)))
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] as number), 0)

beforeAll(async () => {
  library = await makeSearchLibrary()
})
afterAll(() => library.close())

async function samplesOf(count: number) {
  const video_id = await library.addVideo({})
  const rows = await library.db
    .insertInto('samples')
    .values(Array.from({ length: count }, (_, time) => ({ video_id, time, shot: 0, thumbnail_key: null })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => ({ sample_id: id, video_id, vector: embedding() }))
}
const store = (engine: string, vectors: Awaited<ReturnType<typeof samplesOf>>) =>
  library.db.transaction().execute((transaction) => storeVectors(transaction, engine, vectors))

describe('vectors', () => {
  it('are found by cosine, exactly, inside the videos asked for', async () => {
    const [one, two] = [await samplesOf(600), await samplesOf(600)]
    await store('small-1', one)
    await store('small-1', two)
    const query = embedding()
    const expected = one
      .map(({ sample_id, vector }) => ({ sample_id, cosine: cosine(vector, query) }))
      .sort((a, b) => b.cosine - a.cosine)
    const found = await nearestVectors(library.db, 'small-1', [one[0]?.video_id as string], query)
    expect(found).toHaveLength(200)
    expect(found.slice(0, 10).map(({ sample_id }) => sample_id)).toEqual(
      expected.slice(0, 10).map(({ sample_id }) => sample_id),
    )
    expect(found[0]?.cosine).toBeCloseTo(expected[0]?.cosine ?? 0, 2)
    const all = await nearestVectors(library.db, 'small-1', 'all', query)
    expect(new Set(all.map(({ video_id }) => video_id)).size).toBe(2)
  })

  it('get new signatures when the mean has moved', async () => {
    const [few, many] = [await samplesOf(5), await samplesOf(50)]
    await store('small-2', few)
    await store('small-2', many)
    const [target] = few
    const [nearest] = await nearestVectors(library.db, 'small-2', 'all', target?.vector as Float32Array)
    expect(nearest?.sample_id).toBe(target?.sample_id)
  })

  it('can be stored twice and go with their samples', async () => {
    const vectors = await samplesOf(3)
    await store('small-3', vectors)
    await store('small-3', vectors)
    const query = vectors[0]?.vector as Float32Array
    expect(await nearestVectors(library.db, 'small-3', 'all', query)).toHaveLength(3)
    await library.db
      .deleteFrom('videos')
      .where('id', '=', vectors[0]?.video_id as string)
      .execute()
    expect(await nearestVectors(library.db, 'small-3', 'all', query)).toEqual([])
  })

  it('keep engines of other dimensions apart', async () => {
    const [sample] = await samplesOf(1)
    await store('tiny-1', [{ ...sample, vector: Float32Array.of(1, 0) } as never])
    expect(await nearestVectors(library.db, 'tiny-1', 'all', Float32Array.of(1, 0))).toHaveLength(1)
    expect(await nearestVectors(library.db, 'tiny-1', 'all', Float32Array.of(1, 0, 0))).toEqual([])
    await expect(store('tiny-1', await samplesOf(1))).rejects.toThrow('dimensions')
    expect(await nearestVectors(library.db, 'unknown', 'all', Float32Array.of(1))).toEqual([])
  })
})
