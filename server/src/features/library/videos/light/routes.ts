import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { Route } from '../../../../platform/route.ts'
import type { Services } from '../../../services.ts'
import { findVideo, readSharedVideo, readVideo } from '../queries.ts'
import { requestLightCopy } from './commands.ts'
import { authorizeLightCopy, lightCopyOf } from './policy.ts'

/** Serves the request for the light copy of a video. */
export function lightCopyRoutes(route: Route, { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>): void {
  route(endpoints.lightCopies.request, async ({ params, viewer }) => {
    const { video, collection } =
      viewer.kind === 'share' ? await readSharedVideo(db, viewer) : await readVideo(db, viewer, params.video_id)
    authorizeLightCopy(video, collection, { billing: config.billing, now: new Date() })
    const light_copy = lightCopyOf(video, config.light_rendition)
    if (light_copy === 'NONE') return { light_copy }
    const asked = await db.transaction().execute(async (transaction) => {
      await requestLightCopy(transaction, queue, video.id)
      return await findVideo(transaction, video.id)
    })
    if (!asked) throw new ProductError('not_found')
    return { light_copy: lightCopyOf(asked, config.light_rendition) }
  })
}
