import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { runningDatabaseUrl } from '../server/src/app/supervisor/database/embedded-database.ts'
import { lives, type ProcessMark, send } from '../server/src/app/supervisor/processes.ts'
import { familyOf } from './processes.ts'
import type { Workplace } from './workplace.ts'

/** Milliseconds within which the database itself is back. */
export const BACK_WITHIN = 60_000

/** The API process of a product. */
export async function apiOf({ product }: Workplace): Promise<ProcessMark> {
  const api = (await familyOf(product.process.pid!)).find(({ program }) => program === 'api')
  if (!api) throw new Error('There is no API process.')
  return api
}

/** A connection of its own to the product's database. */
export const connect = async ({ product }: Workplace): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: runningDatabaseUrl(product.data_dir),
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Kills the database's first process.
 * @returns the time when the next one accepted a connection, in milliseconds since 1970
 */
export async function killDatabase(place: Workplace): Promise<number> {
  const first = (await familyOf(place.product.process.pid!)).find(({ program }) => program === 'postgres')
  if (!first) throw new Error('There is no database process.')
  send(first.pid, 'SIGKILL')
  for (const end = Date.now() + BACK_WITHIN; Date.now() < end; await wait(20)) {
    if (lives(first)) continue
    const client = await connect(place).catch(() => null)
    if (!client) continue
    const answered = await client.query('select 1').then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (answered) return Date.now()
  }
  throw new Error(`The database was not back after ${BACK_WITHIN / 1000} s.`)
}
