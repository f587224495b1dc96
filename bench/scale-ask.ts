import { readFile } from 'node:fs/promises'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { sql } from 'kysely'
import type { Account } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import type { Product } from '../e2e/product.ts'
import type { Database } from '../server/src/platform/db/database.ts'
import { useOf } from './process-tree.ts'

/** Milliseconds after which PostgreSQL has counted its reads. */
const COUNTED_AFTER = 11_000

/** Times of one kind of question, and the lines that PostgreSQL read for each. */
export interface Row {
  readonly [column: string]: string | number
}

/** Searches a collection, as the web app does. */
export async function askWords(product: Product, { access }: Account, index_id: string, query: string): Promise<void> {
  const answer = await fetch(
    `${product.origin}${endpoints.search.query.path}?${new URLSearchParams({ index_id, query })}`,
    {
      headers: { authorization: `Bearer ${access}` },
    },
  )
  if (!answer.ok) throw new Error(`The question was answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** Searches a collection for moments like a picture. @param file path of a JPEG */
export async function askPicture(product: Product, { access }: Account, index_id: string, file: string): Promise<void> {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await readFile(file))]), 'picture.jpg')
  const answer = await fetch(`${product.origin}${endpoints.search.image.path}?index_id=${index_id}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${access}` },
  })
  if (!answer.ok) throw new Error(`The picture was answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/**
 * Runs one question after the other, and prints their times at once. Makes the run exit with 1 if they exceed the
 * bound, in milliseconds; null sets no bound. The processor time of a question is that of all the product's processes.
 */
export async function timed(
  product: Product,
  name: string,
  bound: number | null,
  questions: readonly string[],
  ask: (question: string) => Promise<void>,
): Promise<Row> {
  // The first question loads the engines.
  await ask(questions[0] as string)
  const before = await linesRead(product)
  const busy = processorTime(product)
  const times: number[] = []
  for (const question of questions) {
    const started = performance.now()
    await ask(question)
    times.push(performance.now() - started)
  }
  const used = processorTime(product) - busy
  const read = (await linesRead(product)) - before
  times.sort((one, other) => one - other)
  // The nearest rank: the least time that this share of the questions does not exceed.
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
  if (bound !== null && at(0.95) > bound) process.exitCode = 1
  const row = {
    questions: name,
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'at most': bound ?? '',
    'processor ms': Math.round((1_000 * used) / questions.length),
    'lines read': Math.round(read / questions.length),
  }
  console.log(
    Object.entries(row)
      .map(([column, value]) => (column === 'questions' ? value : `${column} ${value}`))
      .join(', '),
  )
  return row
}

/** Seconds of processor time that the product's processes have used so far. */
const processorTime = (product: Product): number => useOf([product.process.pid as number]).cpu

/** Lines that PostgreSQL has read since its statistics began. */
async function linesRead(product: Product): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, COUNTED_AFTER))
  return await fromDatabase(product, async (db) => {
    const { rows } = await sql<{ read: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_user_tables
      where relname in ('cues', 'text_spans')`.execute(db)
    return rows[0]?.read ?? 0
  })
}

/** Runs a function on the database of a running product, and returns its result. */
export async function fromDatabase<Answer>(product: Product, work: (db: Database) => Promise<Answer>): Promise<Answer> {
  const answers: Answer[] = []
  await inDatabase(product, async (db) => {
    answers.push(await work(db))
  })
  return answers[0] as Answer
}
