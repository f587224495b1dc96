import type { Socket } from 'node:net'
import { BlockList, isIPv6 } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import { RESUMABLE_PATH } from '@footnote/contract/nouns/library/uploads.ts'
import { CONNECTIONS } from '@footnote/contract/shared/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProductError } from '../../platform/errors.ts'
import { UploadForms } from '../../platform/storage/upload-forms.ts'
import { addressOf, networkOf } from './addresses.ts'

/** Options of Node's server: limits for a connection before the caller is known. */
export const SERVER_BOUNDS = {
  maxHeaderSize: CONNECTIONS.header_bytes,
  headersTimeout: CONNECTIONS.header_seconds * 1000,
  connectionsCheckingInterval: 1_000,
}

/** Milliseconds to keep reading after an early answer, so that the sender receives it. */
const LINGER = 10_000

/**
 * Limits what one network can hold: connections, requests, and the time that a body takes. Uploads have their own
 * limit, on silence.
 * @param trustedProxies addresses and networks whose connections carry many clients
 */
export function boundRequests(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isProxy = matcherOf(trustedProxies)
  const connections = new Counter(CONNECTIONS.per_network)
  app.server.maxConnections = CONNECTIONS.total
  app.server.on('connection', (socket: Socket) => {
    const address = addressOf(socket)
    if (isProxy(address)) return
    const giveBack = connections.take(networkOf(address))
    if (giveBack) socket.once('close', giveBack)
    else socket.destroy()
  })

  const requests = new Counter(CONNECTIONS.per_network)
  app.addHook('onRequest', async (request, reply) => {
    // A client without a proxy is already counted by its connections.
    const address = addressOf(request)
    if (!isProxy(addressOf(request.socket)) || isProxy(address)) return
    const giveBack = requests.take(networkOf(address))
    if (!giveBack) throw new ProductError('rate_limited', { detail: TOO_MANY, retry_after: 1 })
    reply.raw.once('close', giveBack)
  })

  app.addHook('preParsing', async (request, reply, payload) => {
    if (isUpload(request) || request.method === 'GET' || request.method === 'HEAD') return payload
    return inTime(request, reply, payload as Readable)
  })

  app.addHook('onResponse', async (request) => {
    if (request.raw.complete || isUpload(request)) return
    setTimeout(() => request.raw.complete || request.raw.destroy(), LINGER).unref()
  })
}

/** Whether the body is a file. */
const isUpload = ({ routeOptions: { url = '' } }: FastifyRequest): boolean =>
  url === UploadForms.path || url.startsWith(RESUMABLE_PATH)

const TOO_MANY = 'Too many requests come from your network at once. Please try again in a moment.'

/** Passes the body on, and ends it when it takes too long. */
function inTime(request: FastifyRequest, reply: FastifyReply, payload: Readable): Readable {
  // `isMultipart` knows this only after the body is parsed.
  const form = /^multipart\//i.test(request.headers['content-type'] ?? '')
  const timer = setTimeout(
    () => {
      if (reply.sent) return
      reply.header('connection', 'close')
      // The route reads a form from the request itself, so only closing the request ends it.
      if (form) request.raw.destroy()
      else passed.destroy(new ProductError('too_slow'))
    },
    (form ? CONNECTIONS.form_seconds : CONNECTIONS.body_seconds) * 1000,
  )
  payload.once('close', () => clearTimeout(timer))
  if (form) return payload
  // The reader stops listening once it has refused the body, and the sender may go after that.
  const passed = new PassThrough().on('error', () => undefined)
  payload.once('error', (error) => passed.destroy(error))
  return payload.pipe(passed)
}

/** @returns a function that says whether an address is in the list or in one of its networks */
function matcherOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Counts concurrent uses by name. */
class Counter {
  readonly #most: number
  readonly #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** @returns a function that releases the place; null when all places are taken */
  take(name: string): (() => void) | null {
    const count = this.#counts.get(name) ?? 0
    if (count >= this.#most) return null
    this.#counts.set(name, count + 1)
    return () => {
      const left = (this.#counts.get(name) ?? 0) - 1
      if (left > 0) this.#counts.set(name, left)
      else this.#counts.delete(name)
    }
  }
}
