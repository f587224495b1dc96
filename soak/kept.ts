import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { clusterOf, readRecord } from '../server/src/app/supervisor/database/cluster-record.ts'
import { start } from '../server/src/app/supervisor/database/postgres.ts'
import { postgresAccount } from '../server/src/app/supervisor/database/postgres-account.ts'
import { postgresBinaries } from '../server/src/app/supervisor/database/postgres-binaries.ts'

/** Tables and columns that an upgrade or a start may change, and why. */
const ROWS_LEFT_OUT: Readonly<Record<string, string>> = {
  migrations: 'names what the database has been through',
  account_codes: 'a code that was used is forgotten',
  rate_counters: 'tries count for hours only, and versions count them differently',
  'api_keys.last_used_at': 'when a key was used',
  engine_choices: 'what this machine can run, found out and worded at each start',
  engine_examinations: 'each version asks engines its own questions',
  due_stages: 'the engines of a version decide which stages run again',
  presence: 'which pages are open',
  presence_processes: 'which processes know of open pages',
  encoders: 'what this machine encodes with, found out at each start',
  model_states: 'which models this machine has, found out and worded at each start',
  'sign_in_addresses.last_at': 'when somebody signed in',
  'vector_engines.sum': 'follows from every vector that was ever stored',
  'vector_engines.count': 'counts every vector that was ever stored',
  'vector_engines.mean': 'follows from the sum',
  'vector_engines.mean_of': 'how many vectors the mean is of',
  'vector_pages.signatures': 'computed again when the mean is: once a set has twice as many vectors',
  'vector_pages.scales': 'computed with the signatures',
  'vector_pages.version': 'counts how often they were computed',
}

/** Tables to which a version with other engines adds rows while it runs, and why. */
const MAY_GROW: Readonly<Record<string, string>> = {
  video_stages: 'a stage that had no engine before is run',
  shown_lines: 'lines of such a stage are shown',
  vector_engines: 'an engine that was not there before keeps vectors of its own',
}

/** Rows that are not the users' own, and why: a condition that keeps the others. */
const OWN_ROWS: Readonly<Record<string, string>> = {
  // A version brings its own sample films.
  videos: 'collection_id not in (select id from collections where sample)',
  stacks: 'collection_id not in (select id from collections where sample)',
}

/** Files and folders of a data folder that are not its users' files, and why. */
const FILES_LEFT_OUT: Readonly<Record<string, string>> = {
  postgres: 'its rows are compared',
  'postgres.json': 'the port of the last start',
  'supervisor.json': 'what runs',
  work: 'of jobs that run',
  '.private.json': 'names for whom which files have been made private',
}

type Row = Readonly<Record<string, unknown>>

/** Rows of every table as PostgreSQL's JSON, by the table's name. */
export type Tables = ReadonlyMap<string, readonly Row[]>

/** Connection string for the administrator of the running database of a data folder. */
export function administratorUrl(data_dir: string): string {
  const place = readRecord(data_dir)
  if (!place?.port) throw new Error(`The database of ${data_dir} does not run.`)
  return `postgresql://footnote:${place.password}@127.0.0.1:${place.port}/footnote`
}

/** Runs a query that returns rows. */
export async function queryAt<Answer extends pg.QueryResultRow>(url: string, text: string): Promise<Answer[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Answer>(text)).rows
  } finally {
    await client.end()
  }
}

export async function readTables(url: string): Promise<Tables> {
  const tables = await queryAt<{ tablename: string }>(
    url,
    `select tablename from pg_tables where schemaname = 'public' order by 1`,
  )
  const read = new Map<string, Row[]>()
  for (const { tablename } of tables) {
    if (tablename in ROWS_LEFT_OUT) continue
    const own = OWN_ROWS[tablename] ?? 'true'
    const table = pg.escapeIdentifier(tablename)
    const rows = await queryAt<{ row: Row }>(url, `select to_jsonb(t) as row from ${table} t where ${own}`)
    read.set(
      tablename,
      rows.map(({ row }) => row),
    )
  }
  return read
}

/**
 * Rows in the cluster of a data folder whose product is stopped.
 * @param cluster a copy of the cluster with the same password; by default the folder's own
 */
export async function readStopped(data_dir: string, cluster?: string): Promise<Tables> {
  const place = readRecord(data_dir)
  if (!place) throw new Error(`There is no database in ${data_dir}.`)
  const account = postgresAccount()
  const binaries = await postgresBinaries(account)
  const directory = cluster ?? clusterOf(data_dir, place)
  const server = await start({ directory, password: place.password, account, binaries })
  try {
    return await readTables(server.url.replace(/postgres$/, 'footnote'))
  } finally {
    await server.stop()
  }
}

/**
 * Compares the tables and columns that both have.
 * @param more whether there may be new rows
 * @returns the number of equal tables and rows, and one sentence for each table that differs
 */
export function compareTables(
  before: Tables,
  after: Tables,
  more = false,
): { tables: number; rows: number; differences: string[] } {
  const differences: string[] = []
  let [tables, equal] = [0, 0]
  for (const [table, rows] of before) {
    const others = after.get(table)
    if (!others) continue
    tables += 1
    const columns = Object.keys(rows[0] ?? {}).filter(
      (column) => column in (others[0] ?? {}) && !(`${table}.${column}` in ROWS_LEFT_OUT),
    )
    const hashOf = (row: Row) =>
      createHash('sha256')
        .update(JSON.stringify(columns.map((column) => row[column])))
        .digest('hex')
    const left = new Map<string, number>()
    for (const row of others) left.set(hashOf(row), (left.get(hashOf(row)) ?? 0) + 1)
    const changed = rows.filter((row) => {
      const times = left.get(hashOf(row)) ?? 0
      left.set(hashOf(row), times - 1)
      return times === 0
    })
    equal += rows.length - changed.length
    if (changed.length === 0 && (more || table in MAY_GROW || rows.length === others.length)) continue
    const where = columns.filter((column) =>
      changed.some((row) => {
        const other = others.find(({ id }) => id !== undefined && id === row.id)
        return other && JSON.stringify(other[column]) !== JSON.stringify(row[column])
      }),
    )
    differences.push(
      `${table}: ${rows.length} rows, then ${others.length}; ${changed.length} differ${where.length > 0 ? ` in ${where.join(', ')}` : ''}: ` +
        JSON.stringify(changed[0] ?? null).slice(0, 300),
    )
  }
  return { tables, rows: equal, differences }
}

/** SHA-256 of every user file in a data folder, by its path there. */
export async function hashFiles(data_dir: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const entry of await readdir(data_dir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(data_dir, file)
    const [top = ''] = name.split(path.sep)
    if (!entry.isFile() || top in FILES_LEFT_OUT || isCopy(top)) continue
    hashes.set(
      name,
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    )
  }
  return hashes
}

/** Folders of the copies of the database from before upgrades, and of incomplete ones. */
export async function copiesIn(data_dir: string): Promise<{ whole: string[]; halves: string[] }> {
  const copies = (await readdir(data_dir)).filter(isCopy).map((name) => path.join(data_dir, name))
  return {
    whole: copies.filter((name) => !name.endsWith('.new')),
    halves: copies.filter((name) => name.endsWith('.new')),
  }
}

const isCopy = (name: string): boolean => name.startsWith('postgres.before-')
