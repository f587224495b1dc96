/**
 * Measures pgvector on the text-like data of `npm run bench:vectors`: `node bench/pgvector.ts URL`, where URL names a
 * PostgreSQL with the extension. Prints the milliseconds of a query, exact and by HNSW, and how many of the ten exact
 * nearest HNSW finds. Keeps its rows for the next run.
 */
import pg from 'pg'
import { textLikeVectors } from './vector-data.ts'

const DIMENSIONS = 512
const ROWS = 100_000
const QUERIES = 40
const NEAREST = 10
const CHUNK = 1_000
/** As many as the product's search takes. */
const KEPT = 200

const client = new pg.Client({ connectionString: process.argv[2] })
await client.connect()
const source = textLikeVectors(DIMENSIONS)
const questions = source.queries(QUERIES).map(written)
const { rows: known } = await client.query("select 1 from pg_tables where tablename = 'measured'")
if (known.length === 0) await fill()
await client.query('drop index if exists measured_hnsw')
const exact = await ask('exact, one process', 'set max_parallel_workers_per_gather = 0')
await ask('exact, two processes', 'set max_parallel_workers_per_gather = 1')
const started = performance.now()
await client.query("set maintenance_work_mem = '1GB'")
await client.query('create index measured_hnsw on measured using hnsw (vector halfvec_ip_ops)')
console.log(`HNSW built in ${Math.round((performance.now() - started) / 1000)} s`)
for (const depth of [200, 400, 1_000]) {
  const found = await ask(`HNSW, ef_search ${depth}`, `set hnsw.ef_search = ${depth}`)
  const hits = found.map((ids, at) => ids.filter((id) => exact[at]?.includes(id)).length)
  console.log(`  recall@${NEAREST} ${hits.reduce((sum, count) => sum + count, 0) / (QUERIES * NEAREST)}`)
}
await client.end()

async function fill(): Promise<void> {
  await client.query('create extension if not exists vector')
  await client.query(`create table measured (id int primary key, vector halfvec(${DIMENSIONS}) not null)`)
  for (let start = 0; start < ROWS; start += CHUNK) {
    const ids = Array.from({ length: CHUNK }, (_, at) => start + at)
    const vectors = ids.map(() => written(source.next()))
    await client.query('insert into measured select * from unnest($1::int[], $2::halfvec[])', [ids, vectors])
  }
  await client.query('vacuum analyze measured')
}

/** The nearest rows to each query, best first. */
async function ask(name: string, setting: string): Promise<number[][]> {
  await client.query(setting)
  const times: number[] = []
  const found: number[][] = []
  for (const question of questions) {
    const begun = performance.now()
    const { rows } = await client.query<{ id: number }>(
      `select id, vector <#> $1::halfvec as distance from measured order by vector <#> $1::halfvec limit ${KEPT}`,
      [question],
    )
    times.push(performance.now() - begun)
    found.push(rows.slice(0, NEAREST).map(({ id }) => id))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
  return found
}

function written(vector: Float32Array): string {
  return `[${Array.from(vector, (value) => value.toFixed(6)).join(',')}]`
}
