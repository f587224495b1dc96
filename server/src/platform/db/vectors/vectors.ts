import { type Kysely, sql, type Transaction } from 'kysely'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { bigints } from '../arrays.ts'
import type { Tables } from '../schema.ts'
import { findCandidates, sumOfPages, type VideoChoice } from './candidates.ts'
import { fromHalfFloats, largestDot, toHalfFloats, unpackRows } from './half-floats.ts'
import { signatureOf, typicalScale } from './signature.ts'
import { removeFromPage, removePage, signedRows, writePages } from './vector-pages.ts'

/** Tables whose rows have embeddings. */
export type EmbeddedTable = 'samples' | 'cues' | 'text_spans'

/** An engine's embeddings of the rows of one table. */
export interface VectorSet {
  readonly engine: string
  readonly rows_of: EmbeddedTable
}

/** A row's embedding. */
export interface StoredVector {
  readonly row_id: number
  readonly video_id: string
  /** Unit length. */
  readonly vector: Float32Array
}

/** A row and its cosine with a query, -1 to 1. */
export interface Neighbour {
  readonly row_id: number
  readonly video_id: string
  readonly cosine: number
}

/**
 * Number of candidates by signature for the exact comparison: a minimum, and one more per so many vectors of the set.
 */
const LEAST_CANDIDATES = 800
const VECTORS_A_CANDIDATE = 400
/** Default number of neighbours. */
const NEAREST = 200
/** Number of values in which the vectors of candidates come. */
const VALUES = 48
/** Rows to write or to centre again at a time. */
const CHUNK = 2_000

interface EngineRow {
  number: number
  dimensions: number
  sum: Buffer
  count: number
  mean: Buffer
  mean_of: number
}

/**
 * Stores an engine's embeddings, and creates the set's tables if needed. Signatures are the sign bits of vectors
 * centred on the set's mean. When the set has twice as many vectors as the mean was computed from, the mean and all
 * signatures are computed again. Deleting a row deletes its vector.
 * @throws Error for a vector with a value that is not finite: it would spoil the mean, and so all searches in the set
 */
export async function storeVectors(
  transaction: Transaction<Tables>,
  set: VectorSet,
  vectors: readonly StoredVector[],
): Promise<void> {
  const dimensions = vectors[0]?.vector.length
  if (!dimensions) return
  const { number, sum, count, mean, mean_of } = await lockSet(transaction, set, dimensions)
  const total = new Float64Array(dimensions)
  for (let at = 0; at < dimensions; at++) total[at] = sum.readDoubleLE(at * 8)
  for (const { vector } of vectors)
    for (let at = 0; at < dimensions; at++) total[at] = (total[at] as number) + (vector[at] as number)
  if (!total.every(Number.isFinite)) throw new Error(`The engine ${set.engine} returned a vector that is not finite.`)
  const all = count + vectors.length
  const centre_anew = all >= 2 * mean_of
  const centre = centre_anew ? Float32Array.from(total, (value) => value / all) : toFloats(mean)
  for (let start = 0; start < vectors.length; start += CHUNK) {
    const chunk = vectors.slice(start, start + CHUNK)
    const ids = chunk.map(({ row_id }) => row_id)
    await sql`
      insert into ${wide(number)} (row_id, vector)
      select * from unnest(${bigints(ids)}, ${chunk.map(({ vector }) => toHalfFloats(vector))}::bytea[])
      on conflict (row_id) do update set vector = excluded.vector`.execute(transaction)
    await writeSignatures(transaction, number, centre, chunk)
  }
  await sql`
    update vector_engines set sum = ${Buffer.from(total.buffer)}, count = ${all}, mean = ${Buffer.from(centre.buffer)},
      mean_of = ${centre_anew ? all : mean_of} where ${isSet(set)}`.execute(transaction)
  if (centre_anew && count > 0) await centreAnew(transaction, number, centre)
}

/** Ids of a video's rows with an embedding of this engine. */
export async function embeddedRows(db: Kysely<Tables>, set: VectorSet, video_id: string): Promise<Set<number>> {
  const row = await findSet(db, set)
  if (!row) return new Set()
  return new Set(await signedRows(db, row.number, video_id))
}

/** Removes an engine's embeddings of a video. The mean for centring signatures does not change. */
export async function removeVectors(transaction: Transaction<Tables>, set: VectorSet, video_id: string): Promise<void> {
  const row = await findSet(transaction, set)
  if (!row) return
  const gone = await removePage(transaction, row.number, video_id)
  await sql`delete from ${wide(row.number)} where row_id = any(${bigints(gone)})`.execute(transaction)
}

/**
 * Removes the embeddings of some rows of a video, of every engine. The mean for centring signatures does not change. Locks
 * the sets, because a set that is centred again writes whole pages.
 */
export async function dropVectors(
  transaction: Transaction<Tables>,
  rows_of: EmbeddedTable,
  video_id: string,
  row_ids: readonly number[],
): Promise<void> {
  const { rows: sets } = await sql<Pick<EngineRow, 'number' | 'mean'>>`
    select number, mean from vector_engines where rows_of = ${rows_of} order by number for no key update`.execute(
    transaction,
  )
  for (const { number, mean } of sets) {
    const set = { number, typical_scale: typicalScale(toFloats(mean)) }
    await removeFromPage(transaction, set, video_id, new Set(row_ids))
    await sql`delete from ${wide(number)} where row_id = any(${bigints(row_ids)})`.execute(transaction)
  }
}

/** An engine's embedding of a row; null if there is none. */
export async function readVector(db: Kysely<Tables>, set: VectorSet, row_id: number): Promise<Float32Array | null> {
  const row = await findSet(db, set)
  if (!row) return null
  const { rows } = await sql<{ vector: Buffer }>`
    select vector from ${wide(row.number)} where row_id = ${row_id}`.execute(db)
  return rows[0] ? fromHalfFloats(rows[0].vector) : null
}

/**
 * The nearest rows of some videos by cosine, best first. Candidates come from the signatures (for equal ones the first
 * rows, so that a query always has the same answer), and are then compared exactly. The query is not centred: the mean
 * changes its cosine with all rows by the same amount.
 * @param asked unit length; of several queries, a row's cosine is that with the nearest
 * @param most neighbours, at most 2,000
 */
export async function nearestVectors(
  db: Kysely<Tables>,
  set: VectorSet,
  video_ids: VideoChoice,
  asked: Float32Array | readonly Float32Array[],
  most = NEAREST,
): Promise<Neighbour[]> {
  const queries = asked instanceof Float32Array ? [asked] : asked
  const { rows: sets } = await sql<EngineRow & { pages: string | null }>`
    select *, ${sumOfPages(sql`vector_engines.number`, video_ids)} as pages from vector_engines where ${isSet(set)}`.execute(
    db,
  )
  const [row] = sets
  if (!row || queries.length === 0 || queries.some(({ length }) => length !== row.dimensions)) return []
  const typical_scale = typicalScale(toFloats(row.mean))
  const most_found = LEAST_CANDIDATES + Math.ceil(row.count / VECTORS_A_CANDIDATE)
  const among = { number: row.number, video_ids, sum: row.pages ?? '' }
  const candidates = await findCandidates(db, { ...among, queries, typical_scale, most: most_found })
  const video_of = new Map(candidates.map(({ row_id, video_id }) => [row_id, video_id]))
  // Base64 has two thirds of the letters of the driver's form, and two dozen vectors a row take half of the time. A row
  // that was deleted meanwhile has no vector.
  const { rows } = await sql<{ packed: string }>`
    select encode(string_agg(int8send(row_id) || vector, ''::bytea), 'base64') as packed
    from ${wide(row.number)} where row_id = any(${bigints([...video_of.keys()])})
    group by row_id % ${VALUES}`.execute(db)
  return rows
    .flatMap(({ packed }) => unpackRows(Buffer.from(packed, 'base64'), row.dimensions))
    .map(({ row_id, vector }) => ({
      row_id,
      video_id: video_of.get(row_id) as string,
      cosine: largestDot(vector, queries),
    }))
    .sort((a, b) => b.cosine - a.cosine || a.row_id - b.row_id)
    .slice(0, most)
}

const wide = (number: number) => sql.table(`vectors_${number}`)
const isSet = ({ engine, rows_of }: VectorSet) => sql`(engine = ${engine} and rows_of = ${rows_of})`

async function findSet(db: Kysely<Tables>, set: VectorSet, lock = sql``): Promise<EngineRow | undefined> {
  const { rows } = await sql<EngineRow>`select * from vector_engines where ${isSet(set)} ${lock}`.execute(db)
  return rows[0]
}

async function lockSet(transaction: Transaction<Tables>, set: VectorSet, dimensions: number): Promise<EngineRow> {
  const find = () => findSet(transaction, set, sql`for no key update`)
  const known = await find()
  if (known) return withDimensions(known, set, dimensions)
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.vectors})`.execute(transaction)
  const meanwhile = await find()
  if (meanwhile) return withDimensions(meanwhile, set, dimensions)
  const { rows } = await sql<EngineRow>`
    insert into vector_engines (engine, rows_of, dimensions, sum, count, mean, mean_of)
    values (${set.engine}, ${set.rows_of}, ${dimensions}, ${Buffer.alloc(8 * dimensions)}, 0, ${Buffer.alloc(4 * dimensions)}, 0)
    returning *`.execute(transaction)
  const [made] = rows as [EngineRow]
  await sql.raw(vectorTable(made.number, set.rows_of)).execute(transaction)
  return made
}

/** The statements that make the table of a set's vectors. @param rowsOf table of the rows that have the vectors */
export const vectorTable = (number: number, rowsOf: string): string =>
  // Vectors are read at random and do not compress: store them uncompressed, away from the row's other columns.
  // PostgreSQL 15 takes the storage of a column only in a statement of its own.
  `create table vectors_${number} (
    row_id bigint primary key references ${rowsOf} (id) on delete cascade,
    vector bytea not null);
  alter table vectors_${number} alter column vector set storage external`

function withDimensions(row: EngineRow, { engine }: VectorSet, dimensions: number): EngineRow {
  if (row.dimensions !== dimensions)
    throw new Error(`The engine ${engine} stored ${row.dimensions} dimensions before, now ${dimensions}.`)
  return row
}

async function writeSignatures(
  transaction: Transaction<Tables>,
  number: number,
  mean: Float32Array,
  vectors: readonly StoredVector[],
): Promise<void> {
  const signed = vectors.map(({ row_id, video_id, vector }) => ({
    ...signatureOf(vector.map((value, at) => value - (mean[at] as number))),
    row_id,
    video_id,
  }))
  await writePages(transaction, { number, typical_scale: typicalScale(mean), signed })
}

async function centreAnew(transaction: Transaction<Tables>, number: number, mean: Float32Array): Promise<void> {
  const { rows: pages } = await sql<{ video_id: string }>`
    select video_id from vector_pages where set_number = ${number} order by video_id`.execute(transaction)
  for (const { video_id } of pages) {
    const row_ids = await signedRows(transaction, number, video_id)
    const { rows } = await sql<{ row_id: number; vector: Buffer }>`
      select row_id, vector from ${wide(number)} where row_id = any(${bigints(row_ids)})`.execute(transaction)
    const vectors = rows.map(({ row_id, vector }) => ({ row_id, video_id, vector: fromHalfFloats(vector) }))
    await writeSignatures(transaction, number, mean, vectors)
  }
}

function toFloats(packed: Buffer): Float32Array {
  return Float32Array.from({ length: packed.length >> 2 }, (_, index) => packed.readFloatLE(index * 4))
}
