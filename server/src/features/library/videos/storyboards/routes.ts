import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { Route } from '../../../../platform/route.ts'
import type { Services } from '../../../services.ts'
import { refuseExpired } from '../../collections/policy.ts'
import { isFetchable } from '../policy.ts'
import { readSharedVideo, readVideo } from '../queries.ts'
import { presentSheets } from './present.ts'

/** Serves the addresses of the sheets of a storyboard. */
export function storyboardRoutes(
  route: Route,
  { db, storage, config }: Pick<Services, 'db' | 'storage' | 'config'>,
): void {
  route(endpoints.storyboards.sheets, async ({ params, viewer }) => {
    const { video, collection } =
      viewer.kind === 'share' ? await readSharedVideo(db, viewer) : await readVideo(db, viewer, params.video_id)
    const circumstances = { billing: config.billing, now: new Date() }
    refuseExpired(collection, circumstances)
    return {
      sheets: isFetchable(video, collection, circumstances) ? await presentSheets(video, { storage, viewer }) : [],
    }
  })
}
