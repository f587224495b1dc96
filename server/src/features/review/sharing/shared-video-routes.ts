import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { pageAsked } from '@footnote/contract/calls/pages.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/route.ts'
import { refuseExpired } from '../../library/collections/policy.ts'
import { presentVideoDetail } from '../../library/videos/present.ts'
import { partsOf, readSharedVideo } from '../../library/videos/queries.ts'
import type { Services } from '../../services.ts'
import { senderOf } from './queries.ts'

/** Serves a shared video to the guests of its link, also in the threads that answer large calls. */
export function sharedVideoRoutes(
  route: Route,
  { db, config, storage, registry }: Pick<Services, 'db' | 'config' | 'storage' | 'registry'>,
): void {
  route(endpoints.sharing.video, async ({ query, viewer }) => {
    if (viewer.kind !== 'share') throw new ProductError('invalid_share_token')
    const { video, collection } = await readSharedVideo(db, viewer)
    const now = { billing: config.billing, now: new Date() }
    refuseExpired(collection, now)
    const parts = await partsOf(db, video.id, pageAsked(query, TRANSCRIPT.page_size))
    const detail = await presentVideoDetail(video, collection, parts, { ...now, viewer, storage }, { registry, config })
    // Guests must not learn how a company names its collections.
    const collection_name = await senderOf(db, viewer.link_id)
    return { ...detail, collection_name, shared_permission: viewer.permission, marked: viewer.marked }
  })
}
