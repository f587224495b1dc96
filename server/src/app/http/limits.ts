import rateLimit from '@fastify/rate-limit'
import { RATE } from '@footnote/contract/shared/limits.ts'
import type { FastifyInstance } from 'fastify'
import { ProductError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/route.ts'
import { addressOf, networkOf } from './addresses.ts'
import { viewerOf } from './viewer.ts'

/** Limits requests per second: by API key or user if known, by address and share link, or by address alone. */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    hook: 'preParsing',
    timeWindow: 1_000,
    max: (request) => {
      if (request.routeOptions.config.rate === 'search') return RATE.search_per_second
      const viewer = viewerOf(request)
      return viewer.kind === 'user' && viewer.api_key ? RATE.key_per_second : RATE.other_per_second
    },
    keyGenerator: (request) => {
      const who = nameOf(viewerOf(request), networkOf(addressOf(request)))
      return request.routeOptions.config.rate === 'search' ? `search ${who}` : who
    },
    errorResponseBuilder: (_request, context) => new ProductError('rate_limited', { retry_after: context.ttl / 1000 }),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
}

function nameOf(viewer: Viewer, address: string): string {
  if (viewer.kind === 'user') return viewer.api_key ? `key ${viewer.api_key.id}` : viewer.user_id
  return viewer.kind === 'share' || viewer.kind === 'link' ? `${address} ${viewer.link_id}` : address
}
