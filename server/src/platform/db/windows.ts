import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A limit for every period of this many seconds. */
export interface Window {
  readonly limit: number
  readonly seconds: number
}

/** A counted event, which can be uncounted. */
export interface CountedEvent {
  giveBack(): Promise<void>
}

/**
 * Counts an event unless the limit is reached. It is one statement on one row, so that simultaneous events cannot
 * exceed the limit. The window slides, so that twice the limit never fits around its edge. Refused events do not count.
 * @param key each key has one limit
 * @returns seconds until there is room, or the counted event
 */
export async function takeOne(db: Database, key: string, { limit, seconds }: Window): Promise<CountedEvent | number> {
  const now = sql`clock_timestamp()`
  const kept = sql`array(select at from unnest(c.taken_at) at where at > ${now} - ${seconds} * interval '1 second' order by at)`
  const ends = sql`${now} + ${seconds} * interval '1 second'`
  const { rows } = await sql<{ at: string }>`
    insert into rate_counters as c (key, taken_at, ends_at) values (${key}, array[${now}], ${ends})
    on conflict (key) do update set taken_at = ${kept} || ${now}, ends_at = ${ends}
      where cardinality(${kept}) < ${limit}
    returning taken_at[cardinality(taken_at)]::text at`.execute(db)
  const at = rows[0]?.at
  if (at === undefined) return await untilRoom(db, key, { limit, seconds })
  return {
    giveBack: async () =>
      void (await sql`update rate_counters set taken_at = array_remove(taken_at, ${at}::timestamptz) where key = ${key}`.execute(
        db,
      )),
  }
}

/** @returns seconds, at least one */
async function untilRoom(db: Database, key: string, { limit, seconds }: Window): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from taken_at[cardinality(taken_at) - ${limit} + 1] - clock_timestamp())::float + ${seconds} wait
    from rate_counters where key = ${key}`.execute(db)
  return Math.max(1, rows[0]?.wait ?? 1)
}

/** Deletes windows in which nothing counts any more. */
export async function removeOldWindows(db: Database): Promise<void> {
  await db.deleteFrom('rate_counters').where('ends_at', '<', new Date()).execute()
}
