import type { Readable } from 'node:stream'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { LAST_EVENT_ID } from '@footnote/contract/nouns/review/live.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reviewer, Route } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { findDiscussionRow } from '../comments/queries.ts'
import { streamedDiscussion } from './queries.ts'
import type { Watcher } from './stream.ts'
import { EventStreams } from './streams.ts'

/**
 * Serves the streams of what happens to a video, and to a person.
 * @returns the open streams; close them before the server
 */
export function liveRoutes(route: Route, services: Pick<Services, 'db' | 'channels' | 'config' | 'log'>): EventStreams {
  const { db, config } = services
  const streams = new EventStreams(services)
  const discussionOf = async (viewer: Reviewer, video_id: string) =>
    streamedDiscussion(viewer, await findDiscussionRow(db, video_id), { billing: config.billing, now: new Date() })

  async function answer(watcher: Watcher, request: FastifyRequest, reply: FastifyReply): Promise<Readable | undefined> {
    reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    const cursor = request.headers[LAST_EVENT_ID]
    return request.method === 'HEAD' ? undefined : await streams.open(watcher, cursor?.toString())
  }

  route(endpoints.live.video, async ({ params, query, viewer, address, request, reply }) => {
    const discussion = await discussionOf(viewer, params.video_id)
    const page_key = query.page_key || null
    return await answer({ viewer, discussion, address, page_key, personal: false }, request, reply)
  })

  route(endpoints.live.person, async ({ query, viewer, address, request, reply }) => {
    const discussion = query.video_id === undefined ? null : await discussionOf(viewer, query.video_id)
    const page_key = query.page_key || null
    return await answer({ viewer, discussion, address, page_key, personal: true }, request, reply)
  })

  route(endpoints.live.here, async ({ body }) => {
    streams.takeSign(body.here)
    return undefined
  })
  return streams
}
