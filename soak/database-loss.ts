import { setTimeout as wait } from 'node:timers/promises'
import { lives } from '../server/src/app/supervisor/processes.ts'
import { Listener } from './listener.ts'
import { Commenters, type PostOutcome } from './load.ts'
import { apiOf, BACK_WITHIN, connect, killDatabase } from './lost-parts.ts'
import { chanceOf, soak } from './run.ts'
import { SlowUploads } from './slow-uploads.ts'
import { judgeComments } from './stored-comments.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

const LONGEST_PAUSE = 1_000

/** Ends the product's connections and kills its database while people write, upload and listen. */
export const databaseLoss = soak({
  shows:
    'While the database is lost again and again, the same API process answers 503 with Retry-After and nothing worse, takes the next comment within 5 s of the database being back, and loses nothing that it acknowledged.',
  // Seconds from the database being back to the next comment. A seed of 0 leaves the moments to chance.
  sizes: { terminations: 50, kills: 20, writers: 8, next_within: 5, seed: 0 },
  async run({ terminations, kills, writers, next_within, seed }, log) {
    const chance = chanceOf(seed, log)
    const place = await openWorkplace({ films: 1, wait_for_indexing: false })
    try {
      const { product, key, collection, undisturbed } = place
      const video_id = undisturbed[0]!
      const api = await apiOf(place)
      const failures: string[] = []
      const waits: Record<'termination' | 'kill', number[]> = { termination: [], kill: [] }
      const commenters = new Commenters(product, key, video_id, writers, 50)
      const uploads = new SlowUploads(product, key, collection)
      const listener = new Listener(product, key, video_id)
      try {
        if ((await commenters.next(BACK_WITHIN)) === null) throw new Error('No comment was taken.')
        for (let round = 1; round <= terminations + kills; round += 1) {
          const kind = round <= terminations ? 'termination' : 'kill'
          const back = kind === 'kill' ? await killDatabase(place) : await endConnections(place)
          const next = await commenters.next(BACK_WITHIN)
          const waited = next === null ? Number.POSITIVE_INFINITY : Math.max(0, next - back)
          waits[kind].push(waited)
          log(`round ${round}, ${kind}: next comment taken after ${waited} ms`)
          if (waited > next_within * 1_000)
            failures.push(`After ${kind} ${round} the next comment was taken after ${waited} ms.`)
          if (!lives(api)) {
            failures.push(`After ${kind} ${round} the API is another process. ${product.printed().slice(-2_000)}`)
            break
          }
          await wait(chance() * LONGEST_PAUSE)
        }
        const last = await postOnce(commenters)
        if (!last || !(await listener.hears(last.content, BACK_WITHIN)))
          failures.push('The last comment was not heard of.')
      } finally {
        await Promise.all([commenters.stop(), uploads.stop()])
        await listener.stop()
      }
      const stored = await judgeComments(product, commenters)
      const unexpected = commenters.posted.filter(
        ({ id, status, retry_after }) => !id && !(status === 503 && retry_after),
      )
      failures.push(...stored.failures, ...uploads.unexpected, ...summaries(unexpected))
      return {
        counts: {
          'rounds of ended connections': waits.termination.length,
          'longest wait for the next comment, ms': Math.max(0, ...waits.termination),
          'kills of the database': waits.kill.length,
          'longest wait once it was back, ms': Math.max(0, ...waits.kill),
          'API process': lives(api) ? 'the same throughout' : 'another one',
          ...stored.counts,
          'comments refused with 503 and Retry-After': commenters.posted.filter(({ status }) => status === 503).length,
          'other refusals of comments': unexpected.length,
          'slow uploads by answer': [...uploads.answers].map(([status, times]) => `${status}: ${times}`).join(', '),
          'times the event stream was opened': listener.opened,
          'events heard': listener.events,
        },
        failures,
      }
    } finally {
      await place.close()
    }
  },
})

/** Ends every connection except its own. @returns the time, in milliseconds since 1970 */
async function endConnections(place: Workplace): Promise<number> {
  const client = await connect(place)
  try {
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    return Date.now()
  } finally {
    await client.end()
  }
}

/** The next accepted comment. */
async function postOnce(commenters: Commenters): Promise<PostOutcome | undefined> {
  const before = commenters.acknowledged.length
  await commenters.next(BACK_WITHIN)
  return commenters.acknowledged[before]
}

/** Each kind of answer with its count. */
function summaries(posted: readonly PostOutcome[]): string[] {
  const kinds = new Map<string, number>()
  for (const { status, retry_after, said } of posted) {
    const kind = `${status ?? 'no answer'}${status === 503 && !retry_after ? ' without Retry-After' : ''}: ${said.slice(0, 200)}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return [...kinds].map(([kind, times]) => `${times} comments were answered ${kind}.`)
}
