/**
 * Measures the vector part of a search: `npm run bench:vectors -- [ROWS,...]` (100,000 and 1,000,000 by default), on
 * text-like data and on uniformly random data. Filters of 100 %, 10 % and 1 % are collections with that share of the
 * videos.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../server/src/platform/db/database.ts'
import { nearestVectors, storeVectors } from '../server/src/platform/db/vectors/vectors.ts'
import { cosine, type ExactNeighbour, keepNearest, NEAREST } from './nearest.ts'
import { randomVectors, textLikeVectors, type VectorSource } from './vector-data.ts'
import { openVideoIndex } from './video-index.ts'

const DIMENSIONS = 512
const VIDEOS = 1_000
const QUERIES = 40
const CHUNK = 10_000
const FILTERS = [1, 0.1, 0.01]

interface Query {
  readonly vector: Float32Array
  /** The exact nearest vectors for each filter, best first. */
  readonly exact: ExactNeighbour[][]
}

const sizes = (process.argv[2] ?? '100000,1000000').split(',').map(Number)
const directory = await mkdtemp(path.join(tmpdir(), 'footnote-bench-vectors-'))
const index = await openVideoIndex(directory)
try {
  for (const [name, source] of [
    ['text-like', textLikeVectors(DIMENSIONS)],
    ['uniform random', randomVectors(DIMENSIONS)],
  ] as const)
    for (const size of sizes) await measure(index.db, index.collection_id, name, size, source)
} finally {
  await index.close()
  await rm(directory, { recursive: true })
}

async function measure(db: Database, collection_id: string, data: string, size: number, source: VectorSource) {
  const set = { engine: `${data} ${size}`, rows_of: 'samples' } as const
  const started = performance.now()
  const video_ids = await makeVideos(db, collection_id)
  const place_of = new Map(video_ids.map((id, place) => [id, place]))
  const queries: Query[] = source.queries(QUERIES).map((vector) => ({ vector, exact: FILTERS.map(() => []) }))
  for (let start = 0; start < size; start += CHUNK) {
    const count = Math.min(CHUNK, size - start)
    const places = Array.from({ length: count }, (_, offset) => start + offset)
    await db.transaction().execute(async (transaction) => {
      // Only the search is measured: these rows are consistent, so they need no check one by one.
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`set local synchronous_commit = off`.execute(transaction)
      const samples = await transaction
        .insertInto('samples')
        .values(
          places.map((place) => ({
            video_id: video_ids[Math.floor((place * VIDEOS) / size)] as string,
            time: place % Math.ceil(size / VIDEOS),
            shot: 0,
            thumbnail_key: null,
          })),
        )
        .returning(['id', 'video_id'])
        .execute()
      const vectors = samples.map(({ id, video_id }) => ({ row_id: id, video_id, vector: source.next() }))
      for (const { row_id, video_id, vector } of vectors) {
        const place = place_of.get(video_id) ?? 0
        for (const query of queries) {
          const near = cosine(vector, query.vector)
          for (const [filter, share] of FILTERS.entries())
            if (place < VIDEOS * share) keepNearest(query.exact[filter] as ExactNeighbour[], row_id, near)
        }
      }
      await storeVectors(transaction, set, vectors)
    })
  }
  await sql`vacuum analyze`.execute(db)
  console.log(`${set.engine}: stored in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  const results = []
  for (const [filter, share] of FILTERS.entries()) {
    const chosen = video_ids.slice(0, VIDEOS * share)
    const inside = await time(queries, filter, (vector) => nearestVectors(db, set, chosen, vector))
    results.push({ rows: size, filter: `${share * 100} %`, ...inside })
  }
  const across = await time(queries, 0, (vector) => nearestVectors(db, set, 'all', vector))
  results.push({ rows: size, filter: 'all collections', ...across })
  console.table(results)
  await sql`delete from videos`.execute(db)
}

async function time(
  queries: readonly Query[],
  filter: number,
  find: (vector: Float32Array) => Promise<{ row_id: number }[]>,
) {
  const times: number[] = []
  let found = 0
  let best_cosine = 0
  for (const { vector, exact } of queries) {
    const started = performance.now()
    const neighbours = await find(vector)
    times.push(performance.now() - started)
    const ids = new Set(neighbours.slice(0, NEAREST).map(({ row_id }) => row_id))
    found += exact[filter]?.filter(({ id }) => ids.has(id)).length ?? 0
    best_cosine += exact[filter]?.[0]?.cosine ?? 0
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return {
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'recall@10': Math.round((found / (queries.length * NEAREST)) * 1000) / 1000,
    'best cosine': Math.round((best_cosine / queries.length) * 100) / 100,
  }
}

async function makeVideos(db: Database, collection_id: string): Promise<string[]> {
  const video = {
    collection_id,
    file_name: 'vectors.mp4',
    file_extension: 'mp4',
    file_size: 1,
    storage_key: 'videos/none',
  }
  const rows = Array.from({ length: VIDEOS }, () => ({ id: randomUUID() }))
  await db
    .insertInto('videos')
    .values(rows.map(({ id }) => ({ id, ...video })))
    .execute()
  return rows.map(({ id }) => id)
}
