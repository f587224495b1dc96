import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describeRequest } from './request-log.ts'

/** A request whose connection is open, or was when `OpenRequests` was asked last. Milliseconds of the clock. */
interface OpenRequest {
  readonly route: () => string
  readonly began: number
  /** When its answer began to be sent; null before. */
  answered: number | null
}

/** Least part of a span that a request was at work in, so that requests that waited for the end of a stall are not named. */
const LEAST_PART = 0.1

/** The requests of a server, for the question which of them were at work in a span of time. */
export class OpenRequests {
  readonly #clock: () => number
  readonly #open = new Map<FastifyRequest, OpenRequest>()
  #ended: OpenRequest[] = []

  /** @param clock milliseconds */
  constructor(app: FastifyInstance, clock: () => number) {
    this.#clock = clock
    app.addHook('onRequest', (request, reply, done) => {
      const entry = { route: () => nameOf(request), began: clock(), answered: null }
      this.#open.set(request, entry)
      reply.raw.once('close', () => {
        this.#open.delete(request)
        this.#ended.push(entry)
      })
      done()
    })
    app.addHook('onSend', (request, _reply, _payload, done) => {
      const entry = this.#open.get(request)
      if (entry) entry.answered ??= clock()
      done()
    })
  }

  /**
   * The routes of requests that were at work in the span until now, those that were longest first. If there is none, the
   * routes of those that were sending.
   * @param since beginning of the span, not before the last call of `forget`
   */
  routesSince(since: number): string[] {
    const now = this.#clock()
    const all = [...this.#open.values(), ...this.#ended]
    const timeIn = ({ began, answered }: OpenRequest) => (answered ?? now) - Math.max(began, since)
    const least = (now - since) * LEAST_PART
    const working = all.filter((entry) => timeIn(entry) >= least).sort((a, b) => timeIn(b) - timeIn(a))
    return [...new Set((working.length > 0 ? working : all).map(({ route }) => route()))]
  }

  /** Forgets the requests that have ended. */
  forget(): void {
    if (this.#ended.length > 0) this.#ended = []
  }
}

function nameOf(request: FastifyRequest): string {
  const { method, route } = describeRequest(request)
  return `${method} ${route}`
}
