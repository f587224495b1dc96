import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/route.ts'
import { refuseExpired } from '../../library/collections/policy.ts'
import type { Services } from '../../services.ts'
import { readDiscussion } from '../comments/queries.ts'
import { commentEvents, earlierEvents, manyEvents, reviewEvents, transcriptEvents, versionEvents } from './present.ts'
import { ReviewStreams } from './streams.ts'

/**
 * Serves the stream of what happens to a video.
 * @returns the open streams; close them before the server
 */
export function liveRoutes(route: Route, services: Pick<Services, 'db' | 'notices' | 'config'>): ReviewStreams {
  const { db, config } = services
  const streams = new ReviewStreams(services)
  streams.add(commentEvents(services))
  streams.add(earlierEvents())
  streams.add(manyEvents())
  streams.add(reviewEvents(services))
  streams.add(versionEvents(services))
  streams.add(transcriptEvents())

  route(endpoints.comments.events, async ({ params, query, viewer, address, request, reply }) => {
    const discussion = await readDiscussion(db, viewer, params.video_id)
    // Guests of a link see no list that would show the expiry.
    if (viewer.kind === 'share') refuseExpired(discussion.collection, { billing: config.billing, now: new Date() })
    if (discussion.video.status === 'DELETING') throw new ProductError('not_found')
    reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    const page_key = query.page_key || null
    return request.method === 'HEAD' ? undefined : await streams.open({ viewer, discussion, address, page_key })
  })
  return streams
}
