import { randomUUID } from 'node:crypto'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { STILLS } from '@footnote/contract/shared/limits.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import { countUnfinished } from '../../../platform/queue/turns.ts'
import type { Route } from '../../../platform/route.ts'
import { refuseSize } from '../../identity/plans/quota/policy.ts'
import { roomLeft } from '../../identity/plans/quota/queries.ts'
import { refuseInexact } from '../../library/videos/policy.ts'
import { readDiscussion } from '../../review/comments/queries.ts'
import type { Services } from '../../services.ts'
import { authorizeStills } from './policy.ts'
import { askedComments } from './queries.ts'

const CREATED = 'Your stills are being made. A notification will bring them.'
const TOO_MANY = `${STILLS.waiting} ZIPs of stills that you asked for are not made yet. Wait for some of them, then ask again.`
const NO_COMMENT = 'There is no comment on this video to make a still of'
const MOST = `At most ${STILLS.most} comments are possible. Choose some of them`

/** Serves requests for stills of comments. A job makes the ZIP, and a notification announces it. */
export function stillRoutes(route: Route, { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>): void {
  route(endpoints.stills.cut, async ({ params, body, viewer }) => {
    const { video, collection, company_id } = await readDiscussion(db, viewer, params.video_id)
    const circumstances = { billing: config.billing, now: new Date() }
    const { user_id } = authorizeStills(viewer, video, collection, circumstances)
    if (video.duration === null) throw new ProductError('video_not_ready')
    refuseInexact(video)
    const asked = await askedComments(db, { video_id: video.id, company_id }, body.comment_ids)
    if (asked.length === 0) throw invalidField('comment_ids', NO_COMMENT)
    if (asked.length > STILLS.most) throw invalidField('comment_ids', MOST)
    // Stills of a sample count for the requester's company, whose plan the job reads.
    if (collection.company_id)
      refuseSize(null, await roomLeft(db, { ...collection, company_id }, config.billing), collection.plan)
    const request = { request_id: randomUUID(), user_id, video_id: video.id, ...body }
    await db.transaction().execute(async (transaction) => {
      if ((await countUnfinished(transaction, 'cut-stills', user_id)) >= STILLS.waiting)
        throw new ProductError('rate_limited', { detail: TOO_MANY, retry_after: STILLS.retry_after })
      await queue.enqueue(transaction, 'cut-stills', request)
    })
    return { message: CREATED }
  })
}
