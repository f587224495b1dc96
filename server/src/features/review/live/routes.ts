import type { Readable } from 'node:stream'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { LAST_EVENT_ID } from '@footnote/contract/nouns/review/live.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reviewer, Route } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { findDiscussionRow } from '../comments/queries.ts'
import { LinkStreams } from './link-streams.ts'
import { streamedDiscussion } from './queries.ts'
import { EventStreams } from './streams.ts'

/**
 * Serves the streams of what happens to a video, to a link, and to a person.
 * @returns closes the open streams; call it before the server closes
 */
export function liveRoutes(
  route: Route,
  services: Pick<Services, 'db' | 'channels' | 'config' | 'log'>,
): { close(): Promise<void> } {
  const { db, config } = services
  const streams = new EventStreams(services)
  const links = new LinkStreams(services)
  const discussionOf = async (viewer: Reviewer, video_id: string) =>
    streamedDiscussion(viewer, await findDiscussionRow(db, video_id), { billing: config.billing, now: new Date() })

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    open: (cursor: string | undefined) => Promise<Readable>,
  ): Promise<Readable | undefined> {
    reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    return request.method === 'HEAD' ? undefined : await open(request.headers[LAST_EVENT_ID]?.toString())
  }

  route(endpoints.live.video, async ({ params, query, viewer, address, request, reply }) => {
    const discussion = await discussionOf(viewer, params.video_id)
    const page_key = query.page_key || null
    const watcher = { viewer, discussion, address, page_key, personal: false }
    return await answer(request, reply, (cursor) => streams.open(watcher, cursor))
  })

  route(endpoints.live.person, async ({ query, viewer, address, request, reply }) => {
    const discussion = query.video_id === undefined ? null : await discussionOf(viewer, query.video_id)
    const page_key = query.page_key || null
    const watcher = { viewer, discussion, address, page_key, personal: true }
    return await answer(request, reply, (cursor) => streams.open(watcher, cursor))
  })

  route(endpoints.live.link, async ({ query, viewer, address, request, reply }) => {
    const page_key = query.page_key || null
    const watcher = { viewer, address, page_key, discussion: null, personal: false } as const
    return await answer(request, reply, () => links.open(watcher))
  })

  route(endpoints.live.here, async ({ body }) => {
    streams.takeSign(body.here)
    return undefined
  })
  return {
    async close() {
      links.close()
      await streams.close()
    },
  }
}
