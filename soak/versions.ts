import { setTimeout as wait } from 'node:timers/promises'
import type { Matches } from '@footnote/contract/nouns/search.ts'
import { ask, uploadVideo } from '../e2e/calls.ts'
import { send } from '../server/src/app/supervisor/processes.ts'
import { familyOf } from './processes.ts'
import { chanceOf, type Log, soak } from './run.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

/** Milliseconds between two questions. */
const EACH = 100
/** Longest delay in milliseconds before a running worker is killed. */
const LATEST = 4_000
/** What the first film of a workplace shows in writing. */
const QUESTION = 'Quarterly report'

/** Kills the worker while a new version is indexed, and asks all the time for what both versions show. */
export const versions = soak({
  shows: 'While a new version is indexed, whatever happens to the worker, each question is answered by one version.',
  // A seed of 0 leaves the moments to chance.
  sizes: { kills: 5, seed: 0 },
  async run({ kills, seed }, log) {
    const place = await openWorkplace({ films: 1 })
    const chance = chanceOf(seed, log)
    try {
      const first = place.undisturbed[0]!
      const asking = new Asking(place)
      const second = await uploadVideo(place.product, place.key, place.collection, place.films[0]!, first)
      const killing = killWorkers(place, kills, chance, log)
      const status = (await place.settled([second])).get(second)
      const killed = await killing
      await asking.newest(second)
      const answers = await asking.stop()
      const failures = [
        ...(status === 'SUCCESS' ? [] : [`The second version ended as ${status}.`]),
        ...(killed === kills ? [] : [`Only ${killed} of ${kills} kills met a worker before the version was indexed.`]),
        ...answers
          .filter((ids) => ids.length !== 1 || !ids.every((id) => id === first || id === second))
          .map((ids) => `A question was answered by ${ids.length === 0 ? 'no version' : ids.join(' and ')}.`),
        ...(answers.some(([id]) => id === first) ? [] : ['The first version answered no question.']),
        ...(answers.at(-1)?.[0] === second ? [] : ['At the end the second version did not answer.']),
      ]
      const counts = {
        kills: killed,
        questions: answers.length,
        'answered by the first version': answers.filter(([id]) => id === first).length,
        'answered by the second version': answers.filter(([id]) => id === second).length,
      }
      return { counts, failures }
    } finally {
      await place.close()
    }
  },
})

/** Kills the worker again and again until the video is indexed. @returns how often */
async function killWorkers({ product, underWay }: Workplace, times: number, chance: () => number, log: Log) {
  let done = 0
  while (done < times) {
    await wait(chance() * LATEST)
    const worker = (await familyOf(product.process.pid!)).find(({ program }) => program === 'worker')
    if (!worker) continue
    if ((await underWay()) === 0) return done
    send(worker.pid, 'SIGKILL')
    done += 1
    log(`kill ${done}`)
  }
  return done
}

/** Asks one question every 100 ms. */
class Asking {
  readonly #place: Workplace
  readonly #answers: string[][] = []
  readonly #ended: Promise<void>
  #stopped = false

  constructor(place: Workplace) {
    this.#place = place
    this.#ended = this.#ask()
  }

  /** Waits until the video answers, a minute at most. */
  async newest(video_id: string): Promise<void> {
    for (const end = Date.now() + 60_000; Date.now() < end && this.#answers.at(-1)?.[0] !== video_id; ) await wait(EACH)
  }

  /** @returns the ids of the videos in each answer */
  async stop(): Promise<readonly (readonly string[])[]> {
    this.#stopped = true
    await this.#ended
    return this.#answers
  }

  async #ask(): Promise<void> {
    const { product, key, collection: index_id } = this.#place
    while (!this.#stopped) {
      const asked = new URLSearchParams({ index_id, query: QUESTION, search_type: 'TEXT_IN_VIDEO' })
      const { matches } = await ask<Matches>(product, key, `query_index?${asked}`)
      this.#answers.push([...new Set(matches.map(({ video_id }) => video_id))])
      await wait(EACH)
    }
  }
}
