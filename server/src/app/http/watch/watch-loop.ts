import type { FastifyInstance } from 'fastify'
import { OpenRequests } from './open-requests.ts'

/** Milliseconds between two looks at the clock. A stall is found once it lasts that much longer than `LONGEST`. */
const BEAT = 50
/** Milliseconds that the event loop may stand still without a line in the log: people notice a page that waits longer. */
const LONGEST = 500
/** Routes that a line names at most. */
const NAMED = 10

/**
 * Logs when the event loop of this process stood still, since nobody is answered meanwhile: for how long, how much of it
 * this thread was computing (a process is also blocked when the machine gives it no time), and the routes of the
 * requests that were at work.
 * @param how the clock and the longest stall that is not logged, both in milliseconds
 */
export function watchLoop(
  app: FastifyInstance,
  { clock = () => performance.now(), longest = LONGEST }: { clock?: () => number; longest?: number } = {},
): void {
  const requests = new OpenRequests(app, clock)
  let last = clock()
  let computed = process.threadCpuUsage()
  const begin = () => {
    requests.forget()
    last = clock()
    computed = process.threadCpuUsage()
  }
  const look = () => {
    const stood = clock() - last - BEAT
    if (stood > longest) {
      const { user, system } = process.threadCpuUsage(computed)
      const routes = requests.routesSince(last)
      const more = routes.length > NAMED ? [`${routes.length - NAMED} more`] : []
      const during = [...routes.slice(0, NAMED), ...more].join(', ')
      const line = { milliseconds: Math.round(stood), computing: Math.round((user + system) / 1000), during }
      app.log.warn(line, 'the event loop stood still')
    }
    begin()
  }
  let timer: NodeJS.Timeout | undefined
  // Until then the process loads what it needs, and answers nobody.
  app.addHook('onReady', async () => {
    begin()
    timer = setInterval(look, BEAT).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
