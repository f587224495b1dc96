import { type Kysely, sql, type Transaction } from 'kysely'
import { uuids } from '../arrays.ts'
import type { Tables } from '../schema.ts'
import type { Signature } from './signature.ts'

/** The signatures of one video's vectors in one set. */
export interface Page {
  readonly version: number
  readonly row_ids: Float64Array
  /** One after the other. */
  readonly bits: Uint8Array
  /** Null for a page from before scales were stored. */
  readonly scales: Float32Array | null
}

/** A row's signature. */
export interface SignedRow extends Signature {
  readonly row_id: number
  readonly video_id: string
}

/** The stored pages of some videos, by video. */
export async function readPages(
  db: Kysely<Tables>,
  number: number,
  video_ids: readonly string[],
): Promise<Map<string, Page>> {
  const { rows } = await sql<{
    video_id: string
    version: number
    row_ids: Buffer
    signatures: Buffer
    scales: Buffer | null
  }>`
    select video_id, version, row_ids, signatures, scales from vector_pages
    where set_number = ${number} and video_id = any(${uuids(video_ids)})`.execute(db)
  return new Map(
    rows.map(({ video_id, version, ...packed }) => [
      video_id,
      {
        version,
        row_ids: unpackIds(packed.row_ids),
        // A copy, since the driver's buffer is part of a larger one.
        bits: Uint8Array.from(packed.signatures),
        scales: packed.scales && unpackScales(packed.scales),
      },
    ]),
  )
}

/** Ids of a video's rows with a signature in a set. */
export async function signedRows(db: Kysely<Tables>, number: number, video_id: string): Promise<number[]> {
  const page = (await readPages(db, number, [video_id])).get(video_id)
  return page ? [...page.row_ids] : []
}

/** Rows to write to the pages of a set. */
export interface PageWriting {
  readonly number: number
  /** Scale for signatures without one. */
  readonly typical_scale: number
  readonly signed: readonly SignedRow[]
}

/** Adds the signatures of rows to the pages of their videos, and replaces existing ones. */
export async function writePages(transaction: Transaction<Tables>, writing: PageWriting): Promise<void> {
  const { number, typical_scale, signed } = writing
  const by_video = Map.groupBy(signed, ({ video_id }) => video_id)
  const before = await readPages(transaction, number, [...by_video.keys()])
  const pages = Array.from(by_video, ([video_id, added]) => {
    const rows = new Map(rowsOf(before.get(video_id), video_id, typical_scale).map((row) => [row.row_id, row]))
    for (const row of added) rows.set(row.row_id, row)
    return { video_id, rows: [...rows.values()].sort((a, b) => a.row_id - b.row_id) }
  })
  await sql`
    insert into vector_pages (set_number, video_id, row_ids, signatures, scales)
    select ${number}, * from unnest(
      ${pages.map(({ video_id }) => video_id)}::uuid[],
      ${pages.map(({ rows }) => packIds(rows))}::bytea[],
      ${pages.map(({ rows }) => Buffer.concat(rows.map(({ bits }) => bits)))}::bytea[],
      ${pages.map(({ rows }) => packScales(rows))}::bytea[])
    on conflict (set_number, video_id) do update set version = default,
      row_ids = excluded.row_ids, signatures = excluded.signatures, scales = excluded.scales`.execute(transaction)
}

/** Removes a video's page. @returns the ids of its rows */
export async function removePage(
  transaction: Transaction<Tables>,
  number: number,
  video_id: string,
): Promise<number[]> {
  const { rows } = await sql<{ row_ids: Buffer }>`
    delete from vector_pages where set_number = ${number} and video_id = ${video_id} returning row_ids`.execute(
    transaction,
  )
  return rows.flatMap(({ row_ids }) => [...unpackIds(row_ids)])
}

/** Removes rows from a video's page. */
export async function removeFromPage(
  transaction: Transaction<Tables>,
  { number, typical_scale }: Pick<PageWriting, 'number' | 'typical_scale'>,
  video_id: string,
  row_ids: ReadonlySet<number>,
): Promise<void> {
  const page = (await readPages(transaction, number, [video_id])).get(video_id)
  const signed = rowsOf(page, video_id, typical_scale).filter(({ row_id }) => !row_ids.has(row_id))
  if (signed.length === (page?.row_ids.length ?? 0)) return
  await removePage(transaction, number, video_id)
  if (signed.length > 0) await writePages(transaction, { number, typical_scale, signed })
}

function rowsOf(page: Page | undefined, video_id: string, typical_scale: number): SignedRow[] {
  if (!page) return []
  const { row_ids, bits, scales } = page
  const size = bits.length / row_ids.length
  return Array.from(row_ids, (row_id, row) => ({
    row_id,
    video_id,
    bits: bits.subarray(row * size, (row + 1) * size),
    scale: scales?.[row] ?? typical_scale,
  }))
}

function packIds(rows: readonly SignedRow[]): Buffer {
  const packed = Buffer.alloc(8 * rows.length)
  for (const [at, { row_id }] of rows.entries()) packed.writeBigInt64BE(BigInt(row_id), 8 * at)
  return packed
}

function packScales(rows: readonly SignedRow[]): Buffer {
  const packed = Buffer.alloc(4 * rows.length)
  for (const [at, { scale }] of rows.entries()) packed.writeFloatLE(scale, 4 * at)
  return packed
}

const unpackIds = (packed: Buffer): Float64Array =>
  Float64Array.from({ length: packed.length >> 3 }, (_, at) => Number(packed.readBigInt64BE(8 * at)))

const unpackScales = (packed: Buffer): Float32Array =>
  Float32Array.from({ length: packed.length >> 2 }, (_, at) => packed.readFloatLE(4 * at))
