import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { lives } from '../server/src/app/supervisor/processes.ts'
import { Commenters } from './load.ts'
import { familyOf } from './processes.ts'
import { soak } from './run.ts'
import { openWorkplace } from './workplace.ts'

/** Milliseconds between two questions. */
const EACH = 50
/** Milliseconds after which a question counts as lost. */
const PATIENCE = 120_000

/** Kills the API again and again while people comment, and measures how long callers without a connection wait. */
export const restarts = soak({
  shows: 'A killed API starts again before people notice: no new connection is refused, and every call is answered.',
  sizes: { kills: 20, writers: 2, longest_milliseconds: 4_000 },
  async run({ kills, writers, longest_milliseconds }, log) {
    const place = await openWorkplace({ films: 1 })
    const failures: string[] = []
    const gaps: number[] = []
    try {
      const { product, key, undisturbed } = place
      const commenters = new Commenters(product, key, undisturbed[0]!, writers, 100)
      try {
        for (let kill = 1; kill <= kills; kill += 1) {
          const api = (await familyOf(product.process.pid!)).find(({ program }) => program === 'api')
          if (!api) throw new Error('The API does not run.')
          process.kill(api.pid, 'SIGKILL')
          const began = performance.now()
          while (lives(api)) await wait(1)
          const asked: Promise<string>[] = []
          let answered = false
          while (!answered) {
            asked.push(ask(product.origin).finally(() => (answered = true)))
            await wait(EACH)
          }
          const first = performance.now() - began
          gaps.push(first)
          const others = (await Promise.all(asked)).filter((answer) => answer !== '200')
          if (others.length > 0) failures.push(`After kill ${kill} ${others.length} calls failed: ${others[0]}.`)
          log(`kill ${kill}: ${Math.round(first)} ms without an answer, ${asked.length} calls waited`)
          // A life of less than three seconds counts as a crash, and the pause before the next grows.
          await wait(3_500)
        }
      } finally {
        await commenters.stop()
      }
    } finally {
      await place.close()
    }
    const longest = Math.round(Math.max(0, ...gaps))
    if (longest > longest_milliseconds) failures.push(`The longest time without an answer was ${longest} ms.`)
    const middle = Math.round(gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0)
    return { counts: { kills, 'longest without an answer, ms': longest, 'median, ms': middle }, failures }
  },
})

/** Asks over a connection of its own. @returns the status, or the error's code */
function ask(origin: string): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(`${origin}/api/site`, { agent: false, timeout: PATIENCE }, (answer) => {
      answer.resume()
      resolve(String(answer.statusCode))
    })
    asked.once('timeout', () => asked.destroy(new Error('no answer')))
    asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    asked.end()
  })
}
