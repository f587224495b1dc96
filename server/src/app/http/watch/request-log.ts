import type { Socket } from 'node:net'
import { printable } from '@footnote/contract/shared/text.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isId } from '../../../platform/db/database.ts'
import { addressOf } from '../addresses.ts'

/**
 * What the log says of a request: its route and the ids in it. It omits the path, which may hold a share link's token,
 * and the query, which holds signatures and searches.
 */
export function describeRequest(request: FastifyRequest) {
  const params = (request.params ?? {}) as Readonly<Record<string, string>>
  const route = request.routeOptions?.url?.replace(/:(\w+)/g, (part, name: string) =>
    isId(params[name] ?? '') ? (params[name] as string) : part,
  )
  return { method: request.method, route: route ?? 'none', address: printable(addressOf(request)) }
}

/**
 * Logs the end of requests whose connection closed before the whole answer was sent, and which side closed it: Fastify
 * logs no end of them.
 */
export function logCutRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return
      const by_client = isClosedByClient(request.socket)
      const fields = { res: reply, responseTime: reply.elapsedTime, closed_by: by_client ? 'client' : 'server' }
      request.log[by_client ? 'info' : 'warn'](fields, 'request cut off')
    })
    done()
  })
}

const isClosedByClient = ({ readableEnded, errored }: Socket): boolean =>
  readableEnded || ['ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes((errored as NodeJS.ErrnoException | null)?.code ?? '')
