import { setTimeout as wait } from 'node:timers/promises'
import { type Bearer, createAccount } from '../e2e/calls.ts'
import { inDatabase } from '../e2e/database.ts'
import type { RunningProduct } from '../e2e/product.ts'
import { addCollection } from '../seed/rows/collections.ts'
import { peopleOf } from '../seed/rows/people.ts'
import { videoRow } from '../seed/rows/videos.ts'
import { lives } from '../server/src/app/supervisor/processes.ts'
import { createKey } from '../server/src/features/identity/api-keys/commands.ts'
import { Listener } from './listener.ts'
import { Commenters } from './load.ts'
import { apiOf, connect, killDatabase } from './lost-parts.ts'
import { soak } from './run.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

/** Milliseconds within which every stream is where it should be. */
const PATIENCE = 120_000

/**
 * Milliseconds within which PostgreSQL counts the last transactions of an idle connection (PGSTAT_IDLE_INTERVAL): those of
 * opening streams are none of idle ones.
 */
const COUNTED = 11_000

/** Many open pages while the database and the API are killed in turn. */
export const streams = soak({
  shows:
    'Pages that follow videos miss no event, hear none twice and know who else is there, while the database and the API are killed again and again; and they cost few transactions.',
  // Comments a second on all videos together; `measured` seconds for each count of transactions; so many more of them a second.
  sizes: { people: 60, streams: 1_000, videos: 20, kills: 3, comments: 1, measured: 70, transactions: 50 },
  async run(sizes, log) {
    const { kills, comments, measured } = sizes
    const place = await openWorkplace({ films: 1, wait_for_indexing: false })
    const listeners: Listener[] = []
    const failures: string[] = []
    const rates: Record<string, number> = {}
    try {
      await place.settled(place.undisturbed)
      const { product } = place
      const { keys, videos } = await fill(product, sizes)
      const pause = (1_000 * videos.length) / comments
      const write = () => videos.map((video) => new Commenters(product, keys[0]!, video, 1, pause))
      const stopped = (writers: readonly Commenters[]) => Promise.all(writers.map((one) => one.stop()))
      rates['without streams'] = await rateOf(place, measured)
      const alone = write()
      rates['with comments alone'] = await rateOf(place, measured).finally(() => stopped(alone))
      const opened = performance.now()
      for (let at = 0; at < sizes.streams; at += 1) {
        const key = keys[at % keys.length]!
        listeners.push(new Listener(product, key, videos[Math.floor(at / keys.length) % videos.length]!))
        if (at % 50 === 49) await wait(500)
      }
      await until(() => listeners.every((one) => one.opened > 0), 'All streams are open')
      log(`${listeners.length} streams are open after ${Math.round((performance.now() - opened) / 1_000)} s`)
      await until(() => mistaken(listeners) === 0, 'Every stream knows how many others are there')
      await wait(COUNTED)
      rates['with idle streams'] = await rateOf(place, measured)
      const before = await storedIn(product)
      const writers = write()
      try {
        rates['with comments and streams'] = await rateOf(place, measured)
        for (let kill = 1; kill <= kills; kill += 1) {
          await killDatabase(place)
          log(`kill ${kill} of the database: it is back`)
          await wait(10_000)
          const api = await apiOf(place)
          process.kill(api.pid, 'SIGKILL')
          await until(() => !lives(api), 'The API ended')
          log(`kill ${kill} of the API`)
          await wait(20_000)
        }
      } finally {
        await stopped(writers)
      }
      const stored = without(await storedIn(product), before)
      const left = () => listeners.filter((one) => missing(one, stored) > 0).length
      await until(() => left() === 0, 'Every stream has heard everything').catch(() =>
        failures.push(`${left()} streams have not heard everything.`),
      )
      await until(() => mistaken(listeners) === 0, 'Every stream knows again who is there').catch(() =>
        failures.push(`${mistaken(listeners)} streams do not know how many others are there.`),
      )
      const people = peopleAt(listeners)
      // Those of a killed process go when another one notices that it is gone.
      await until(async () => (await presenceIn(product)) === people, 'Each person has one row').catch(async () =>
        failures.push(`There are ${await presenceIn(product)} rows about ${people} people.`),
      )
      const twice = listeners.filter(({ created }) => [...created.values()].some((times) => times > 1)).length
      if (twice > 0) failures.push(`${twice} streams have heard a comment twice.`)
      const missed = listeners.reduce((sum, one) => sum + one.missed, 0)
      if (missed > 0) failures.push(`Streams said ${missed} times that they miss something.`)
      const more = [rates['with idle streams']! - rates['without streams']!]
      more.push(rates['with comments and streams']! - rates['with comments alone']!)
      if (Math.max(...more) > sizes.transactions)
        failures.push(`Streams cost ${more.map((rate) => rate.toFixed(1)).join(' and ')} transactions a second.`)
      return {
        counts: {
          streams: listeners.length,
          'comments stored': [...stored.values()].flat().length,
          'events heard': listeners.reduce((sum, one) => sum + one.events, 0),
          'times a stream was opened': listeners.reduce((sum, one) => sum + one.opened, 0),
          ...Object.fromEntries(Object.entries(rates).map(([when, rate]) => [`transactions a second ${when}`, rate])),
        },
        failures,
      }
    } finally {
      await Promise.all(listeners.map((one) => one.stop()))
      await place.close()
    }
  },
})

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(50)) if (await holds()) return
  throw new Error(`${what}: not within ${PATIENCE / 1_000} s.`)
}

/** Makes people of one company, each with a key, and videos that they may review. */
async function fill(product: RunningProduct, { people, videos }: { readonly people: number; readonly videos: number }) {
  const { user_id } = await createAccount(product)
  return await inDatabase(product, async (db) => {
    const { company_id } = await db
      .selectFrom('users')
      .select('company_id')
      .where('id', '=', user_id)
      .executeTakeFirstOrThrow()
    await db.updateTable('subscriptions').set({ plan: 'TEAM' }).where('company_id', '=', company_id).execute()
    // The worker would look again and again for what to index in videos that have no film.
    await db.insertInto('reindexing_pauses').values({ company_id }).execute()
    const keys: Bearer[] = []
    for (let at = 0; at < people; at += 1) {
      const { id } = await peopleOf(db).account({ company_id })
      const { key } = await createKey(db, { user_id: id, name: 'streams', scopes: ['read', 'write'] })
      keys.push({ access: key })
    }
    const collection_id = await addCollection(db, { id: user_id, company_id }, { kind: 'review' })
    const rows = Array.from({ length: videos }, () => videoRow(collection_id, { user_id, duration: 60 }))
    await db.insertInto('videos').values(rows).execute()
    return { keys, videos: rows.map(({ id }) => id!) }
  })
}

/**
 * Transactions a second of all processes. What streams read are single statements, each of which is a transaction; a
 * comment is written in one transaction of several statements.
 */
async function rateOf(place: Workplace, seconds: number): Promise<number> {
  const before = await transactionsIn(place)
  await wait(seconds * 1_000)
  const { count, at } = await transactionsIn(place)
  return Math.round((10_000 * (count - before.count)) / (at - before.at)) / 10
}

async function transactionsIn(place: Workplace): Promise<{ readonly count: number; readonly at: number }> {
  const client = await connect(place)
  try {
    const { rows } = await client.query<{ count: number }>(
      'select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()',
    )
    return { count: rows[0]!.count, at: performance.now() }
  } finally {
    await client.end()
  }
}

/** People with streams, counted for each video. */
const peopleAt = (listeners: readonly Listener[]): number =>
  new Set(listeners.map(({ who, video_id }) => `${who.access} ${video_id}`)).size

/** Streams that have heard another number of people than there are. */
function mistaken(listeners: readonly Listener[]): number {
  const byVideo = Map.groupBy(listeners, ({ video_id }) => video_id)
  return [...byVideo.values()].reduce(
    (sum, some) => sum + some.filter(({ others }) => others !== peopleAt(some) - 1).length,
    0,
  )
}

/** Rows about people who are present. */
const presenceIn = (product: RunningProduct) =>
  inDatabase(product, async (db) => (await db.selectFrom('presence').select('video_id').execute()).length)

/** The words of all comments, by video. */
const storedIn = (product: RunningProduct) =>
  inDatabase(product, async (db) => {
    const rows = await db.selectFrom('comments').select(['video_id', 'content']).execute()
    return new Map(
      [...Map.groupBy(rows, ({ video_id }) => video_id)].map(([id, some]) => [id, some.map(({ content }) => content)]),
    )
  })

/** The comments that are not among those of before. */
const without = (all: ReadonlyMap<string, readonly string[]>, before: ReadonlyMap<string, readonly string[]>) =>
  new Map([...all].map(([id, words]) => [id, words.filter((word) => !before.get(id)?.includes(word))]))

const missing = ({ created, video_id }: Listener, stored: ReadonlyMap<string, readonly string[]>): number =>
  (stored.get(video_id) ?? []).filter((content) => !created.has(content)).length
