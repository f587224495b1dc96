import { createHash } from 'node:crypto'
import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pgCopy from 'pg-copy-streams'
import type { Connection } from '../../platform/db/connections.ts'

/** Makes every server write a value in the same text, and read a table in the order of its pages. */
const FIXED_FORM = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set synchronize_seqscans = off; set client_encoding = 'UTF8'`
const NEW_LINE = 10

/** A table and the columns that are stored, not computed. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
}

/** The rows of a table in PostgreSQL's text format. */
export interface TableContent {
  readonly rows: number
  /** Bytes before compression. */
  readonly bytes: number
  /** Hexadecimal, of the text before compression. */
  readonly sha256: string
}

/** The value of a sequence; null if it was never used. */
export interface SequenceValue {
  readonly name: string
  readonly last_value: number | null
}

/** Prepares a connection for `copyOut` and `copyIn`. */
export async function fixForm(client: Connection): Promise<void> {
  await client.query(FIXED_FORM)
}

/**
 * Tables of the product that are kept, except `migrations` and `backups`, which tell of this database; a table comes after
 * those that it references. Unlogged tables hold what is true at the moment only.
 */
export async function listTables(client: Connection): Promise<TableShape[]> {
  const { rows: tables } = await client.query<TableShape>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname not in ('migrations', 'backups')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select f.relname as "from", t.relname as "to" from pg_constraint join pg_class f on f.oid = conrelid
      join pg_class t on t.oid = confrelid
    where contype = 'f' and f.relnamespace = 'public'::regnamespace and conrelid <> confrelid`)
  const sorted: TableShape[] = []
  const waiting = new Map(tables.map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    )
    if (ready.length === 0) throw new Error(`Tables reference each other in a circle: ${[...waiting.keys()].join()}.`)
    for (const table of ready) {
      waiting.delete(table.name)
      sorted.push(table)
    }
  }
  return sorted
}

export async function listSequences(client: Connection): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(
    `select sequencename as name, last_value from pg_sequences where schemaname = 'public' order by sequencename`,
  )
  return rows.map(({ name, last_value }) => ({ name, last_value: last_value === null ? null : Number(last_value) }))
}

/** Continues each sequence where it was. */
export async function setSequences(client: Connection, sequences: readonly SequenceValue[]): Promise<void> {
  for (const { name, last_value } of sequences)
    if (last_value !== null)
      await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, last_value])
}

/** Writes the rows of a table, through further streams such as a compressor. @param to the last one writes */
export async function copyOut(
  client: Connection,
  table: TableShape,
  to: readonly [...Transform[], Writable],
): Promise<TableContent> {
  const meter = new ContentMeter()
  await pipeline([client.query(pgCopy.to(`copy ${target(table)} to stdout`)), meter, ...to])
  return meter.content
}

/** Adds rows to a table. */
export async function copyIn(client: Connection, table: TableShape, from: Readable): Promise<void> {
  await pipeline(from, client.query(pgCopy.from(`copy ${target(table)} from stdin`)))
}

/** Quotes a name for a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const target = ({ name, columns }: TableShape): string => `public.${quoted(name)} (${columns.map(quoted).join()})`

/** Passes a table's text on and measures it. The text format escapes new lines, so each one ends a row. */
export class ContentMeter extends Transform {
  readonly #hash = createHash('sha256')
  #rows = 0
  #bytes = 0

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk)
    this.#bytes += chunk.length
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) this.#rows += 1
    done(null, chunk)
  }

  /** Measures of everything that passed; ends the measuring. */
  get content(): TableContent {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
