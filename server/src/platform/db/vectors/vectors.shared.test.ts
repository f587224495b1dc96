import { afterAll, describe, expect, it } from 'vitest'
import { makeSearchLibrary } from '../../../../test/search-library.ts'
import { openDatabase } from '../database.ts'
import { nearestVectors, removeVectors, storeVectors } from './vectors.ts'

const DIMENSIONS = 64
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

const library = await makeSearchLibrary()
afterAll(() => library.close())

async function samplesOf(count: number) {
  const video_id = await library.addVideo({})
  const rows = await library.db
    .insertInto('samples')
    .values(Array.from({ length: count }, (_, time) => ({ video_id, time, shot: 0, thumbnail_key: null })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => ({ row_id: id, video_id, vector: embedding() }))
}
const samplesBy = (engine: string) => ({ engine, rows_of: 'samples' }) as const
const store = (engine: string, vectors: Awaited<ReturnType<typeof samplesOf>>) =>
  library.db.transaction().execute((transaction) => storeVectors(transaction, samplesBy(engine), vectors))
const nearest = (engine: string, video_ids: readonly string[] | 'all', query: Float32Array | readonly Float32Array[]) =>
  nearestVectors(library.db, samplesBy(engine), video_ids, query)

describe('vectors', () => {
  it('are found by cosine, exactly, within the given videos', async () => {
    const [one, two] = [await samplesOf(600), await samplesOf(600)]
    await store('small-1', one)
    await store('small-1', two)
    const query = embedding()
    const expected = one
      .map(({ row_id, vector }) => ({ row_id, cosine: cosine(vector, query) }))
      .sort((a, b) => b.cosine - a.cosine)
    const found = await nearest('small-1', [one[0]?.video_id as string], query)
    expect(found).toHaveLength(200)
    expect(found.slice(0, 10).map(({ row_id }) => row_id)).toEqual(expected.slice(0, 10).map(({ row_id }) => row_id))
    expect(found[0]?.cosine).toBeCloseTo(expected[0]?.cosine ?? 0, 2)
    const all = await nearest('small-1', 'all', query)
    expect(new Set(all.map(({ video_id }) => video_id)).size).toBe(2)
  })

  it('are found by the nearest of several queries', async () => {
    const rows = await samplesOf(900)
    await store('several-1', rows)
    const queries = [embedding(), rows[7]?.vector as Float32Array, embedding()]
    const expected = rows
      .map(({ row_id, vector }) => ({ row_id, cosine: Math.max(...queries.map((query) => cosine(vector, query))) }))
      .sort((a, b) => b.cosine - a.cosine)
    const found = await nearest('several-1', 'all', queries)
    expect(found[0]?.row_id).toBe(rows[7]?.row_id)
    expect(found.slice(0, 10).map(({ row_id }) => row_id)).toEqual(expected.slice(0, 10).map(({ row_id }) => row_id))
    expect(await nearest('several-1', 'all', [])).toEqual([])
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('with %s are refused, and the others stay', async (value) => {
    const engine = `with-${value}`
    const rows = await samplesOf(30)
    await store(engine, rows)
    const broken = await samplesOf(1)
    broken[0]!.vector[3] = value
    await expect(store(engine, broken)).rejects.toThrow(`${engine} returned a vector that is not finite`)
    const found = await nearest(engine, 'all', rows[7]!.vector)
    expect(found[0]?.row_id).toBe(rows[7]!.row_id)
    expect(found).toHaveLength(rows.length)
  })

  it('with equal signatures are found in the order of their rows, wherever those are stored', async () => {
    const rows = await samplesOf(2_400)
    const vector = embedding()
    const same = rows.map((row) => ({ ...row, vector }))
    await store('same-1', same)
    // Stored again, these come after the other rows.
    await store('same-1', same.slice(0, 300))
    const found = await nearest('same-1', 'all', embedding())
    expect(found.map(({ row_id }) => row_id)).toEqual(same.slice(0, 200).map(({ row_id }) => row_id))
  })

  it('get new signatures when the mean has changed', async () => {
    const [few, many] = [await samplesOf(5), await samplesOf(50)]
    await store('small-2', few)
    await store('small-2', many)
    const [target] = few
    const [found] = await nearest('small-2', 'all', target?.vector as Float32Array)
    expect(found?.row_id).toBe(target?.row_id)
  })

  it('can be stored twice, and are deleted with their samples', async () => {
    const vectors = await samplesOf(3)
    await store('small-3', vectors)
    await store('small-3', vectors)
    const query = vectors[0]?.vector as Float32Array
    expect(await nearest('small-3', 'all', query)).toHaveLength(3)
    await library.db
      .deleteFrom('videos')
      .where('id', '=', vectors[0]?.video_id as string)
      .execute()
    expect(await nearest('small-3', 'all', query)).toEqual([])
  })

  it('of lines are deleted with their lines, and do not mix with those of samples with the same ids', async () => {
    const sample = (await samplesOf(1)).map((each) => ({ ...each, vector: Float32Array.of(1, 0) }))
    const video_id = await library.addVideo({
      said: [
        [0, 1, 'one'],
        [1, 2, 'two'],
      ],
    })
    const cues = await library.db.selectFrom('cues').select(['id', 'number']).where('video_id', '=', video_id).execute()
    const said = { engine: 'lines-1', rows_of: 'cues' } as const
    await store('lines-1', sample)
    const vectors = cues.map(({ id }) => ({ row_id: id, video_id, vector: Float32Array.of(0, 1) }))
    await library.db.transaction().execute((transaction) => storeVectors(transaction, said, vectors))
    const query = Float32Array.of(0.6, 0.8)
    const found = async () => (await nearestVectors(library.db, said, 'all', query)).map(({ row_id }) => row_id)
    expect(await found()).toEqual(cues.map(({ id }) => id).toSorted((a, b) => a - b))
    await library.db.deleteFrom('cues').where('video_id', '=', video_id).where('number', '=', 0).execute()
    expect(await found()).toEqual(cues.filter(({ number }) => number === 1).map(({ id }) => id))
    expect(await nearest('lines-1', 'all', query)).toHaveLength(1)
  })

  it('that another process stores or removes change the next search', async () => {
    const [one, two] = [await samplesOf(4), await samplesOf(4)]
    const set = samplesBy('shared-1')
    const query = two[0]?.vector as Float32Array
    const found = async () => (await nearest('shared-1', 'all', query)).map(({ row_id }) => row_id).toSorted()
    const ids = (rows: typeof one) => rows.map(({ row_id }) => row_id).toSorted()
    await store('shared-1', one)
    expect(await found()).toEqual(ids(one))
    const other = openDatabase(library.url)
    try {
      const storeThere = (rows: typeof one) => other.transaction().execute((there) => storeVectors(there, set, rows))
      await storeThere(two)
      expect(await found()).toEqual(ids([...one, ...two]))
      expect((await nearest('shared-1', 'all', query))[0]?.row_id).toBe(two[0]?.row_id)
      // The same rows with other vectors.
      await storeThere(two.map((row, at) => ({ ...row, vector: (two[(at + 1) % 4] as typeof row).vector })))
      expect((await nearest('shared-1', 'all', query))[0]?.row_id).toBe(two[3]?.row_id)
      await other.transaction().execute((there) => removeVectors(there, set, one[0]?.video_id as string))
      expect(await found()).toEqual(ids(two))
    } finally {
      await other.destroy()
    }
  })

  it('of one video can be removed', async () => {
    const [one, two] = [await samplesOf(3), await samplesOf(3)]
    await store('small-4', [...one, ...two])
    const gone = one[0]?.video_id as string
    await library.db.transaction().execute((transaction) => removeVectors(transaction, samplesBy('small-4'), gone))
    const left = await nearest('small-4', 'all', one[0]?.vector as Float32Array)
    expect(left.map(({ row_id }) => row_id).toSorted()).toEqual(two.map(({ row_id }) => row_id).toSorted())
  })

  it('of engines with different dimensions do not mix', async () => {
    const [sample] = await samplesOf(1)
    await store('tiny-1', [{ ...sample, vector: Float32Array.of(1, 0) } as never])
    expect(await nearest('tiny-1', 'all', Float32Array.of(1, 0))).toHaveLength(1)
    expect(await nearest('tiny-1', 'all', Float32Array.of(1, 0, 0))).toEqual([])
    await expect(store('tiny-1', await samplesOf(1))).rejects.toThrow('dimensions')
    expect(await nearest('unknown', 'all', Float32Array.of(1))).toEqual([])
  })
})
