import rateLimit from '@fastify/rate-limit'
import { RATE } from '@footnote/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import { ProductError } from '../errors.ts'
import { viewerOf } from './viewer.ts'

/** Limits requests a second: by user where one is signed in, by address otherwise. */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    hook: 'preParsing',
    timeWindow: 1_000,
    max: (request) =>
      request.routeOptions.schema?.tags?.includes('Search') ? RATE.search_per_second : RATE.other_per_second,
    keyGenerator: (request) => {
      const viewer = viewerOf(request)
      const who = viewer.kind === 'user' ? viewer.user_id : request.ip
      return request.routeOptions.schema?.tags?.includes('Search') ? `search ${who}` : who
    },
    errorResponseBuilder: (_request, context) => new ProductError('rate_limited', { retry_after: context.ttl / 1000 }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}
