import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { isId } from '../../../platform/db/database.ts'
import type { Route } from '../../../platform/route.ts'
import { countThreadsOf } from '../../review/comments/deletion/queries.ts'
import type { Services } from '../../services.ts'
import { listUses } from './queries.ts'

/** Serves the threads and the selects that would go with videos. */
export function deletionPreviewRoutes(route: Route, { db }: Pick<Services, 'db'>): void {
  route(endpoints.deletionPreview.get, async ({ body, viewer }) => {
    const ids = body.video_ids.filter(isId)
    const [threads, selects] = await Promise.all([
      countThreadsOf(db, viewer.company_id, ids),
      listUses(db, viewer.company_id, ids),
    ])
    return { ...threads, selects }
  })
}
