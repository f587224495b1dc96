import { setTimeout as wait } from 'node:timers/promises'
import type { Matches } from '@footnote/contract/nouns/output/search.ts'
import { ask, uploadVideo } from '../e2e/calls.ts'
import { send } from '../server/src/app/supervisor/processes.ts'
import { familyOf } from './processes.ts'
import { chanceOf, type Log, soak } from './run.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

/** Milliseconds between two questions. */
const EACH = 100
/** Longest delay in milliseconds before a running worker is killed: less than the fastest indexing seen. */
const LATEST = 2_000
/** Most versions for each kill: a fast machine indexes some before their worker is met. */
const UPLOADS = 5
/** What the first film of a workplace shows in writing. */
const QUESTION = 'Quarterly report'

/** Kills the worker while new versions are indexed, and asks all the time for what every version shows. */
export const versions = soak({
  shows: 'While a new version is indexed, whatever happens to the worker, each question is answered by one version.',
  // A seed of 0 leaves the moments to chance.
  sizes: { kills: 5, seed: 0 },
  async run({ kills, seed }, log) {
    const place = await openWorkplace({ films: 1 })
    const chance = chanceOf(seed, log)
    try {
      const stack = [place.undisturbed[0]!]
      const asking = new QuestionLoop(place)
      const failures: string[] = []
      let killed = 0
      while (killed < kills && stack.length <= kills * UPLOADS) {
        const version = await uploadVideo(place.product, place.key, place.collection, place.films[0]!, stack[0])
        stack.push(version)
        const killing = killWorkers(place, kills - killed, chance, log)
        const status = (await place.settled([version])).get(version)
        killed += await killing
        if (status !== 'SUCCESS') failures.push(`Version ${stack.length} ended as ${status}.`)
        if (!(await asking.newest(version))) failures.push(`Version ${stack.length} did not answer within a minute.`)
      }
      const answers = await asking.stop()
      if (killed < kills) failures.push(`Only ${killed} of ${kills} kills met a worker before a version was indexed.`)
      failures.push(...failuresIn(answers, stack))
      const counts = {
        kills: killed,
        versions: stack.length,
        questions: answers.length,
        'answered by the first version': answers.filter(([id]) => id === stack[0]).length,
      }
      return { counts, failures }
    } finally {
      await place.close()
    }
  },
})

/**
 * Each question must be answered by one version, and never by an older one than the question before.
 * @param stack ids of the versions, the oldest first
 */
function failuresIn(answers: readonly (readonly string[])[], stack: readonly string[]): string[] {
  const failures = answers
    .filter((ids) => ids.length !== 1 || !ids.every((id) => stack.includes(id)))
    .map((ids) => `A question was answered by ${ids.length === 0 ? 'no version' : ids.join(' and ')}.`)
  const places = answers.map(([id]) => stack.indexOf(id ?? ''))
  if (places[0] !== 0) failures.push('The first version answered no question.')
  if (places.some((place, count) => place < (places[count - 1] ?? 0)))
    failures.push('After a newer version, an older one answered.')
  return failures
}

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
class QuestionLoop {
  readonly #place: Workplace
  readonly #answers: string[][] = []
  readonly #ended: Promise<void>
  #stopped = false

  constructor(place: Workplace) {
    this.#place = place
    this.#ended = this.#ask()
  }

  /** Waits a minute at most. @returns whether the video answers */
  async newest(video_id: string): Promise<boolean> {
    const answers = () => this.#answers.at(-1)?.[0] === video_id
    for (const end = Date.now() + 60_000; Date.now() < end && !answers(); ) await wait(EACH)
    return answers()
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
