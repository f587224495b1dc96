import { randomUUID } from 'node:crypto'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { CLIP } from '@footnote/contract/shared/review-limits.ts'
import { invalidField, ProductError } from '../../../../platform/errors.ts'
import { countUnfinished } from '../../../../platform/queue/turns.ts'
import type { Route } from '../../../../platform/route.ts'
import { refuseSize } from '../../../identity/plans/quota/policy.ts'
import { roomLeft } from '../../../identity/plans/quota/queries.ts'
import type { Services } from '../../../services.ts'
import { refuseExpired } from '../../collections/policy.ts'
import { readVideo } from '../queries.ts'

const CREATED = 'Download job created. Please be on the look out for the notification up top!'

const TOO_MANY = `${CLIP.waiting} clips that you asked for are not made yet. Wait for some of them, then ask again.`

/** Serves requests for clips. A job makes the clip, and a notification announces it. */
export function clipRoutes(route: Route, { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>): void {
  route(endpoints.videos.downloadClip, async ({ body, viewer }) => {
    const { video_id, start_time, end_time } = body
    const { video, collection } = await readVideo(db, viewer, video_id)
    refuseExpired(collection, { billing: config.billing, now: new Date() })
    if (video.status !== 'SUCCESS' || video.duration === null) throw new ProductError('video_not_ready')
    checkRange(start_time, end_time, video.duration)
    // A clip of a sample counts for the requester's company, whose plan the job reads.
    if (collection.company_id) refuseSize(null, await roomLeft(db, collection, config.billing), collection.plan)
    const request = { request_id: randomUUID(), user_id: viewer.user_id, video_id: video.id, start_time, end_time }
    await db.transaction().execute(async (transaction) => {
      if ((await countUnfinished(transaction, 'make-clip', viewer.user_id)) >= CLIP.waiting)
        throw new ProductError('rate_limited', { detail: TOO_MANY, retry_after: CLIP.retry_after })
      await queue.enqueue(transaction, 'make-clip', request)
    })
    return { message: CREATED }
  })
}

/** Times in seconds. */
function checkRange(start: number, end: number, duration: number): void {
  if (start < 0) throw invalidField('start_time', 'A clip starts at 0 or later')
  if (end <= start) throw invalidField('end_time', 'A clip ends after its start')
  if (end > duration) throw invalidField('end_time', 'A clip ends within the video')
  if (end - start > CLIP.max_duration) throw invalidField('end_time', 'A clip has at most 10 minutes')
}
